import type { ClientBase } from 'pg';
import { leftOfPayment, transactionWrites } from '#src/db/writes/sales.ts';
import { fieldError, recordNotFound } from '#src/domain/errors.ts';
import { type Principal, visibleRows } from '#src/domain/principal/policy.ts';
import type { CreateTransactionInput, Transaction } from '#src/domain/transactions/transaction.ts';

/** No other refund of a payment is added while it is locked. */
const lock = 'FOR NO KEY UPDATE';

type Changes = Partial<Pick<Transaction, 'value' | 'currency' | 'dealId' | 'contactId'>>;

/**
 * The payment that a new transaction refunds, locked until the transaction of the database ends; undefined if it is no refund.
 * A refund has the currency, the deal and the contact of its payment.
 */
export async function refundedPayment(
  client: ClientBase,
  principal: Principal,
  input: CreateTransactionInput,
): Promise<Transaction | undefined> {
  const { refundOf, value, currency, dealId, contactId } = input;
  if (typeof refundOf !== 'number') return undefined;
  const { workspaceId } = principal;
  const visible = visibleRows('Transaction', principal);
  const payment = await transactionWrites.lock(client, refundOf, { workspaceId, visible }, lock);
  if (!payment) throw recordNotFound('refundOf');
  if (Number(payment.value) <= 0) throw fieldError('refundOf', 'conflict', 'Must be a payment, with a value above 0');
  if (currency !== payment.currency)
    throw fieldError('currency', 'conflict', `Must be ${payment.currency}, the currency of the payment`);
  if (dealId !== undefined && dealId !== payment.dealId)
    throw fieldError('dealId', 'conflict', 'Must be the deal of the payment');
  if (contactId !== undefined && contactId !== payment.contactId)
    throw fieldError('contactId', 'conflict', 'Must be the contact of the payment');
  await requireRefundable(client, principal, { payment, value });
  return payment;
}

interface Refund {
  readonly payment: Transaction;
  readonly value: string;
  /** The refund itself, if it is stored already. */
  readonly id?: number;
}

/** All refunds of a payment, which is locked, are at most its value. */
async function requireRefundable(client: ClientBase, { workspaceId }: Principal, refund: Refund): Promise<void> {
  const { payment, value, id } = refund;
  if (Number(value) >= 0) throw fieldError('value', 'conflict', 'Must be negative: a refund returns money');
  const { left, isEnough } = await leftOfPayment(client, [workspaceId, payment.id], { ...payment, refund: value, id });
  if (isEnough) return;
  const message =
    Number(left) > 0 ? `Must be at least -${left}, which is left of the payment` : 'Nothing is left of the payment';
  throw fieldError('value', 'conflict', message);
}

/** Requires that a changed transaction fits its payment, or its refunds. */
export async function requireFittingRefunds(
  client: ClientBase,
  principal: Principal,
  { before, changes }: { readonly before: Transaction; readonly changes: Changes },
): Promise<void> {
  const { workspaceId } = principal;
  const { value, currency, dealId, contactId } = changes;
  if (before.refundOf !== null) {
    for (const [name, changed] of Object.entries({ currency, dealId, contactId })) {
      if (changed !== undefined)
        throw fieldError(name, 'conflict', 'Cannot change: it is that of the refunded payment');
    }
    // Whoever sees the refund changes it, whoever closed the payment.
    const everyone = { workspaceId, visible: undefined };
    const payment =
      value === undefined ? undefined : await transactionWrites.lock(client, before.refundOf, everyone, lock);
    if (payment && value !== undefined) await requireRefundable(client, principal, { payment, value, id: before.id });
    return;
  }
  if (value === undefined && currency === undefined) return;
  const key = [workspaceId, before.id] as const;
  const { refunded, isEnough } = await leftOfPayment(client, key, { value: value ?? before.value, refund: '0' });
  if (Number(refunded) === 0) return;
  if (currency !== undefined) throw fieldError('currency', 'conflict', 'Cannot change: the payment has refunds');
  if (!isEnough) throw fieldError('value', 'conflict', `Must be at least ${refunded}, which was refunded`);
}
