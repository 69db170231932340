import type { ClientBase } from 'pg';
import { nonceStatement, preparedStatement, queryConfig } from '#src/db/statement.ts';
import type { Database } from '../database.ts';

/*
 * Ids of events come from a sequence when a row is inserted, but the row is seen when its transaction commits: an event can
 * appear after one of a higher id. A reader that goes on from the highest id that it has seen would miss it. So a
 * transaction that writes events first takes a lock that says "ids above this one may still appear", and lists stop at
 * the lowest of these.
 *
 * The lock is shared, so writers do not wait for each other, and readers look it up without waiting for it. PostgreSQL
 * releases it after the rows can be seen, also when the session ends otherwise. Its key has two numbers: the workspace, and
 * the lowest 31 bits of the id.
 */

/** The workspace of a lock for events of several workspaces. */
export const anyWorkspace = 0;

/** The last id of the sequence. `OFFSET 0` and the difference make PostgreSQL compute it before what refers to it. */
const lastId = `(SELECT "last_value" - (NOT "is_called")::int AS "id" FROM "WebhookEvent_id_seq" OFFSET 0) s`;

const bits31 = 2_147_483_647;
const half = 1_073_741_824;

const hold = preparedStatement(
  'webhookEvents.holdOrder',
  `SELECT pg_advisory_xact_lock_shared($1::int, (s."id" & ${bits31})::int) FROM ${lastId}`,
);

/** Keeps lists from passing the events that the transaction is about to write. Comes before each insert of events. */
export async function holdEventOrder(client: ClientBase, workspaceId: number): Promise<void> {
  await client.query(queryConfig(hold, [workspaceId]));
}

/**
 * How far the id of a lock is below the last id. One that was taken after the last id was read may be above it, and then
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
 * The id up to which every event of the workspace that will ever be there can be seen. True for statements whose snapshot
 * is taken after this, so it is read before them and never in their transaction.
 */
export async function settledEventId({ run }: Pick<Database, 'run'>, workspaceId: number): Promise<string> {
  const [row] = await run<{ id: string }>(settled, [workspaceId]);
  return row?.id ?? '0';
}
