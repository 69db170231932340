import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { countRows } from '#src/db/writes/rows.ts';
import { dealWrites, detachTransactions, moveTransactions } from '#src/db/writes/sales.ts';
import { recordEvent, recordEvents } from '#src/db/writes/webhook-events.ts';
import type { CreateDealInput, Deal, UpdateDealInput } from '#src/domain/deals/deal.ts';
import { fieldError, recordNotFound } from '#src/domain/errors.ts';
import type { ById } from '#src/domain/input.ts';
import { type Principal, visibleRows } from '#src/domain/principal/policy.ts';
import { changesOf, previousOf } from '../changes.ts';
import type { CallerContext } from '../context.ts';
import { requireNamed } from '../named-records.ts';
import { soldProduct } from './products.ts';
import {
  asStored,
  defaultCloser,
  payloadOf,
  requireCloser,
  requireFittingChange,
  requireFittingDecimals,
} from './rules.ts';

/** Creates a deal. Its closer is that of its call unless the input names one. */
export function createDeal({ db, principal, clock }: CallerContext, input: CreateDealInput): Promise<Deal> {
  const { workspaceId } = principal;
  const { contactId, eventCallId, time = clock.now().toISOString() } = input;
  return db.write(async (client) => {
    requireFittingDecimals(input);
    await requireNamed(client, principal, { table: 'Contact', id: contactId });
    const call = await requireCall(client, principal, { contactId, eventCallId });
    const { userId = await defaultCloser(client, principal, { type: 'Deal', belongsTo: call }) } = input;
    await requireCloser(client, principal, { type: 'Deal', userId });
    const sold = await soldProduct(client, principal, input);
    const deal = await dealWrites.insert(client, workspaceId, asStored({ ...input, ...sold, userId, time }));
    await recordEvent(client, workspaceId, { kind: 'deal.created', data: payloadOf(deal) });
    return deal;
  });
}

/** Updates the present fields of a visible deal; null clears a field. Its transactions get its new contact. */
export function updateDeal({ db, principal }: CallerContext, { id, ...fields }: UpdateDealInput): Promise<Deal> {
  const { workspaceId } = principal;
  return db.write(async (client) => {
    const before = await lockDeal(client, principal, id);
    const requested = changesOf(before, asStored(fields));
    const { productId, productName } = fields;
    const isUnlinked = before.productId === null && productId === undefined && productName !== undefined;
    const isResold = isUnlinked || requested?.productId !== undefined || requested?.productName !== undefined;
    const sold = isResold ? changesOf(before, await soldProduct(client, principal, fields)) : undefined;
    if (!requested && !sold) return before;
    const changes = { ...requested, ...sold };
    requireFittingChange(before, fields);
    await requireFittingCall(client, principal, { before, changes });
    if (changes.currency !== undefined) await requireNoTransactions(client, [workspaceId, id]);
    await requireCloser(client, principal, { type: 'Deal', userId: changes.userId });
    const deal = await dealWrites.update(client, [workspaceId, id], changes);
    const previous = previousOf(payloadOf(before), changes);
    const { contactId } = changes;
    const moved = typeof contactId === 'number' ? await moveTransactions(client, [workspaceId, id], contactId) : [];
    await recordEvents(client, workspaceId, [
      { kind: 'deal.updated', data: payloadOf(deal), previous },
      ...moved.map(({ transaction, before }) => {
        return { kind: 'transaction.updated', data: payloadOf(transaction), previous: before } as const;
      }),
    ]);
    return deal;
  });
}

/** Deletes a visible deal, and returns it as it was. Its transactions stay, without a deal. */
export function deleteDeal({ db, principal }: CallerContext, { id }: ById): Promise<Deal> {
  const { workspaceId } = principal;
  const key = [workspaceId, id] as const;
  return db.write(async (client) => {
    const deal = await lockDeal(client, principal, id);
    const previous = { dealId: id };
    const freed = (await detachTransactions(client, key)).map(
      (each) => ({ kind: 'transaction.updated', data: payloadOf(each), previous }) as const,
    );
    await dealWrites.remove(client, key);
    await recordEvents(client, workspaceId, [...freed, { kind: 'deal.deleted', data: payloadOf(deal) }]);
    return deal;
  });
}

async function lockDeal(client: ClientBase, principal: Principal, id: number): Promise<Deal> {
  const caller = { workspaceId: principal.workspaceId, visible: visibleRows('Deal', principal) };
  const deal = await dealWrites.lock(client, id, caller);
  if (!deal) throw recordNotFound('id');
  return deal;
}

/** A deal with transactions keeps its currency, because they share it. */
async function requireNoTransactions(client: ClientBase, [workspaceId, id]: RecordKey): Promise<void> {
  const transactions = { table: 'Transaction', condition: '"dealId" = $2', values: [id] };
  if ((await countRows(client, workspaceId, transactions)) === 0) return;
  throw fieldError('currency', 'conflict', 'Cannot change: the deal has transactions in this currency');
}

/** A new contact or call must exist, and the call must be with the contact. */
async function requireFittingCall(
  client: ClientBase,
  principal: Principal,
  { before, changes }: { before: Deal; changes: Partial<Omit<UpdateDealInput, 'id'>> },
): Promise<void> {
  const { contactId, eventCallId } = { ...before, ...changes };
  const [hasNewContact, hasNewCall] = [changes.contactId !== undefined, changes.eventCallId !== undefined];
  if (changes.contactId === null) {
    throw fieldError('contactId', 'conflict', 'Must be the id of a contact: a deal cannot lose its contact');
  }
  if (changes.contactId !== undefined) {
    await requireNamed(client, principal, { table: 'Contact', id: changes.contactId });
  }
  if (hasNewContact || hasNewCall) {
    await requireCall(client, principal, { contactId, eventCallId, isStored: !hasNewCall });
  }
}

interface CallOfDeal {
  readonly contactId: number | null;
  readonly eventCallId: number | null | undefined;
  /** True if the deal already names the call: then an error concerns the contact. */
  readonly isStored?: boolean;
}

/** The call that a deal came from, which must be with its contact; undefined if the deal has none. */
async function requireCall(
  client: ClientBase,
  principal: Principal,
  { contactId, eventCallId, isStored = false }: CallOfDeal,
): Promise<{ readonly userId: number | null } | undefined> {
  if (eventCallId === undefined || eventCallId === null) return undefined;
  const columns = ['contactId', 'userId'] as const;
  const call = await requireNamed<{ contactId: number | null; userId: number | null }>(client, principal, {
    table: 'EventCall',
    id: eventCallId,
    columns,
    isStored,
  });
  if (contactId !== null && call.contactId === contactId) return call;
  throw isStored
    ? fieldError('contactId', 'conflict', 'Must be the contact of the call')
    : fieldError('eventCallId', 'conflict', 'Must be a call with the contact');
}
