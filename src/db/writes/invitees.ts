import type { ClientBase } from 'pg';
import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import { preparedStatement, queryConfig } from '../statement.ts';

/** SQL for the name, the e-mail and the phone number of an invitee; the last two may be NULL. */
interface InviteeSql {
  readonly name: string;
  readonly email: string;
  readonly phoneNumber: string;
}

/** SQL for the searched text. The line breaks keep a word from matching across two columns. */
export function inviteeTextOf({ name, email, phoneNumber }: InviteeSql): string {
  return `lower(${name} || E'\\n' || coalesce(${email}, '') || E'\\n' || coalesce(${phoneNumber}, ''))`;
}

/**
 * SQL of the key by which calls name their invitee: the first 4 bytes of the text and 12 of its SHA-256. The text begins with
 * the name, so the index of calls has invitees of the same first name side by side.
 */
export function inviteeKeyOf(invitee: InviteeSql): string {
  const text = `convert_to(${inviteeTextOf(invitee)}, 'UTF8')`;
  return `(substr(${text}, 1, 4) || substr(sha256(${text}), 1, 12))`;
}

/** The columns and values of an invitee's row, as SQL. */
function insertion(invitee: InviteeSql) {
  return {
    columns: '("workspaceId", "key", "text")',
    values: `$1, ${inviteeKeyOf(invitee)}, ${inviteeTextOf(invitee)}`,
  };
}

const parameters = insertion({ name: '$2::text', email: '$3::text', phoneNumber: '$4::text' });

const insertStatement = preparedStatement(
  'invitees.insert',
  `INSERT INTO "Invitee" ${parameters.columns} VALUES (${parameters.values}) ON CONFLICT DO NOTHING`,
);

/** The columns that identify the invitee of a call. */
export type InviteeColumns = Pick<EventCall, 'inviteeName' | 'inviteeEmail' | 'phoneNumber'>;

/** Adds the invitee of a call, unless the workspace has them already. */
export async function addInvitee(
  client: ClientBase,
  workspaceId: number,
  { inviteeName, inviteeEmail, phoneNumber }: InviteeColumns,
): Promise<void> {
  await client.query(queryConfig(insertStatement, [workspaceId, inviteeName, inviteeEmail, phoneNumber]));
}

/** Deletes the given invitees that no call references. */
export async function deleteUnusedInvitees(
  client: ClientBase,
  workspaceId: number,
  keys: readonly Buffer[],
): Promise<void> {
  await client.query(
    `DELETE FROM "Invitee" i WHERE i."workspaceId" = $1 AND i."key" = ANY ($2::bytea[])
       AND NOT EXISTS (SELECT FROM "EventCall" c WHERE c."workspaceId" = $1 AND c."inviteeKey" = i."key")`,
    [workspaceId, keys],
  );
}

const contacts = { name: `p."firstName" || ' ' || p."lastName"`, email: 'p."email"', phoneNumber: 'p."phoneNumber"' };

/** SQL for the key of the invitee for a contact `p` of the demo generator. */
export const keyOfContact = inviteeKeyOf(contacts);

/** Adds contacts of the demo generator as invitees, in the order of their keys, so that two writers cannot deadlock. */
export async function addContactsAsInvitees(
  client: ClientBase,
  workspaceId: number,
  contactIds: readonly number[],
): Promise<void> {
  const { columns, values } = insertion(contacts);
  await client.query(
    `INSERT INTO "Invitee" ${columns} SELECT ${values} FROM "Contact" p
     WHERE p."workspaceId" = $1 AND p."id" = ANY($2::int[]) ORDER BY 2 ON CONFLICT DO NOTHING`,
    [workspaceId, contactIds],
  );
}
