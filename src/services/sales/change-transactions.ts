import type { ClientBase } from 'pg';
import { lockForShare } from '#src/db/writes/rows.ts';
import { changeRefunds, lockPaymentOf, transactionWrites } from '#src/db/writes/sales.ts';
import { recordEvent, recordEvents } from '#src/db/writes/webhook-events.ts';
import { fieldError, recordNotFound } from '#src/domain/errors.ts';
import type { ById } from '#src/domain/input.ts';
import { type Principal, visibleRows } from '#src/domain/principal/policy.ts';
import type {
  CreateTransactionInput,
  Transaction,
  UpdateTransactionInput,
} from '#src/domain/transactions/transaction.ts';
import { changesOf, previousOf } from '../changes.ts';
import type { CallerContext } from '../context.ts';
import { requireNamed } from '../named-records.ts';
import { refundedPayment, requireFittingRefunds } from './refunds.ts';
import {
  asStored,
  defaultCloser,
  payloadOf,
  requireCloser,
  requireFittingChange,
  requireFittingDecimals,
} from './rules.ts';

/** Creates a transaction. Its contact and its closer are those of its deal unless the input names them. */
export function createTransaction(
  { db, principal, clock }: CallerContext,
  input: CreateTransactionInput,
): Promise<Transaction> {
  const { workspaceId } = principal;
  const { time = clock.now().toISOString() } = input;
  return db.write(async (client) => {
    requireFittingDecimals(input);
    const { refundOf } = input;
    // The deal is locked before the payment, so its id is read first.
    const refunded =
      typeof refundOf === 'number' ? await transactionWrites.read(client, [workspaceId, refundOf]) : undefined;
    const { dealId = refunded?.dealId } = input;
    // Whoever sees the payment refunds it, also where its deal is somebody else's.
    const isStored = refunded !== undefined && dealId === refunded.dealId;
    const deal = await requireDeal(client, principal, { id: dealId, isStored });
    const payment = await refundedPayment(client, principal, { ...input, dealId });
    requireCurrency(deal, input.currency);
    const contactId = payment
      ? payment.contactId
      : await payerOf(client, principal, { deal, contactId: input.contactId });
    const belongsTo = payment ?? deal;
    const { userId = await defaultCloser(client, principal, { type: 'Transaction', belongsTo }) } = input;
    await requireCloser(client, principal, { type: 'Transaction', userId });
    const fields = asStored({ ...input, dealId, contactId, userId, time });
    const transaction = await transactionWrites.insert(client, workspaceId, fields);
    await recordEvent(client, workspaceId, { kind: 'transaction.created', data: payloadOf(transaction) });
    return transaction;
  });
}

/** Updates the present fields of a visible transaction; null clears a field. */
export function updateTransaction(
  { db, principal }: CallerContext,
  { id, ...fields }: UpdateTransactionInput,
): Promise<Transaction> {
  const { workspaceId } = principal;
  return db.write(async (client) => {
    if (fields.value !== undefined) await lockPaymentOf(client, [workspaceId, id]);
    const before = await lockTransaction(client, principal, id);
    const changes = changesOf(before, asStored(fields));
    if (!changes) return before;
    requireFittingChange(before, fields);
    const contact = await changedContact(client, principal, { before, changes, requested: fields.contactId });
    await requireCloser(client, principal, { type: 'Transaction', userId: changes.userId });
    const changed = changesOf(before, { ...changes, ...contact }) ?? {};
    await requireFittingRefunds(client, principal, { before, changes: changed });
    const transaction = await transactionWrites.update(client, [workspaceId, id], { ...changes, ...contact });
    const previous = previousOf(payloadOf(before), changed);
    const moved = changesOf(before, { dealId: changed.dealId, contactId: changed.contactId });
    const refunds = moved ? await changeRefunds(client, [workspaceId, id], moved) : [];
    const earlier = moved && previousOf(before, moved);
    await recordEvents(client, workspaceId, [
      { kind: 'transaction.updated', data: payloadOf(transaction), previous },
      ...refunds.map((each) => ({ kind: 'transaction.updated', data: payloadOf(each), previous: earlier }) as const),
    ]);
    return transaction;
  });
}

/** Deletes a visible transaction, and returns it as it was. Its refunds stay, as refunds of nothing. */
export function deleteTransaction({ db, principal }: CallerContext, { id }: ById): Promise<Transaction> {
  const { workspaceId } = principal;
  return db.write(async (client) => {
    const transaction = await lockTransaction(client, principal, id);
    const previous = { refundOf: id };
    const freed = (await changeRefunds(client, [workspaceId, id], { refundOf: null })).map(
      (each) => ({ kind: 'transaction.updated', data: payloadOf(each), previous }) as const,
    );
    await transactionWrites.remove(client, [workspaceId, id]);
    await recordEvents(client, workspaceId, [...freed, { kind: 'transaction.deleted', data: payloadOf(transaction) }]);
    return transaction;
  });
}

async function lockTransaction(client: ClientBase, principal: Principal, id: number): Promise<Transaction> {
  const caller = { workspaceId: principal.workspaceId, visible: visibleRows('Transaction', principal) };
  const transaction = await transactionWrites.lock(client, id, caller);
  if (!transaction) throw recordNotFound('id');
  return transaction;
}

interface NamedDeal {
  readonly contactId: number | null;
  readonly userId: number | null;
  readonly currency: string;
}

async function requireDeal(
  client: ClientBase,
  principal: Principal,
  { id, isStored = false }: { id: number | null | undefined; isStored?: boolean },
): Promise<NamedDeal | undefined> {
  if (id === undefined || id === null) return undefined;
  const columns = ['contactId', 'userId', 'currency'] as const;
  // The deal must stay as it is, because its transactions share its currency and its contact.
  return requireNamed<NamedDeal>(client, principal, { table: 'Deal', id, columns, isStored, lock: lockForShare });
}

/** A transaction has the currency of its deal. */
function requireCurrency(deal: NamedDeal | undefined, currency: string): void {
  if (!deal || currency === deal.currency) return;
  throw fieldError('currency', 'conflict', `Must be ${deal.currency}, the currency of the deal`);
}

/** The contact of a transaction; if it has a deal, the deal's contact. */
async function payerOf(
  client: ClientBase,
  principal: Principal,
  { deal, contactId }: { deal: NamedDeal | undefined; contactId: number | null | undefined },
): Promise<number | null> {
  if (typeof contactId === 'number') await requireNamed(client, principal, { table: 'Contact', id: contactId });
  if (!deal) return contactId ?? null;
  if (contactId === undefined || contactId === deal.contactId) return deal.contactId;
  throw fieldError('contactId', 'conflict', 'Must be the contact of the deal');
}

interface Change {
  readonly before: Transaction;
  readonly changes: Partial<Omit<UpdateTransactionInput, 'id'>>;
  /** The contact as requested, even if it is the stored one. */
  readonly requested: number | null | undefined;
}

/** Requires that the updated transaction fits its deal. Returns its new contact, if that may change. */
async function changedContact(
  client: ClientBase,
  principal: Principal,
  { before, changes, requested }: Change,
): Promise<{ contactId?: number | null }> {
  const { dealId, contactId, currency } = changes;
  if (dealId === undefined && contactId === undefined && currency === undefined) return {};
  const isStored = dealId === undefined;
  const deal = await requireDeal(client, principal, { id: isStored ? before.dealId : dealId, isStored });
  if (dealId !== undefined || currency !== undefined) requireCurrency(deal, currency ?? before.currency);
  if (dealId === undefined && contactId === undefined) return {};
  const payer = requested === undefined && !deal ? before.contactId : requested;
  return { contactId: await payerOf(client, principal, { deal, contactId: payer }) };
}
