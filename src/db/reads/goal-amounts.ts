import type { Database } from '#src/db/database.ts';
import { dynamicStatement } from '#src/db/statement.ts';
import type { AmountNumber } from '#src/domain/goals/goal.ts';
import { amountSql } from './record-reader.ts';

interface AmountsQuery {
  readonly workspaceId: number;
  /** The period, in epoch milliseconds; its end is exclusive. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** The money of a period in one currency, of one closer or of the whole team. */
export interface GoalAmount {
  readonly number: AmountNumber;
  readonly currency: string;
  readonly isTeam: boolean;
  /** The closer of the deal; null for the team, and for money without a closer. */
  readonly userId: number | null;
  readonly value: string;
}

// Unprepared: with the days of the month, PostgreSQL chooses the indexes of the times.
const statement = dynamicStatement(
  'goals.amounts',
  `WITH "money" AS (
     SELECT 'CASH' AS "number", t."currency", d."userId", t."value"
     FROM "Transaction" t LEFT JOIN "Deal" d ON d."workspaceId" = $1 AND d."id" = t."dealId"
     WHERE t."workspaceId" = $1 AND t."time" >= $2::timestamptz AND t."time" < $3::timestamptz
     UNION ALL
     SELECT 'CONTRACT_VALUE', d."currency", d."userId", d."value"
     FROM "Deal" d WHERE d."workspaceId" = $1 AND d."time" >= $2::timestamptz AND d."time" < $3::timestamptz)
   SELECT h."nonce", m."number" IS NOT NULL AS "found", m.* FROM (SELECT $4::int AS "nonce") h LEFT JOIN (
     SELECT "number", "currency"::text, grouping("userId") = 1 AS "isTeam", "userId", ${amountSql('sum("value")')} AS "value"
     FROM "money" GROUP BY GROUPING SETS (("number", "currency", "userId"), ("number", "currency"))
   ) m ON true`,
  { isCommon: false, cost: 'grows' },
);

/**
 * Adds the transactions of a period, in which refunds are negative, and the values of its deals, by currency, for each closer and
 * for the team, in one statement. The money of a payment belongs to the closer of its deal.
 */
export async function readGoalAmounts(db: Database, { workspaceId, fromMs, untilMs }: AmountsQuery) {
  const values = [workspaceId, new Date(fromMs).toISOString(), new Date(untilMs).toISOString()];
  const rows = await db.run<GoalAmount & { readonly found: boolean; readonly nonce: number }>(statement, values);
  return rows.filter(({ found }) => found).map(({ found, nonce, ...amount }): GoalAmount => amount);
}
