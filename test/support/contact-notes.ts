import type { Factories, Member } from './factories.ts';

/** A note that the member wrote, about a new contact by default. */
export async function contactNote(
  app: Factories,
  { workspaceId, userId }: Member,
  row: Record<string, unknown> = {},
): Promise<number> {
  const contactId = row.contactId ?? (await app.contact(workspaceId));
  return (await app.insert('ContactNote', { workspaceId, userId, text: 'Likes tea', ...row, contactId })).id;
}
