import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { addInvitee, deleteUnusedInvitees, inviteeKeyOf } from './invitees.ts';
import { addRollups } from './rollups.ts';

/** A call with a contact who is merged or erased. */
export interface CallOfContact {
  readonly id: number;
  readonly previewId: string;
  readonly inviteeKey: Buffer;
  readonly inviteeName: string;
  readonly inviteeEmail: string | null;
  readonly phoneNumber: string | null;
  readonly guests: readonly string[];
  /** True if it is neither over nor cancelled. */
  readonly isUpcoming: boolean;
}

/** Locks the calls with a contact, in the order of their ids, until the transaction ends. */
export async function lockCallsWith(client: ClientBase, key: RecordKey, now: Date): Promise<CallOfContact[]> {
  const { rows } = await client.query<CallOfContact>(
    `SELECT c."id", c."previewId", c."inviteeKey", c."inviteeName", c."inviteeEmail", c."phoneNumber", c."guests",
       c."status" <> 'CANCELLED' AND c."endTime" > $3::timestamptz AS "isUpcoming"
     FROM "EventCall" c WHERE c."workspaceId" = $1 AND c."contactId" = $2 ORDER BY c."id" FOR NO KEY UPDATE`,
    [...key, now],
  );
  return rows;
}

const emptyInviteeKey = inviteeKeyOf({ name: `''::text`, email: 'NULL::text', phoneNumber: 'NULL::text' });

/** Removes the invitee and the guests from calls, and all texts about the invitee. */
export async function eraseInvitee(
  client: ClientBase,
  workspaceId: number,
  calls: readonly CallOfContact[],
): Promise<void> {
  const ids = calls.map(({ id }) => id);
  await addInvitee(client, workspaceId, { inviteeName: '', inviteeEmail: null, phoneNumber: null });
  await client.query(
    `UPDATE "EventCall" SET "contactId" = NULL, "inviteeName" = '', "inviteeEmail" = NULL, "phoneNumber" = NULL,
       "guests" = '{}', "mailboxKey" = NULL, "inviteeKey" = ${emptyInviteeKey}, "objection" = NULL, "notes" = NULL, "cancelReason" = NULL, "rescheduleReason" = NULL,
       "utm" = '[]', "source" = NULL, "updatedAt" = now()
     WHERE "workspaceId" = $1 AND "id" = ANY ($2::int[])`,
    [workspaceId, ids],
  );
  const answers = 'DELETE FROM "CustomFieldAnswer" WHERE "workspaceId" = $1 AND "eventCallId" = ANY ($2::int[])';
  await client.query(answers, [workspaceId, ids]);
  const keys = calls.map(({ inviteeKey }) => inviteeKey);
  await deleteUnusedInvitees(client, workspaceId, keys);
  // No count changes, but cached searches must become outdated.
  await addRollups(client, workspaceId, {});
}

/**
 * Removes a person from the guests of all calls, and returns the ids of those calls. The calls are those of other contacts, and
 * stay as they are besides.
 */
export async function eraseGuest(
  client: ClientBase,
  workspaceId: number,
  emails: readonly string[],
): Promise<number[]> {
  if (emails.length === 0) return [];
  const { rows } = await client.query<{ id: number }>(
    `UPDATE "EventCall" c SET "updatedAt" = now(),
       "guests" = ARRAY(SELECT g."email" FROM unnest(c."guests") WITH ORDINALITY g("email", "place")
         WHERE lower(g."email") <> ALL ($2::text[]) ORDER BY g."place")
     FROM (SELECT "id" FROM "EventCall" WHERE "workspaceId" = $1 AND cardinality("guests") > 0
       AND EXISTS (SELECT FROM unnest("guests") g("email") WHERE lower(g."email") = ANY ($2::text[]))
       ORDER BY "id" FOR NO KEY UPDATE) b
     WHERE c."workspaceId" = $1 AND c."id" = b."id" RETURNING c."id"`,
    [workspaceId, emails.map((email) => email.toLowerCase())],
  );
  // No count changes, but cached searches must become outdated.
  if (rows.length > 0) await addRollups(client, workspaceId, {});
  return rows.map(({ id }) => id);
}
