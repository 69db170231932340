import { readContactStory, readContactValue } from '#src/db/reads/contact-story.ts';
import type { ContactStory, ContactStoryInput, ContactValue, ContactValueInput } from '#src/domain/contacts/story.ts';
import { requireFound } from '#src/domain/errors.ts';
import { hasAccess } from '#src/domain/principal/access.ts';
import { type Principal, type RecordType, recordPolicies, visibleRows } from '#src/domain/principal/policy.ts';
import type { CallerContext } from '../context.ts';
import { readPage } from '../pages.ts';

/** A page of what happened with a contact, as far as the caller may see it, newest first. */
export function readStory(context: CallerContext, input: ContactStoryInput): Promise<ContactStory> {
  const { db, principal } = context;
  return readPage(context, { list: 'contactStory', input }, async (query, { kinds, ...key }) =>
    requireFound(await readContactStory(db, { ...query, kinds, contact: keyOf(key), seen: seenBy(principal) })),
  );
}

/** What a contact bought and paid, as far as the caller may see it. */
export async function readValue({ db, principal }: CallerContext, input: ContactValueInput): Promise<ContactValue> {
  const { workspaceId } = principal;
  return requireFound(await readContactValue(db, { workspaceId, contact: keyOf(input), seen: seenBy(principal) }));
}

function keyOf({ contactId, previewId = '' }: ContactValueInput) {
  return contactId === undefined ? { previewId } : { contactId };
}

const types = [
  'ContactAnswer',
  'ContactNote',
  'Deal',
  'EventCall',
  'EventCallChange',
  'Notification',
  'Transaction',
] as const satisfies readonly RecordType[];

/** The types of records that the caller may read, with the rows that it sees. */
function seenBy(principal: Principal) {
  const readable = types.filter((type) => hasAccess(recordPolicies[type].read, principal));
  return new Map(readable.map((type) => [type, visibleRows(type, principal)]));
}
