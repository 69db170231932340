import type { z } from 'zod';
import { readCallReasons } from '#src/db/reads/call-reasons.ts';
import { visibleRows } from '#src/domain/principal/policy.ts';
import type { CallReasons, callReasonsInput } from '#src/domain/reports/call-reasons.ts';
import type { CallerContext } from '../context.ts';
import { dealsOfCalls } from '../event-calls/deals-of-calls.ts';
import { frameOf } from './frame.ts';

/** Why the visible calls of a period were not won. */
export async function countCallReasons(
  context: CallerContext,
  { dateFrom, dateTo, ...filters }: z.output<typeof callReasonsInput>,
): Promise<CallReasons> {
  const { db, principal } = context;
  const frame = frameOf(context, { dateFrom, dateTo });
  const visible = visibleRows('EventCall', principal);
  const counted = await readCallReasons(db, frame.query, { ...filters, ...dealsOfCalls(principal, filters), visible });
  return { dateFrom: frame.dateFrom, dateTo: frame.dateTo, timeZone: frame.timeZone, ...counted };
}
