import { type LeadRow, readLeadNumbers } from '#src/db/reads/reports/lead-numbers.ts';
import { requireScopes } from '#src/domain/principal/access.ts';
import { visibleRows } from '#src/domain/principal/policy.ts';
import {
  type CountedLeadGroup,
  type LeadNumbers,
  type LeadNumbersInput,
  leadNumbersOf,
} from '#src/domain/reports/lead-numbers.ts';
import type { Report } from '#src/domain/reports/report.ts';
import type { CallerContext } from '../context.ts';
import { compareKeys, frameOf, reportOf } from './frame.ts';

/** The scopes of what is counted. What contacts bought needs the access to deals as well. */
export const leadScopes = ['contacts:read', 'eventCalls:read'] as const;

/** How far the contacts of a period have come, with the visible calls. */
export async function readLeadReport(
  context: CallerContext,
  { dateFrom, dateTo, groupBy, ...filters }: LeadNumbersInput,
): Promise<Report<LeadNumbers>> {
  const { db, principal } = context;
  requireScopes(principal, leadScopes);
  const isByProduct = groupBy === 'product' || filters.productIds !== undefined || filters.hasProduct !== undefined;
  if (isByProduct) requireScopes(principal, ['deals:read']);
  const frame = frameOf(context, { dateFrom, dateTo, groupBy });
  const rows = await readLeadNumbers(db, {
    ...filters,
    ...frame.query,
    visibleCalls: visibleRows('EventCall', principal),
    visibleDeals: visibleRows('Deal', principal),
  });
  const ofPart = (part: LeadRow['part']) => countedOf(rows.filter((row) => row.part === part));
  const parts = {
    groups: groupsOf(rows.filter(({ part }) => part === 'group')),
    total: ofPart('total'),
    previous: ofPart('previous'),
  };
  return reportOf(frame, parts, { numbersOf: leadNumbersOf, none: {} });
}

/** The groups of most contacts are first, and among these those of most first bookings. */
function groupsOf(rows: readonly LeadRow[]) {
  const groups = [...Map.groupBy(rows, ({ key }) => key)].map(([key, ofKey]) => ({
    key,
    label: ofKey[0]?.label ?? null,
    count: countedOf(ofKey),
  }));
  const created = ({ count }: (typeof groups)[number]) => count.leads?.created ?? 0;
  const booked = ({ count }: (typeof groups)[number]) => count.cohort?.booked ?? 0;
  return groups.sort(
    (one, other) => created(other) - created(one) || booked(other) - booked(one) || compareKeys(one.key, other.key),
  );
}

function countedOf(rows: readonly LeadRow[]): CountedLeadGroup {
  return Object.fromEntries(rows.map(({ what, counts }) => [what, counts]));
}
