import { readCallNumbers } from '#src/db/reads/call-numbers.ts';
import { type GoalAmount, readGoalAmounts } from '#src/db/reads/goal-amounts.ts';
import { readGoals } from '#src/db/reads/goals.ts';
import type { WeeklyRecipient } from '#src/db/writes/weekly-mails.ts';
import type { StoredGoal } from '#src/domain/goals/goal.ts';
import { visibleRows } from '#src/domain/principal/policy.ts';
import { callNumbersOf, noCalls } from '#src/domain/reports/call-numbers.ts';
import { firstDayOfMonth, type Period, periodBefore } from '#src/domain/reports/report.ts';
import type { WeeklyCash, WeeklyNumbers } from '#src/domain/weekly-mails/numbers.ts';
import { dayIn, startOfDay } from '#src/lib/time/time-zones.ts';
import { dateOfDay, dayOfDate } from '#src/lib/time/zone-offsets.ts';
import type { ServiceContext } from '../context.ts';
import { withReached } from '../goals/reached.ts';

type Reader = Pick<ServiceContext, 'db' | 'clock'>;
type Recipient = WeeklyRecipient & { readonly workspaceId: number };

/**
 * The numbers of the week before a Monday, in the workspace's zone: those of the team for owners and admins, for others those of
 * the calls that they see. Undefined if there was no call in this week and the one before.
 */
export async function readWeeklyNumbers(
  context: Reader,
  recipient: Recipient,
  monday: string,
): Promise<WeeklyNumbers | undefined> {
  const { workspaceId, userId, role, workspaceZone } = recipient;
  const week = { dateFrom: dateOfDay(dayOfDate(monday) - 7), dateTo: dateOfDay(dayOfDate(monday) - 1) };
  const visible = visibleRows('EventCall', { role, userId, connectionId: undefined });
  const seesTeam = visible === undefined;
  const counted = await readCallNumbers(context.db, {
    workspaceId,
    visible,
    nowMs: context.clock.now().getTime(),
    previousFromMs: startOfDay(periodBefore(week).dateFrom, workspaceZone),
    fromMs: startOfDay(week.dateFrom, workspaceZone),
    untilMs: startOfDay(monday, workspaceZone),
    groupBy: seesTeam ? 'closer' : 'none',
    stepsMs: [],
  });
  const [numbers, previous] = (['total', 'previous'] as const).map((part) =>
    callNumbersOf(counted.find((each) => each.part === part) ?? noCalls),
  ) as [ReturnType<typeof callNumbersOf>, ReturnType<typeof callNumbersOf>];
  if (numbers.booked + previous.booked === 0) return undefined;
  const closers = counted
    .filter(({ part }) => part === 'group')
    .map((group) => ({ name: group.label ?? '', numbers: callNumbersOf(group) }));
  return {
    week,
    numbers,
    previous,
    closers: seesTeam ? closers : undefined,
    cash: await readCash(context, recipient, { week, seesTeam }),
    goals: await readOwnGoals(context, recipient),
  };
}

async function readCash(
  { db }: Reader,
  { workspaceId, userId, workspaceZone }: Recipient,
  { week, seesTeam }: { readonly week: Period; readonly seesTeam: boolean },
): Promise<WeeklyCash[]> {
  const inWeek = async ({ dateFrom, dateTo }: Period) => {
    const fromMs = startOfDay(dateFrom, workspaceZone);
    const untilMs = startOfDay(dateOfDay(dayOfDate(dateTo) + 1), workspaceZone);
    const amounts = await readGoalAmounts(db, { workspaceId, fromMs, untilMs });
    const isOwn = (amount: GoalAmount) => (seesTeam ? amount.isTeam : !amount.isTeam && amount.userId === userId);
    const cash = amounts.filter((amount) => amount.number === 'CASH' && isOwn(amount));
    return new Map(cash.map(({ currency, value }) => [currency, value]));
  };
  const [now, before] = [await inWeek(week), await inWeek(periodBefore(week))];
  return [...new Set([...now.keys(), ...before.keys()])].sort().map((currency) => {
    return { currency, value: now.get(currency) ?? '0.00', previous: before.get(currency) ?? '0.00' };
  });
}

/** The goals of the present month: those of the team, and the member's own. */
async function readOwnGoals(context: Reader, { workspaceId, userId, workspaceZone: timeZone }: Recipient) {
  const month = firstDayOfMonth(dayIn(context.clock.now(), timeZone));
  const all = await readGoals(context.db, { workspaceId, visible: undefined, month });
  const isShown = (goal: StoredGoal) => goal.userId === null || goal.userId === userId;
  return withReached(context, { workspaceId, timeZone }, all.filter(isShown));
}
