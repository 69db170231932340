import type pg from 'pg';
import { awaitsOutcome } from '../reads/event-calls/query.ts';
import { dimensions, rollupNumbers } from '../rollups.ts';
import { inTransaction } from '../transaction.ts';
import { insertRollups, isNeeded, type RollupRow } from './rollups.ts';

/** The compaction threshold of the number of rows that identify the state of a workspace's calls. */
const compactionThreshold = 64;

/** The class of the advisory locks that prevent concurrent compactions of one workspace. */
const compactionLock = 72707371;

/** A value and day with several rows: their sum, and their sequences. */
interface SplitCounter extends RollupRow {
  readonly sequences: readonly string[];
}

const splitCountersStatement = `
  SELECT "dimension", "value", "day", sum("amount")::int AS "amount", array_agg("sequence") AS "sequences"
  FROM "EventCallRollup" WHERE "workspaceId" = $1 GROUP BY "dimension", "value", "day" HAVING count(*) > 1`;

/**
 * The sequences are a parameter and not a subquery: PostgreSQL then looks each row up in a hash table of them, whatever its
 * statistics say. A join, planned with statistics from before a large load, was quadratic.
 */
const deleteStatement = `DELETE FROM "EventCallRollup" WHERE "workspaceId" = $1 AND "sequence" = ANY($2::bigint[])`;

/**
 * The sequence of a compacted row is above all sequences of writers, including those on Citus workers, which begin at multiples
 * of 2^48. A writer that took its sequence before the compaction may commit after it. The maximum sequence still identifies the
 * compaction, so that (maximum, number) never identifies two states.
 */
const compactedSequence = `(1::bigint << 60) + nextval('"EventCallRollup_sequence_seq"')`;

/**
 * Sums the rollups of a workspace into one row for each value and day; does nothing while another process does. Rows that a
 * writer adds meanwhile are not among the sequences and stay. The lock does not exclude a process that is connected to another
 * Citus node. Then rows are gone already and this transaction is rolled back, so each amount counts once.
 */
export function compactRollups(pool: pg.Pool, workspaceId: number): Promise<void> {
  return inTransaction(pool, async (client) => {
    const turn = await client.query<{ isOurs: boolean }>('SELECT pg_try_advisory_xact_lock($1, $2) AS "isOurs"', [
      ...[compactionLock, workspaceId],
    ]);
    if (!turn.rows[0]?.isOurs) return;
    const { rows } = await client.query<SplitCounter>(splitCountersStatement, [workspaceId]);
    if (rows.length === 0) return;
    const sequences = rows.flatMap((row) => row.sequences);
    const { rowCount } = await client.query(deleteStatement, [workspaceId, sequences]);
    if (rowCount !== sequences.length)
      throw new Error('Another process compacted these rollups. The next run goes on.');
    await insertRollups(client, workspaceId, rows.filter(isNeeded), { sequence: compactedSequence });
  });
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

/** The differences between the rollups of workspace $1 and its calls, for each value and day, in one snapshot. */
const corrections = `
  SELECT x."dimension", x."value", x."day", sum(x."amount")::int AS "amount" FROM (
    SELECT v."dimension", v."value", d."day", 1 AS "amount" FROM "EventCall" c
    CROSS JOIN LATERAL (VALUES
      (${dimensions.all}, 0),
      (${dimensions.closer}, c."userId"),
      (${dimensions.setter}, c."setterId"),
      (${dimensions.event}, c."eventId"),
      (${dimensions.outcome}, CASE WHEN ${awaitsOutcome} THEN 0 ELSE ${numberOf('outcome')} END),
      (${dimensions.status}, ${numberOf('status')}),
      (${dimensions.callType}, ${numberOf('callType')})
    ) v("dimension", "value")
    CROSS JOIN LATERAL (VALUES ('-infinity'::date), ((c."dateTime" AT TIME ZONE 'UTC')::date)) d("day")
    WHERE c."workspaceId" = $1 AND v."value" IS NOT NULL
    UNION ALL
    SELECT r."dimension", r."value", r."day", -r."amount" FROM "EventCallRollup" r WHERE r."workspaceId" = $1
  ) x GROUP BY 1, 2, 3 HAVING sum(x."amount") <> 0`;

/** SQL for the number of an enum value. */
function numberOf(column: keyof typeof rollupNumbers): string {
  const words = Object.entries(rollupNumbers[column]).map(([word, number]) => `WHEN '${word}' THEN ${number}`);
  return `CASE c."${column}" ${words.join(' ')} END`;
}

/** Counts the wrong rollups of a workspace. */
export async function wrongRollups(client: pg.Pool | pg.ClientBase, workspaceId: number): Promise<number> {
  const { rows } = await client.query<{ wrong: number }>(`SELECT count(*)::int AS "wrong" FROM (${corrections}) w`, [
    workspaceId,
  ]);
  return rows[0]?.wrong ?? 0;
}

/**
 * Corrects the rollups of a workspace and returns how many were wrong. It adds the differences that one snapshot shows: a
 * writer's calls and rollups become visible together, so concurrent writes stay exact. The lock keeps a second rebuild from
 * adding the same differences again.
 */
export async function rebuildRollups(client: pg.ClientBase, workspaceId: number): Promise<number> {
  await client.query('SELECT pg_advisory_xact_lock($1, $2)', [compactionLock, workspaceId]);
  const { rows } = await client.query<RollupRow>(corrections, [workspaceId]);
  await insertRollups(client, workspaceId, rows);
  return rows.length;
}
