import { readGoalAmounts } from '#src/db/reads/goal-amounts.ts';
import { type Goal, isAmount, type StoredGoal } from '#src/domain/goals/goal.ts';
import type { CountedCalls } from '#src/domain/reports/call-numbers.ts';
import { lastDayOfMonth, type Period } from '#src/domain/reports/report.ts';
import { dayIn, startOfDay, startOfNextDay } from '#src/lib/time/time-zones.ts';
import type { ServiceContext } from '../context.ts';
import { countCallsOfClosers } from '../reports/call-numbers.ts';

/** What decides the numbers of goals: whose calls and deals, and where the days of its month begin. */
export interface GoalPlace {
  readonly workspaceId: number;
  readonly timeZone: string;
}

/**
 * Adds to goals of one month what is reached so far. The calls of all closers are counted in one statement, and their money is
 * added in another, each only if a goal needs it.
 */
export async function withReached(
  context: Pick<ServiceContext, 'db' | 'clock'>,
  place: GoalPlace,
  goals: readonly StoredGoal[],
): Promise<Goal[]> {
  const [first] = goals;
  if (!first) return [];
  const today = dayIn(context.clock.now(), place.timeZone);
  const period = { dateFrom: first.month, dateTo: earlier(today, lastDayOfMonth(first.month)) };
  const reached = period.dateTo < period.dateFrom ? nothing : await readReached(context, place, period, goals);
  return goals.map(({ createdAt, updatedAt, target, ...goal }) => {
    const [shownTarget, shownReached] = [target, reached(goal)].map((value) =>
      isAmount(goal.number) ? value : wholeText(value),
    ) as [string, string];
    return { ...goal, target: shownTarget, reached: shownReached, createdAt, updatedAt };
  });
}

type Reached = (goal: Pick<StoredGoal, 'number' | 'userId' | 'currency'>) => string;

const nothing: Reached = ({ number }) => (isAmount(number) ? '0.00' : '0');

const countOf = { BOOKED: 'booked', HELD: 'held', WON: 'won' } as const satisfies Record<string, keyof CountedCalls>;

async function readReached(
  context: Pick<ServiceContext, 'db' | 'clock'>,
  { workspaceId, timeZone }: GoalPlace,
  period: Period,
  goals: readonly StoredGoal[],
): Promise<Reached> {
  const ofCalls = goals.some(({ number }) => !isAmount(number));
  const ofMoney = goals.some(({ number }) => isAmount(number));
  const fromMs = startOfDay(period.dateFrom, timeZone);
  const untilMs = startOfNextDay(period.dateTo, timeZone);
  const [calls, money] = await Promise.all([
    ofCalls ? countCallsOfClosers(context, { workspaceId, fromMs, untilMs }) : undefined,
    ofMoney ? readGoalAmounts(context.db, { workspaceId, fromMs, untilMs }) : [],
  ]);
  return (goal) => {
    const { number, userId, currency } = goal;
    if (!isAmount(number)) {
      const counted = userId === null ? calls?.team : calls?.ofCloser.get(userId);
      return String(counted?.[countOf[number]] ?? 0);
    }
    const amount = money.find(
      (each) =>
        each.number === number &&
        each.currency === currency &&
        (userId === null ? each.isTeam : !each.isTeam && each.userId === userId),
    );
    return amount?.value ?? nothing(goal);
  };
}

/** A number of calls without decimals. */
function wholeText(value: string): string {
  return value.split('.')[0] ?? value;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
