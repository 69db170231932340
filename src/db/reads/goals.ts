import type { Database } from '#src/db/database.ts';
import { dynamicStatement } from '#src/db/statement.ts';
import { type Instant, isoText } from '#src/db/types.ts';
import { type StoredGoal, storedGoalRecord } from '#src/domain/goals/goal.ts';
import type { JsonRow } from './json-record.ts';
import { Values, type VisibleRows, visibleTo } from './list.ts';
import { columnsOfRecord, recordReader } from './record-reader.ts';

/** A date is text in JSON, and what the driver makes of it in a column. */
export interface GoalRow extends Omit<StoredGoal, 'month'> {
  readonly month: Instant;
}

export const goals = recordReader<GoalRow>(columnsOfRecord('r', storedGoalRecord));

export function goalOfRow({ month, ...row }: GoalRow): StoredGoal {
  return { ...row, month: isoText(month).slice(0, 10) };
}

interface GoalsQuery extends VisibleRows {
  /** The first day of the month. */
  readonly month: string;
}

/** The goals of a month, those of the team first. */
export async function readGoals({ run }: Pick<Database, 'run'>, { month, ...rows }: GoalsQuery): Promise<StoredGoal[]> {
  const values = new Values();
  const conditions = [...visibleTo('r', values, rows), `r."month" = ${values.add(month, 'date')}`];
  const text = `SELECT h."nonce", g.* FROM (SELECT ${values.nonce()}) h LEFT JOIN (
      SELECT true AS "found", ${goals.record}, r."userId", r."number", r."currency", r."id"
      FROM "Goal" r WHERE ${conditions.join(' AND ')}
    ) g ON true ORDER BY g."userId" NULLS FIRST, g."number", g."currency" NULLS FIRST, g."id"`;
  const statement = dynamicStatement('goals.ofMonth', text, { isCommon: true, cost: 'row' });
  return goals.of(await run<JsonRow>(statement, values.list)).map(goalOfRow);
}
