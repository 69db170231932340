import { addedAmounts } from '#src/lib/decimal.ts';
import type { DealRecordFragment } from '../../../gql/deal.ts';
import { installmentOf } from '../../../parts/money.ts';
import { isPositive, openOf } from '../titles.ts';

type Transactions = NonNullable<DealRecordFragment['transactions']>;

/** What is left of a payment after its refunds. */
export function leftOf(payment: Transactions[number], transactions: Transactions): string {
  return transactions
    .filter(({ refundOf }) => refundOf === payment.id)
    .reduce((left, { value }) => addedAmounts(left, value), payment.value);
}

/** The payments of the plan that were made, and not returned in full. */
export function paymentsOf({ transactions }: Pick<DealRecordFragment, 'transactions'>): Transactions {
  const all = transactions ?? [];
  return all.filter((payment) => payment.refundOf === null && isPositive(leftOf(payment, all)));
}

/** The next installment of a plan, or all that is open without one; undefined where nothing is open. */
export function nextPayment(deal: DealRecordFragment): string | undefined {
  const open = openOf(deal);
  if (open === undefined || Number(open) <= 0) return undefined;
  const left = Math.max(1, (deal.installments ?? 1) - paymentsOf(deal).length);
  return installmentOf(open, String(left), deal.currency);
}
