import type { Database } from '../../src/db/database.ts';
import { addInvitee, type InviteeColumns, inviteeKeyOf, inviteeTextOf } from '../../src/db/writes/invitees.ts';
import { rebuildRollups } from '../../src/db/writes/rollup-maintenance.ts';
import { addRollups } from '../../src/db/writes/rollups.ts';

const parameters = { name: '$1::text', email: '$2::text', phoneNumber: '$3::text' };
const columns = { name: 'c."inviteeName"', email: 'c."inviteeEmail"', phoneNumber: 'c."phoneNumber"' };

/** Adds the invitee of a call and returns their key, as PostgreSQL writes it. */
export function inviteeKey(
  { write }: Pick<Database, 'write'>,
  workspaceId: number,
  invitee: InviteeColumns,
): Promise<string> {
  return write(async (client) => {
    await addInvitee(client, workspaceId, invitee);
    const { inviteeName, inviteeEmail, phoneNumber } = invitee;
    const text = `SELECT ${inviteeKeyOf(parameters)}::text AS "key"`;
    const { rows } = await client.query<{ key: string }>(text, [inviteeName, inviteeEmail, phoneNumber]);
    return rows[0]?.key as string;
  });
}

interface CallWrite {
  readonly workspaceId: number;
  readonly text: string;
  readonly values?: unknown[] | undefined;
}

const addInvitees = `
  INSERT INTO "Invitee" ("workspaceId", "key", "text")
  SELECT DISTINCT $1::int, ${inviteeKeyOf(columns)}, ${inviteeTextOf(columns)} FROM "EventCall" c WHERE c."workspaceId" = $1
  ON CONFLICT DO NOTHING`;
const nameInvitees = `
  UPDATE "EventCall" c SET "inviteeKey" = ${inviteeKeyOf(columns)}
  WHERE c."workspaceId" = $1 AND c."inviteeKey" <> ${inviteeKeyOf(columns)}`;

/**
 * Runs a statement that writes calls of a workspace, and corrects its invitees and rollups in the same transaction: each
 * snapshot has all or none, as with the server's own writes.
 */
export function writeCalls<Row extends object>(
  { write }: Pick<Database, 'write'>,
  { workspaceId, text, values = [] }: CallWrite,
): Promise<Row[]> {
  return write(async (client) => {
    const { rows } = await client.query<Row>(text, values);
    for (const statement of [addInvitees, nameInvitees]) await client.query(statement, [workspaceId]);
    await rebuildRollups(client, workspaceId);
    // A new name for the state of the calls, also where their rollups stay.
    await addRollups(client, workspaceId, {});
    return rows;
  });
}
