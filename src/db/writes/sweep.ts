import { fixedStatement } from '#src/db/statement.ts';
import { requestRetentionDays } from '#src/domain/api-requests/api-request.ts';
import type { Statement, StatementRunner } from '../statement.ts';

/** The advisory lock of the sweep: one node at a time. */
const sweepLock = 72707372;
const batchSize = 1000;

/** The condition of expired rows, by table. */
const expired = {
  IdempotencyRecord: '"expiresAt" <= now()',
  // For a week a request gets "Session expired" instead of "Invalid session".
  Session: `"expiresAt" <= now() - interval '7 days'`,
  Invitation: '"expiresAt" <= now()',
  AccountLink: '"expiresAt" <= now()',
  // For a week a request gets "Access token expired" instead of "Invalid access token".
  OAuthToken: `"expiresAt" <= now() - interval '7 days'`,
  // Its tokens are deleted with it.
  OAuthGrant: `least("revokedAt", "expiresAt") <= now() - interval '30 days'`,
  RateLimit: '"expire" <= (extract(epoch FROM now()) * 1000)::bigint',
  // Its deliveries and their attempts are deleted with it.
  WebhookEvent: `"createdAt" <= now() - interval '90 days'`,
  ApiRequest: `"time" <= now() - interval '${requestRetentionDays} days'`,
  // No call is announced again after its time.
  CallReminder: `"dateTime" <= now() - interval '1 day'`,
};

/** Of tables whose rows take many rows of others with them. */
const smallBatches: Partial<Record<keyof typeof expired, number>> = { WebhookEvent: 50 };

export type SweptTable = keyof typeof expired;

export const sweptTables = Object.keys(expired) as SweptTable[];

function batchSizeOf(table: string): number {
  return smallBatches[table as SweptTable] ?? batchSize;
}

/** Rows that are locked by others are left for the next sweep. */
const statements = Object.fromEntries(
  Object.entries(expired).map(([table, condition]) => [
    table,
    fixedStatement(
      `sweep.${table}`,
      `WITH "lock" AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${sweepLock}) AS "isHeld"),
      "deletedRows" AS (
        DELETE FROM "${table}" WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM "${table}" WHERE (SELECT "isHeld" FROM "lock") AND ${condition}
          LIMIT ${batchSizeOf(table)} FOR UPDATE SKIP LOCKED))
        RETURNING 1
      )
      SELECT count(*)::int AS "deleted" FROM "deletedRows"`,
    ),
  ]),
) as Record<SweptTable, ReturnType<typeof fixedStatement>>;

/** Deletes a batch of a table's expired rows, or nothing while another node sweeps. `isDone` after the last batch. */
export async function sweepBatch(
  runner: StatementRunner<Statement>,
  table: SweptTable,
): Promise<{ deleted: number; isDone: boolean }> {
  const [row] = await runner.run<{ deleted: number }>(statements[table], []);
  const deleted = row?.deleted ?? 0;
  return { deleted, isDone: deleted < batchSizeOf(table) };
}
