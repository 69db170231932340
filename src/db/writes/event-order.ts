import type { ClientBase } from 'pg';
import { nonceStatement, preparedStatement, queryConfig } from '#src/db/statement.ts';
import type { Database } from '../database.ts';

/*
 * Event ids come from a sequence at insertion, but rows become visible at commit: an event can appear after one with a higher
 * id. A reader that continues from the highest id it has seen would miss it. So a transaction that writes events first takes a
 * lock that says "ids above this one may still appear", and lists stop at the lowest of these ids. The lock is shared, so
 * writers do not wait for each other, and readers look it up without waiting. PostgreSQL releases it after the rows become
 * visible, and also if the session ends. Its key has two numbers: the workspace, and the lowest 31 bits of the id.
 */

/** The workspace of a lock for events of several workspaces. */
export const anyWorkspace = 0;

/** The last id of the sequence. `OFFSET 0` and the subtraction make PostgreSQL compute it before expressions that use it. */
const lastId = `(SELECT "last_value" - (NOT "is_called")::int AS "id" FROM "WebhookEvent_id_seq" OFFSET 0) s`;

const bits31 = 2_147_483_647;
const half = 1_073_741_824;

const hold = preparedStatement(
  'webhookEvents.holdOrder',
  `SELECT pg_advisory_xact_lock_shared($1::int, (s."id" & ${bits31})::int) FROM ${lastId}`,
);

/** Makes lists stop before the events that the transaction is about to write. Call it before each insert of events. */
export async function holdEventOrder(client: ClientBase, workspaceId: number): Promise<void> {
  await client.query(queryConfig(hold, [workspaceId]));
}

/**
 * The distance from the id of a lock to the last id. A lock taken after the last id was read may have a higher id, and then
 * counts as 0: the two are never 2^30 ids apart.
 */
const distance = `(s."id" - l."objid"::bigint) & ${bits31}`;

const settled = nonceStatement(
  'webhookEvents.settled',
  `SELECT $2::int AS "nonce", (s."id" - coalesce((
      SELECT max(CASE WHEN ${distance} < ${half} THEN ${distance} ELSE 0 END) FROM pg_locks l
      WHERE l."locktype" = 'advisory' AND l."objsubid" = 2 AND l."classid"::bigint IN ($1::int, ${anyWorkspace})
        AND l."database" = (SELECT d."oid" FROM pg_database d WHERE d."datname" = current_database())
    ), 0))::text AS "id" FROM ${lastId}`,
);

/**
 * Returns the id up to which all events of the workspace, present and future, are visible. This holds for statements with a
 * later snapshot, so call it before them and never in their transaction.
 */
export async function settledEventId({ run }: Pick<Database, 'run'>, workspaceId: number): Promise<string> {
  const [row] = await run<{ id: string }>(settled, [workspaceId]);
  return row?.id ?? '0';
}

const last = nonceStatement('webhookEvents.last', `SELECT $1::int AS "nonce", s."id"::text AS "id" FROM ${lastId}`);

/**
 * Returns the id of the last event of any workspace, visible or not. A reader that has read a workspace up to the settled id finds
 * nothing new while this id is no higher.
 */
export async function lastEventId({ run }: Pick<Database, 'run'>): Promise<string> {
  const [row] = await run<{ id: string }>(last, []);
  return row?.id ?? '0';
}
