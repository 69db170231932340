import { readGoals } from '#src/db/reads/goals.ts';
import { countGoals, insertGoal, removeGoal, replaceGoal } from '#src/db/writes/goals.ts';
import { lockMember } from '#src/db/writes/members.ts';
import { lockWorkspace } from '#src/db/writes/rows.ts';
import { fieldError, recordNotFound } from '#src/domain/errors.ts';
import { type Goal, type GoalListInput, maxGoals, type SetGoalInput, type StoredGoal } from '#src/domain/goals/goal.ts';
import type { ById } from '#src/domain/input.ts';
import { visibleRows } from '#src/domain/principal/policy.ts';
import { firstDayOfMonth } from '#src/domain/reports/report.ts';
import { fitsCurrency } from '#src/domain/sales/money.ts';
import { dayIn } from '#src/lib/time/time-zones.ts';
import type { CallerContext } from '../context.ts';
import { withReached } from './reached.ts';

/** The goals of a month that the caller sees: those of the team and their own, or all for owners and admins. */
export async function listGoals(context: CallerContext, { month }: GoalListInput): Promise<Goal[]> {
  const { db, principal, clock } = context;
  const { workspaceId, timeZone } = principal;
  const goals = await readGoals(db, {
    workspaceId,
    visible: visibleRows('Goal', principal),
    month: month ?? firstDayOfMonth(dayIn(clock.now(), timeZone)),
  });
  return withReached(context, principal, goals);
}

/** Sets a goal; the one of the same month, member, number and currency is replaced. */
export async function setGoal(context: CallerContext, input: SetGoalInput): Promise<Goal> {
  const { db, principal } = context;
  const { workspaceId } = principal;
  const { userId, currency, target, month } = input;
  if (currency && !fitsCurrency(target, currency))
    throw fieldError('target', 'too_precise', `Has more decimals than ${currency} has`);
  const goal = await db.write(async (client) => {
    // Several goals of one number would be possible otherwise, and more than the most of a month.
    await lockWorkspace(client, workspaceId);
    if (userId != null && !(await lockMember(client, workspaceId, userId)))
      throw fieldError('userId', 'not_found', 'Is not a member of this workspace');
    const replaced = await replaceGoal(client, workspaceId, input);
    if (replaced) return replaced;
    if ((await countGoals(client, workspaceId, month)) >= maxGoals)
      throw fieldError('month', 'limit_reached', `A month can have at most ${maxGoals} goals: delete one`);
    return insertGoal(client, workspaceId, input);
  });
  return reachedOf(context, goal);
}

/** Deletes a goal, and returns it as it was. */
export async function deleteGoal(context: CallerContext, { id }: ById): Promise<Goal> {
  const { db, principal } = context;
  const goal = await db.write(async (client) => {
    const removed = await removeGoal(client, [principal.workspaceId, id]);
    if (!removed) throw recordNotFound('id');
    return removed;
  });
  return reachedOf(context, goal);
}

async function reachedOf(context: CallerContext, goal: StoredGoal): Promise<Goal> {
  const [withNumber] = await withReached(context, context.principal, [goal]);
  return withNumber as Goal;
}
