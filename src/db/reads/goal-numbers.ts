import type { Database } from '#src/db/database.ts';
import { dynamicStatement } from '#src/db/statement.ts';
import type { CallSet } from '#src/domain/event-calls/call-sets.ts';
import type { GoalNumber } from '#src/domain/goals/goal.ts';
import { countedSets, timesOfCall } from './event-calls/counted.ts';
import { amountSql } from './record-reader.ts';

interface NumbersQuery {
  readonly workspaceId: number;
  readonly nowMs: number;
  /** The period, in epoch milliseconds; its end is exclusive. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly numbers: ReadonlySet<GoalNumber>;
}

/** A number of a period, of one member or of the whole team. */
export interface ReachedNumber {
  readonly number: GoalNumber;
  /** Null for calls. */
  readonly currency: string | null;
  readonly isTeam: boolean;
  /** The member; null for the team, and for money without a closer. */
  readonly userId: number | null;
  readonly value: string;
}

const setOf = { BOOKED: 'booked', HELD: 'held', WON: 'won' } as const satisfies Partial<Record<GoalNumber, CallSet>>;

const inPeriod = (instant: string) => `${instant} >= $2::timestamptz AND ${instant} < $3::timestamptz`;

/** Each number in rows of its own: those of the team, and those of each member whom they belong to. */
const rowsOf: Readonly<Record<GoalNumber, string>> = {
  BOOKED: callsIn('BOOKED'),
  HELD: callsIn('HELD'),
  WON: callsIn('WON'),
  CASH: `SELECT 'CASH' AS "number", t."currency", m.*, t."value"
    FROM "Transaction" t LEFT JOIN "Deal" d ON d."workspaceId" = $1 AND d."id" = t."dealId"
    CROSS JOIN LATERAL (VALUES (true, NULL), (false, d."userId")) m("isTeam", "userId")
    WHERE t."workspaceId" = $1 AND ${inPeriod('t."time"')}`,
  CONTRACT_VALUE: `SELECT 'CONTRACT_VALUE' AS "number", d."currency", m.*, d."value"
    FROM "Deal" d CROSS JOIN LATERAL (VALUES (true, NULL), (false, d."userId")) m("isTeam", "userId")
    WHERE d."workspaceId" = $1 AND ${inPeriod('d."time"')}`,
};

/** A call belongs to its closer and to its setter, and once to a member who is both. */
function callsIn(number: keyof typeof setOf): string {
  const isIn = countedSets[setOf[number]](timesOfCall(() => '$4::timestamptz'));
  return `SELECT '${number}' AS "number", NULL AS "currency", m.*, 1::numeric AS "value" FROM "EventCall" c
    CROSS JOIN LATERAL (SELECT true AS "isTeam", NULL AS "userId" UNION SELECT false, c."userId" UNION SELECT false, c."setterId") m
    WHERE c."workspaceId" = $1 AND ${inPeriod('c."dateTime"')} AND ${isIn}`;
}

/**
 * Adds up the numbers of a period that goals are about, for each member and for the team, in one statement. Refunds are negative,
 * and the money of a payment belongs to the closer of its deal. Unlike a report, it hides nothing: what callers may see is decided
 * with their goals. It is planned for its values: with the days of the month, PostgreSQL chooses the indexes of the times.
 */
export async function readGoalNumbers(db: Database, query: NumbersQuery): Promise<ReachedNumber[]> {
  const { workspaceId, nowMs, fromMs, untilMs } = query;
  const rows = (Object.keys(rowsOf) as GoalNumber[])
    .filter((number) => query.numbers.has(number))
    .map((number) => rowsOf[number]);
  const text = `SELECT h."nonce", m."number" IS NOT NULL AS "found", m.* FROM (SELECT $5::int AS "nonce") h LEFT JOIN (
     SELECT r."number", r."currency"::text, r."isTeam", r."userId", ${amountSql('sum(r."value")')} AS "value"
     FROM (${rows.join(' UNION ALL ')}) r WHERE $4::timestamptz IS NOT NULL GROUP BY 1, 2, 3, 4
   ) m ON true`;
  const values = [workspaceId, ...[fromMs, untilMs, nowMs].map((each) => new Date(each).toISOString())];
  const found = await db.run<ReachedNumber & { readonly found: boolean; readonly nonce: number }>(
    dynamicStatement('goals.numbers', text, { isCommon: false, cost: 'grows' }),
    values,
  );
  return found.filter((row) => row.found).map(({ found: _, nonce, ...number }) => number);
}
