import type { ClientBase } from 'pg';
import type { MemberKey, RecordKey } from '#src/db/keys.ts';
import type { SetGoalInput, StoredGoal } from '#src/domain/goals/goal.ts';
import { type GoalRow, goalOfRow, goals } from '../reads/goals.ts';
import { countRows } from './rows.ts';

export function countGoals(client: ClientBase, workspaceId: number, month: string): Promise<number> {
  return countRows(client, workspaceId, { table: 'Goal', condition: '"month" = $2::date', values: [month] });
}

const sameGoal = `"workspaceId" = $1 AND "month" = $2::date AND "number" = $3::"GoalNumber"
  AND "userId" IS NOT DISTINCT FROM $4::int AND "currency" IS NOT DISTINCT FROM $5::bpchar`;

/** Replaces the target of a goal. Undefined if there is no goal of this number. Lock the workspace before. */
export async function replaceGoal(
  client: ClientBase,
  workspaceId: number,
  { month, number, userId = null, currency = null, target }: SetGoalInput,
): Promise<StoredGoal | undefined> {
  const { rows } = await client.query<GoalRow>(
    `UPDATE "Goal" r SET "target" = $6::numeric, "updatedAt" = now() WHERE ${sameGoal} RETURNING ${goals.columns}`,
    [workspaceId, month, number, userId, currency, target],
  );
  return rows[0] && goalOfRow(rows[0]);
}

export async function insertGoal(
  client: ClientBase,
  workspaceId: number,
  { month, number, userId = null, currency = null, target }: SetGoalInput,
): Promise<StoredGoal> {
  const { rows } = await client.query<GoalRow>(
    `INSERT INTO "Goal" AS r ("workspaceId", "month", "number", "userId", "currency", "target")
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${goals.columns}`,
    [workspaceId, month, number, userId, currency, target],
  );
  return goalOfRow(rows[0] as GoalRow);
}

export async function removeGoal(client: ClientBase, key: RecordKey): Promise<StoredGoal | undefined> {
  const { rows } = await client.query<GoalRow>(
    `DELETE FROM "Goal" r WHERE r."workspaceId" = $1 AND r."id" = $2 RETURNING ${goals.columns}`,
    [...key],
  );
  return rows[0] && goalOfRow(rows[0]);
}

/** A member who leaves reaches no goal any more. */
export async function deleteGoalsOfMember(client: ClientBase, key: MemberKey): Promise<void> {
  await client.query('DELETE FROM "Goal" WHERE "workspaceId" = $1 AND "userId" = $2', [...key]);
}
