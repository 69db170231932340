import type { ClientBase } from 'pg';
import type { Database } from '#src/db/database.ts';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';

/** Calls that begin after `from` and not after `until`. */
export interface StartRange {
  readonly from: Date;
  readonly until: Date;
}

/** A call `c` that begins after $1 and by $2, and whose start was not announced. */
const isStarting = `c."status" <> 'CANCELLED' AND c."dateTime" > $1::timestamptz AND c."dateTime" <= $2::timestamptz
  AND NOT EXISTS (SELECT 1 FROM "CallReminder" r
    WHERE r."workspaceId" = c."workspaceId" AND r."eventCallId" = c."id" AND r."dateTime" = c."dateTime")`;

const workspacesStatement = preparedStatement(
  'startingCalls.workspaces',
  `SELECT DISTINCT w."workspaceId" FROM "Webhook" w WHERE 'call.starting' = ANY (w."kinds")
     AND EXISTS (SELECT 1 FROM "EventCall" c WHERE c."workspaceId" = w."workspaceId" AND ${isStarting})
   ORDER BY w."workspaceId"`,
);

/** Finds the workspaces with an endpoint for starting calls, and a call to announce. */
export async function workspacesOfStartingCalls(
  { run }: Pick<Database, 'run'>,
  { from, until }: StartRange,
): Promise<number[]> {
  const rows = await run<{ workspaceId: number }>(workspacesStatement, [from, until]);
  return rows.map(({ workspaceId }) => workspaceId);
}

const lockStatement = preparedStatement(
  'startingCalls.lock',
  `SELECT c."id" FROM "EventCall" c WHERE c."workspaceId" = $3 AND ${isStarting}
   ORDER BY c."id" LIMIT $4 FOR NO KEY UPDATE OF c`,
);

const remindStatement = preparedStatement(
  'startingCalls.remind',
  `INSERT INTO "CallReminder" ("workspaceId", "eventCallId", "dateTime")
   SELECT c."workspaceId", c."id", c."dateTime" FROM "EventCall" c WHERE c."workspaceId" = $1 AND c."id" = ANY($2::int[])
   ON CONFLICT DO NOTHING RETURNING "eventCallId" AS "id"`,
);

/**
 * Locks calls to announce, lowest ids first, and marks them as announced. Returns those that no other node has marked, and the
 * number of calls examined.
 */
export async function markStartingCalls(
  client: ClientBase,
  workspaceId: number,
  { from, until, limit }: StartRange & { readonly limit: number },
): Promise<{ readonly ids: number[]; readonly seen: number }> {
  const locked = await client.query<{ id: number }>(queryConfig(lockStatement, [from, until, workspaceId, limit]));
  const { rows } = await client.query<{ id: number }>(
    queryConfig(remindStatement, [workspaceId, locked.rows.map(({ id }) => id)]),
  );
  return { ids: rows.map(({ id }) => id), seen: locked.rows.length };
}
