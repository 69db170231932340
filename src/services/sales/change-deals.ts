import type { ClientBase } from 'pg';
import { dealWrites } from '#src/db/writes/sales.ts';
import { recordEvent } from '#src/db/writes/webhook-events.ts';
import type { CreateDealInput, Deal, UpdateDealInput } from '#src/domain/deals/deal.ts';
import { fieldError, recordNotFound } from '#src/domain/errors.ts';
import { type Principal, visibleRows } from '#src/domain/principal/policy.ts';
import { changesOf, previousOf } from '../changes.ts';
import type { CallerContext } from '../context.ts';
import { asStored, defaultCloser, payloadOf, requireCloser, requireNamed } from './rules.ts';

/** Creates a deal. Its closer is that of its call unless the input names one. */
export function createDeal({ db, principal, clock }: CallerContext, input: CreateDealInput): Promise<Deal> {
  const { workspaceId } = principal;
  const { contactId, eventCallId, time = clock.now().toISOString() } = input;
  return db.write(async (client) => {
    await requireNamed(client, principal, { table: 'Contact', id: contactId });
    const call = await requireCall(client, principal, { contactId, eventCallId });
    const { userId = await defaultCloser(client, principal, { type: 'Deal', belongsTo: call }) } = input;
    await requireCloser(client, principal, { type: 'Deal', userId });
    const deal = await dealWrites.insert(client, workspaceId, asStored({ ...input, userId, time }));
    await recordEvent(client, workspaceId, { kind: 'deal.created', data: payloadOf(deal) });
    return deal;
  });
}

/** Changes the present fields of a deal that the caller sees; null clears a field. */
export function updateDeal({ db, principal }: CallerContext, { id, ...fields }: UpdateDealInput): Promise<Deal> {
  const { workspaceId } = principal;
  return db.write(async (client) => {
    const before = await dealWrites.lock(client, id, { workspaceId, visible: visibleRows('Deal', principal) });
    if (!before) throw recordNotFound('id');
    const changes = changesOf(before, asStored(fields));
    if (!changes) return before;
    await requireFittingCall(client, principal, { before, changes });
    await requireCloser(client, principal, { type: 'Deal', userId: changes.userId });
    const deal = await dealWrites.update(client, [workspaceId, id], changes);
    const previous = previousOf(payloadOf(before), changes);
    await recordEvent(client, workspaceId, { kind: 'deal.updated', data: payloadOf(deal), previous });
    return deal;
  });
}

/** A new contact or a new call must exist, and the call must be one with the contact. */
async function requireFittingCall(
  client: ClientBase,
  principal: Principal,
  { before, changes }: { before: Deal; changes: Partial<Omit<UpdateDealInput, 'id'>> },
): Promise<void> {
  const { contactId, eventCallId } = { ...before, ...changes };
  const [hasNewContact, hasNewCall] = [changes.contactId !== undefined, changes.eventCallId !== undefined];
  if (hasNewContact) await requireNamed(client, principal, { table: 'Contact', id: contactId });
  if (hasNewContact || hasNewCall) {
    await requireCall(client, principal, { contactId, eventCallId, isStored: !hasNewCall });
  }
}

interface CallOfDeal {
  readonly contactId: number;
  readonly eventCallId: number | null | undefined;
  /** The deal names the call already: what is wrong then is the contact. */
  readonly isStored?: boolean;
}

/** The call that a deal came of, which must be one with its contact; undefined for none. */
async function requireCall(
  client: ClientBase,
  principal: Principal,
  { contactId, eventCallId, isStored = false }: CallOfDeal,
): Promise<{ readonly userId: number | null } | undefined> {
  if (eventCallId === undefined || eventCallId === null) return undefined;
  const columns = ['contactId', 'userId'] as const;
  const call = await requireNamed(client, principal, { table: 'EventCall', id: eventCallId, columns, isStored });
  if (call.contactId === contactId) return call;
  throw isStored
    ? fieldError('contactId', 'conflict', 'Must be the contact of the call')
    : fieldError('eventCallId', 'conflict', 'Must be a call with the contact');
}
