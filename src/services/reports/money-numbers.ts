import { type MoneyRow, readMoneyNumbers } from '#src/db/reads/reports/money-numbers.ts';
import { requireScopes } from '#src/domain/principal/access.ts';
import { visibleRows } from '#src/domain/principal/policy.ts';
import {
  type CountedMoney,
  type MoneyNumbers,
  type MoneyNumbersInput,
  moneyNumbersOf,
  noMoney,
} from '#src/domain/reports/money-numbers.ts';
import type { Report } from '#src/domain/reports/report.ts';
import type { CallerContext } from '../context.ts';
import { compareKeys, frameOf, reportOf } from './frame.ts';

/** The scopes of what is counted. */
export const moneyScopes = ['deals:read', 'transactions:read', 'eventCalls:read'] as const;

/** What the visible deals of a period are worth and what was paid in it, with the calls that led to it. */
export async function readMoneyReport(
  context: CallerContext,
  { dateFrom, dateTo, groupBy, ...filters }: MoneyNumbersInput,
): Promise<Report<MoneyNumbers>> {
  const { db, principal } = context;
  requireScopes(principal, moneyScopes);
  const frame = frameOf(context, { dateFrom, dateTo, groupBy });
  const rows = await readMoneyNumbers(db, {
    ...filters,
    ...frame.query,
    visibleDeals: visibleRows('Deal', principal),
    visibleTransactions: visibleRows('Transaction', principal),
    visibleCalls: visibleRows('EventCall', principal),
  });
  const ofPart = (part: MoneyRow['part']) => countedMoney(rows.filter((row) => row.part === part));
  const parts = {
    groups: groupsOf(rows.filter(({ part }) => part === 'group')),
    total: ofPart('total'),
    previous: ofPart('previous'),
  };
  return reportOf(frame, parts, { numbersOf: moneyNumbersOf, none: noMoney });
}

/** The groups of most deals are first, and among these those of most calls. */
function groupsOf(rows: readonly MoneyRow[]) {
  const groups = [...Map.groupBy(rows, ({ key }) => key)].map(([key, ofKey]) => {
    const count = countedMoney(ofKey);
    const deals = count.deals.reduce((sum, each) => sum + each.count, 0);
    return { key, label: ofKey[0]?.label ?? null, count, deals };
  });
  return groups.sort(
    (one, other) => other.deals - one.deals || other.count.booked - one.count.booked || compareKeys(one.key, other.key),
  );
}

/** What is added of one group, from its rows. */
export function countedMoney(rows: readonly MoneyRow[]): CountedMoney {
  const of = (what: MoneyRow['what']) =>
    rows
      .filter((row) => row.what === what)
      .map((row) => ({ ...row, currency: row.currency ?? '', value: row.value ?? '0.00' }));
  const calls = rows.find(({ what }) => what === 'calls');
  return {
    deals: of('deals').flatMap(({ transactionType, ...row }) => (transactionType ? [{ ...row, transactionType }] : [])),
    paid: of('paid'),
    transactions: of('transactions').map((row) => ({ ...row, refunds: row.refunds ?? '0.00' })),
    booked: calls?.count ?? 0,
    held: calls?.held ?? 0,
  };
}
