import type { ClientBase } from 'pg';
import { isMember } from '#src/db/writes/contacts.ts';
import { validationError } from '#src/domain/errors.ts';

/** The owner of a contact is a member of its workspace; anybody else is told as a wrong field. */
export async function requireOwner(
  client: ClientBase,
  workspaceId: number,
  userId: number | null | undefined,
): Promise<void> {
  if (userId === undefined || userId === null || (await isMember(client, workspaceId, userId))) return;
  throw validationError({ userId: ['Must be a member of the workspace'] });
}
