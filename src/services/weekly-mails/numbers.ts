import { readCallNumbers } from '#src/db/reads/call-numbers.ts';
import { readGoals } from '#src/db/reads/goals.ts';
import { type MoneyRow, readMoneyNumbers } from '#src/db/reads/reports/money-numbers.ts';
import type { PeriodQuery } from '#src/db/reads/reports/period.ts';
import type { WeeklyRecipient } from '#src/db/writes/weekly-mails.ts';
import type { StoredGoal } from '#src/domain/goals/goal.ts';
import { type Caller, visibleRows } from '#src/domain/principal/policy.ts';
import { callNumbersOf, noCalls } from '#src/domain/reports/call-numbers.ts';
import { moneyNumbersOf } from '#src/domain/reports/money-numbers.ts';
import { firstDayOfMonth, periodBefore } from '#src/domain/reports/report.ts';
import type { WeeklyCash, WeeklyNumbers } from '#src/domain/weekly-mails/numbers.ts';
import { startOfDay } from '#src/lib/time/time-zones.ts';
import { dateOfDay, dayOfDate } from '#src/lib/time/zone-offsets.ts';
import type { ServiceContext } from '../context.ts';
import { withReached } from '../goals/reached.ts';
import { countedMoney } from '../reports/money-numbers.ts';

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
  const caller = { role, userId, connectionId: undefined };
  const visible = visibleRows('EventCall', caller);
  const seesTeam = visible === undefined;
  const query: PeriodQuery = {
    workspaceId,
    nowMs: context.clock.now().getTime(),
    previousFromMs: startOfDay(periodBefore(week).dateFrom, workspaceZone),
    fromMs: startOfDay(week.dateFrom, workspaceZone),
    untilMs: startOfDay(monday, workspaceZone),
    groupBy: seesTeam ? 'closer' : 'none',
    stepsMs: [],
  };
  const counted = await readCallNumbers(context.db, { ...query, visible });
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
    cash: await readCash(context, query, caller),
    // The last mail about a month, which can come in the next one, says how it ended.
    goals: await readOwnGoals(context, recipient, firstDayOfMonth(week.dateTo)),
  };
}

/** The cash of both weeks, as the report of money has it for the recipient. */
async function readCash({ db }: Reader, query: PeriodQuery, caller: Caller): Promise<WeeklyCash[]> {
  const rows = await readMoneyNumbers(db, {
    ...query,
    groupBy: 'none',
    visibleDeals: visibleRows('Deal', caller),
    visibleTransactions: visibleRows('Transaction', caller),
    visibleCalls: visibleRows('EventCall', caller),
  });
  const cashOf = (part: MoneyRow['part']) => moneyNumbersOf(countedMoney(rows.filter((row) => row.part === part))).cash;
  const [now, before] = [cashOf('total'), cashOf('previous')];
  const amountIn = (cash: typeof now, currency: string) =>
    cash.find((each) => each.currency === currency)?.value ?? '0.00';
  return [...new Set([...now, ...before].map(({ currency }) => currency))].sort().map((currency) => {
    return { currency, value: amountIn(now, currency), previous: amountIn(before, currency) };
  });
}

/** The goals of a month: those of the team, and the member's own. */
async function readOwnGoals(
  context: Reader,
  { workspaceId, userId, workspaceZone: timeZone }: Recipient,
  month: string,
) {
  const all = await readGoals(context.db, { workspaceId, visible: undefined, month });
  const isShown = (goal: StoredGoal) => goal.userId === null || goal.userId === userId;
  return withReached(context, { workspaceId, timeZone }, all.filter(isShown));
}
