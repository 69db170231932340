import type pg from 'pg';

/** More rows than this that name the state of a workspace's calls, and it is worth while to fold them. */
const crowdedFrom = 64;

/** The class of the advisory locks that keep two folds of one workspace apart. */
const foldLock = 72707371;

/**
 * Only values with several rows are touched. Rows that a writer adds meanwhile are not seen and stay as they are; a
 * row that somebody else has folded in the meantime is gone for the DELETE as well: each amount counts once.
 *
 * Rows are named by their place, since none is ever changed: a join by value, planned on statistics from before a large
 * load, was quadratic.
 *
 * A folded row's sequence lies beyond all that writers draw. A writer that drew its sequence before the fold may
 * commit after it; the greatest sequence still names the fold, so that (greatest, number) never names two states.
 */
const foldStatement = `
  WITH "turn" AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${foldLock}, $1::int) AS "isOurs"),
  "counted" AS (
    SELECT ctid, count(*) OVER (PARTITION BY "dimension", "value", "day") AS "rows" FROM "EventCallTally"
    WHERE "workspaceId" = $1 AND (SELECT "isOurs" FROM "turn")
  ),
  "gone" AS (
    DELETE FROM "EventCallTally" t
    WHERE t.ctid = ANY (ARRAY(SELECT c.ctid FROM "counted" c WHERE c."rows" > 1)) AND t."workspaceId" = $1
    RETURNING t."dimension", t."value", t."day", t."amount"
  )
  INSERT INTO "EventCallTally" ("workspaceId", "dimension", "value", "day", "sequence", "amount")
  SELECT $1, "dimension", "value", "day", (1::bigint << 52) + nextval('"EventCallTally_sequence_seq"'), sum("amount")
  FROM "gone" GROUP BY "dimension", "value", "day"
  HAVING sum("amount") <> 0 OR ("dimension" = 0 AND "day" = '-infinity')`;

/** Adds the tallies of a workspace up to one row for each value and day; nothing while somebody else does. */
export async function foldTallies(client: pg.Pool | pg.ClientBase, workspaceId: number): Promise<void> {
  await client.query(foldStatement, [workspaceId]);
}

/** The workspaces in which enough was written since they were last folded. */
export async function crowdedWorkspaces(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ workspaceId: number }>(
    `SELECT "workspaceId" FROM "EventCallTally" WHERE "dimension" = 0 AND "value" = 0 AND "day" = '-infinity'
     GROUP BY "workspaceId" HAVING count(*) > ${crowdedFrom}`,
  );
  return rows.map(({ workspaceId }) => workspaceId);
}
