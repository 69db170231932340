import { readCallNumbers } from '#src/db/reads/call-numbers.ts';
import { visibleRows } from '#src/domain/principal/policy.ts';
import { type CallNumbers, type CallNumbersInput, callNumbersOf, noCalls } from '#src/domain/reports/call-numbers.ts';
import type { Report } from '#src/domain/reports/report.ts';
import type { CallerContext } from '../context.ts';
import { dealsOfCalls } from '../event-calls/deals-of-calls.ts';
import { frameOf, reportOf } from './frame.ts';

/** The numbers of the visible calls of a period, by group, in total, and of the period of the same length before it. */
export async function readCallReport(
  context: CallerContext,
  { dateFrom, dateTo, groupBy, ...filters }: CallNumbersInput,
): Promise<Report<CallNumbers>> {
  const { db, principal } = context;
  const frame = frameOf(context, { dateFrom, dateTo, groupBy });
  const visible = visibleRows('EventCall', principal);
  const deals = dealsOfCalls(principal, filters, groupBy === 'product');
  const counted = await readCallNumbers(db, { ...filters, ...frame.query, ...deals, visible });
  const parts = {
    groups: counted.filter(({ part }) => part === 'group').map(({ key, label, ...count }) => ({ key, label, count })),
    total: counted.find(({ part }) => part === 'total'),
    previous: counted.find(({ part }) => part === 'previous'),
  };
  return reportOf(frame, parts, { numbersOf: callNumbersOf, none: noCalls });
}
