import { readCallNumbers } from '#src/db/reads/call-numbers.ts';
import { visibleRows } from '#src/domain/principal/policy.ts';
import {
  type CallNumbers,
  type CallNumbersInput,
  type CountedCalls,
  callNumbersOf,
  noCalls,
} from '#src/domain/reports/call-numbers.ts';
import type { Report } from '#src/domain/reports/report.ts';
import type { CallerContext } from '../context.ts';
import { frameOf, reportOf } from './frame.ts';

/** The numbers of the visible calls of a period, by group, in total, and of the period of the same length before it. */
export async function readCallReport(
  context: CallerContext,
  { dateFrom, dateTo, groupBy, ...filters }: CallNumbersInput,
): Promise<Report<CallNumbers>> {
  const { db, principal } = context;
  const frame = frameOf(context, { dateFrom, dateTo, groupBy });
  const visible = visibleRows('EventCall', principal);
  const counted = await readCallNumbers(db, { ...filters, ...frame.query, visible });
  const parts = {
    groups: counted.filter(({ part }) => part === 'group').map(({ key, label, ...count }) => ({ key, label, count })),
    total: counted.find(({ part }) => part === 'total'),
    previous: counted.find(({ part }) => part === 'previous'),
  };
  return reportOf(frame, parts, { numbersOf: callNumbersOf, none: noCalls });
}

interface ClosersQuery {
  readonly workspaceId: number;
  /** The period, in epoch milliseconds; its end is exclusive. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** The counts of the calls of each closer, by user id, and of all, whoever the caller is. */
export interface CallsOfClosers {
  readonly team: CountedCalls;
  readonly ofCloser: ReadonlyMap<number, CountedCalls>;
}

/** Counts the calls of a period by closer, in one statement. Unlike a report, it hides nothing: what callers may see is theirs to decide. */
export async function countCallsOfClosers(
  { db, clock }: Pick<CallerContext, 'db' | 'clock'>,
  { workspaceId, fromMs, untilMs }: ClosersQuery,
): Promise<CallsOfClosers> {
  const counted = await readCallNumbers(db, {
    workspaceId,
    visible: undefined,
    nowMs: clock.now().getTime(),
    // There is no period before it.
    previousFromMs: fromMs,
    fromMs,
    untilMs,
    groupBy: 'closer',
    stepsMs: [],
  });
  const groups = counted.filter(({ part }) => part === 'group');
  return {
    team: counted.find(({ part }) => part === 'total') ?? noCalls,
    ofCloser: new Map(groups.map((group) => [Number(group.key), group])),
  };
}
