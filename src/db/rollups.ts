import type pg from 'pg';
import type { CallStatus, CallType, SetOutcome } from '#src/domain/event-calls/event-call.ts';

/** The dimensions of the rollups, by the numbers that the database stores. */
export const dimensions = { all: 0, closer: 1, setter: 2, event: 3, outcome: 4, status: 5, callType: 6 } as const;

/** The numbers by which the rollups store words. They never change, whatever a migration does to an enum; 0 is NULL. */
export const rollupNumbers = {
  outcome: { WON: 1, NO_SALE: 2, QUALIFIED: 3, UNQUALIFIED: 4, APPROVED: 5, REJECTED: 6 },
  status: { SCHEDULED: 1, RESCHEDULED: 2, CANCELLED: 3 },
  callType: { STRATEGY_EVENT: 1, DISCOVERY_EVENT: 2 },
} as const satisfies {
  outcome: Record<SetOutcome, number>;
  status: Record<CallStatus, number>;
  callType: Record<CallType, number>;
};

/** A workspace is over the compaction threshold when more rows than this name the state of its calls. */
const compactionThreshold = 64;

/** The class of the advisory locks that keep two compactions of one workspace apart. */
const compactionLock = 72707371;

/**
 * Only values with several rows are touched. Rows that a writer adds meanwhile are not visible and stay as they are; a
 * row that another process compacted meanwhile is gone for the DELETE as well: each amount counts once.
 *
 * Rows are addressed by ctid, since none is ever updated: a join by value, planned on statistics from before a large
 * load, was quadratic.
 *
 * A compacted row's sequence lies beyond all sequences of writers. A writer that took its sequence before the compaction
 * may commit after it; the maximum sequence still names the compaction, so that (maximum, number) never names two states.
 */
const compactStatement = `
  WITH "turn" AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${compactionLock}, $1::int) AS "isOurs"),
  "counted" AS (
    SELECT ctid, count(*) OVER (PARTITION BY "dimension", "value", "day") AS "rows" FROM "EventCallRollup"
    WHERE "workspaceId" = $1 AND (SELECT "isOurs" FROM "turn")
  ),
  "gone" AS (
    DELETE FROM "EventCallRollup" t
    WHERE t.ctid = ANY (ARRAY(SELECT c.ctid FROM "counted" c WHERE c."rows" > 1)) AND t."workspaceId" = $1
    RETURNING t."dimension", t."value", t."day", t."amount"
  )
  INSERT INTO "EventCallRollup" ("workspaceId", "dimension", "value", "day", "sequence", "amount")
  SELECT $1, "dimension", "value", "day", (1::bigint << 52) + nextval('"EventCallRollup_sequence_seq"'), sum("amount")
  FROM "gone" GROUP BY "dimension", "value", "day"
  HAVING sum("amount") <> 0 OR ("dimension" = 0 AND "day" = '-infinity')`;

/** Adds up the rollups of a workspace to one row for each value and day; does nothing while another process does. */
export async function compactRollups(client: pg.Pool | pg.ClientBase, workspaceId: number): Promise<void> {
  await client.query(compactStatement, [workspaceId]);
}

/** The workspaces over the compaction threshold. */
export async function workspacesToCompact(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ workspaceId: number }>(
    `SELECT "workspaceId" FROM "EventCallRollup" WHERE "dimension" = 0 AND "value" = 0 AND "day" = '-infinity'
     GROUP BY "workspaceId" HAVING count(*) > ${compactionThreshold}`,
  );
  return rows.map(({ workspaceId }) => workspaceId);
}

export async function workspaceIds(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>('SELECT "id" FROM "Workspace" ORDER BY "id"');
  return rows.map(({ id }) => id);
}

/** By how much the rollups of workspace $1 differ from its calls, for each value and day, in one snapshot. */
const corrections = `
  SELECT x."dimension", x."value", x."day", sum(x."amount")::int AS "amount" FROM (
    SELECT k."dimension", k."value", k."day", 1 AS "amount" FROM "EventCall" c
    CROSS JOIN LATERAL "rollupKeys"(
      c."userId", c."setterId", c."eventId", c."outcome", c."status", c."callType", c."dateTime") k
    WHERE c."workspaceId" = $1
    UNION ALL
    SELECT r."dimension", r."value", r."day", -r."amount" FROM "EventCallRollup" r WHERE r."workspaceId" = $1
  ) x GROUP BY 1, 2, 3 HAVING sum(x."amount") <> 0`;

/** How many counters of a workspace are wrong. */
export async function wrongRollups(client: pg.Pool | pg.ClientBase, workspaceId: number): Promise<number> {
  const { rows } = await client.query<{ wrong: number }>(`SELECT count(*)::int AS "wrong" FROM (${corrections}) w`, [
    workspaceId,
  ]);
  return rows[0]?.wrong ?? 0;
}

/**
 * Corrects the counters of a workspace and returns how many were wrong. It adds the differences that one snapshot shows:
 * a writer's calls and counters are visible together or not at all, so writes go on meanwhile and stay exact. The lock
 * keeps a second rebuild from adding the same differences again.
 */
export async function rebuildRollups(client: pg.ClientBase, workspaceId: number): Promise<number> {
  await client.query('SELECT pg_advisory_xact_lock($1, $2)', [compactionLock, workspaceId]);
  const { rowCount } = await client.query(
    `INSERT INTO "EventCallRollup" ("workspaceId", "dimension", "value", "day", "amount")
     SELECT $1, w."dimension", w."value", w."day", w."amount" FROM (${corrections}) w`,
    [workspaceId],
  );
  return rowCount ?? 0;
}
