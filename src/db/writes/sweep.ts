import { fixedStatement } from '#src/db/statement.ts';
import type { StatementRunner } from '../database.ts';

/** The advisory lock of whoever sweeps: one node at a time. */
const sweepLock = 72707372;
const batchSize = 1000;

/** What is of no use to anybody any more, table by table. */
const ended = {
  IdempotencyRecord: '"expiresAt" <= now()',
  // For a week it is still told that the session has expired, and not that there never was one.
  Session: `"expiresAt" <= now() - interval '7 days'`,
  // For a week it is still told that the token has expired.
  OAuthToken: `"expiresAt" <= now() - interval '7 days'`,
  // With whatever tokens it has.
  OAuthGrant: `least("revokedAt", "expiresAt") <= now() - interval '30 days'`,
  RateLimit: '"expire" <= (extract(epoch FROM now()) * 1000)::bigint',
};

export type SweptTable = keyof typeof ended;

export const sweptTables = Object.keys(ended) as SweptTable[];

/** Rows that somebody is writing are left for the next time. */
const statements = Object.fromEntries(
  Object.entries(ended).map(([table, condition]) => [
    table,
    fixedStatement(
      `sweep.${table}`,
      `WITH "turn" AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${sweepLock}) AS "isOurs"),
      "gone" AS (
        DELETE FROM "${table}" WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM "${table}" WHERE (SELECT "isOurs" FROM "turn") AND ${condition}
          LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))
        RETURNING 1
      )
      SELECT count(*)::int AS "deleted" FROM "gone"`,
    ),
  ]),
) as Record<SweptTable, ReturnType<typeof fixedStatement>>;

/** Deletes some of a table's ended rows: nothing while another node does. `isDone` when there are no more. */
export async function sweepBatch(
  runner: StatementRunner,
  table: SweptTable,
): Promise<{ deleted: number; isDone: boolean }> {
  const [row] = await runner.run<{ deleted: number }>(statements[table], []);
  const deleted = row?.deleted ?? 0;
  return { deleted, isDone: deleted < batchSize };
}
