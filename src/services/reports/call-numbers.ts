import { type CountedGroup, readCallNumbers } from '#src/db/reads/call-numbers.ts';
import { visibleRows } from '#src/domain/principal/policy.ts';
import { type CallNumbers, type CallNumbersInput, callNumbersOf, noCalls } from '#src/domain/reports/call-numbers.ts';
import { type Grouping, periodBefore, periodOf, type Report, stepsOf } from '#src/domain/reports/report.ts';
import { dayIn, startOfDay, startOfNextDay } from '#src/lib/time/time-zones.ts';
import type { CallerContext } from '../context.ts';

/** The numbers of the visible calls of a period, by group, in total, and of the period of the same length before it. */
export async function readCallReport(
  { db, principal, clock }: CallerContext,
  { dateFrom, dateTo, groupBy = 'none', ...filters }: CallNumbersInput,
): Promise<Report<CallNumbers>> {
  const { workspaceId, timeZone } = principal;
  const now = clock.now();
  const period = periodOf({ dateFrom, dateTo }, dayIn(now, timeZone));
  const steps = isStep(groupBy) ? stepsOf(period, groupBy) : [];
  const counted = await readCallNumbers(db, {
    ...filters,
    workspaceId,
    visible: visibleRows('EventCall', principal),
    nowMs: now.getTime(),
    previousFromMs: startOfDay(periodBefore(period).dateFrom, timeZone),
    fromMs: startOfDay(period.dateFrom, timeZone),
    untilMs: startOfNextDay(period.dateTo, timeZone),
    groupBy,
    stepsMs: steps.map((day) => startOfDay(day, timeZone)),
  });
  const numbersOf = (part: CountedGroup['part']) =>
    callNumbersOf(counted.find((each) => each.part === part) ?? noCalls);
  const groups = counted.filter(({ part }) => part === 'group');
  return {
    ...period,
    timeZone,
    groupBy,
    groups: steps.length > 0 ? groupsOfSteps(steps, groups) : groups.map((group) => groupOf(groupBy, group)),
    total: numbersOf('total'),
    previous: numbersOf('previous'),
  };
}

function isStep(groupBy: Grouping): groupBy is 'day' | 'week' | 'month' {
  return groupBy === 'day' || groupBy === 'week' || groupBy === 'month';
}

/** Days, weeks and months without calls are groups too. */
function groupsOfSteps(steps: readonly string[], groups: readonly CountedGroup[]) {
  const byStep = new Map(groups.map((group) => [group.key, group]));
  return steps.map((day, index) => ({
    key: day,
    label: day,
    ...callNumbersOf(byStep.get(String(index + 1)) ?? noCalls),
  }));
}

const withoutName: Readonly<Partial<Record<Grouping, string>>> = {
  setter: 'No setter',
  source: 'No source',
  product: 'No product',
};

function groupOf(groupBy: Grouping, group: CountedGroup) {
  const { key, label } = group;
  return { key, label: label ?? key ?? withoutName[groupBy] ?? '', ...callNumbersOf(group) };
}
