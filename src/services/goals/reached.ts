import { type ReachedNumber, readGoalNumbers } from '#src/db/reads/goal-numbers.ts';
import { type Goal, isAmount, type StoredGoal } from '#src/domain/goals/goal.ts';
import { lastDayOfMonth } from '#src/domain/reports/report.ts';
import { dayIn, startOfDay, startOfNextDay } from '#src/lib/time/time-zones.ts';
import type { ServiceContext } from '../context.ts';

/** What decides the numbers of goals: whose calls and deals, and where the days of its month begin. */
export interface GoalPlace {
  readonly workspaceId: number;
  readonly timeZone: string;
}

/** Adds to goals of one month what is reached so far. */
export async function withReached(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  { workspaceId, timeZone }: GoalPlace,
  goals: readonly StoredGoal[],
): Promise<Goal[]> {
  const [first] = goals;
  if (!first) return [];
  const now = clock.now();
  const [fromMs, untilMs] = [
    startOfDay(first.month, timeZone),
    startOfNextDay(earlier(dayIn(now, timeZone), lastDayOfMonth(first.month)), timeZone),
  ];
  const numbers = new Set(goals.map(({ number }) => number));
  const reached =
    untilMs <= fromMs ? [] : await readGoalNumbers(db, { workspaceId, nowMs: now.getTime(), fromMs, untilMs, numbers });
  return goals.map(({ createdAt, updatedAt, target, ...goal }) => {
    const value = reached.find(isOf(goal))?.value ?? '0.00';
    const [shownTarget, shownReached] = isAmount(goal.number) ? [target, value] : [wholeText(target), wholeText(value)];
    return { ...goal, target: shownTarget, reached: shownReached, createdAt, updatedAt };
  });
}

function isOf(goal: Pick<StoredGoal, 'number' | 'userId' | 'currency'>) {
  return ({ number, currency, isTeam, userId }: ReachedNumber) =>
    number === goal.number && currency === goal.currency && isTeam === (goal.userId === null) && userId === goal.userId;
}

/** A number of calls without decimals. */
function wholeText(value: string): string {
  return value.split('.')[0] ?? value;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
