import type { ClientBase } from 'pg';
import { within } from '#src/db/within.ts';
import { type CallFinish, deleteFinishes, type FinishedState, readFinish } from '#src/db/writes/call-finishes.ts';
import { isMember, updateContact } from '#src/db/writes/contacts.ts';
import type { LockedField } from '#src/db/writes/custom-field-answers.ts';
import { forgetFirstOutcome, lockCall, readCall } from '#src/db/writes/event-calls.ts';
import { countRows } from '#src/db/writes/rows.ts';
import { dealWrites, lockPaymentsOf } from '#src/db/writes/sales.ts';
import { recordEvents } from '#src/db/writes/webhook-events.ts';
import { optionIdsOf } from '#src/domain/custom-fields/options.ts';
import { DomainError, fieldError } from '#src/domain/errors.ts';
import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import { type UndoFinishCallInput, undoMinutes } from '#src/domain/event-calls/finish-call.ts';
import { requireScopes } from '#src/domain/principal/access.ts';
import { isVisible, type Principal } from '#src/domain/principal/policy.ts';
import { isEqual } from '#src/lib/is-equal.ts';
import { minuteMs } from '#src/lib/time/zone-offsets.ts';
import { changesOf, previousOf } from '../changes.ts';
import { contactChanges } from '../contacts/contacts.ts';
import type { CallerContext } from '../context.ts';
import { changeAnswers } from '../custom-fields/change-answers.ts';
import { deleteDeal } from '../sales/change-deals.ts';
import { deleteTransaction } from '../sales/change-transactions.ts';
import { finishedState, lockStageField } from './finished-state.ts';
import { callsOf, cancelCall, requireCall, updateAndReport } from './update-event-calls.ts';

/**
 * Takes back what finishing a call has changed and created, as long as nobody has changed it since. The next call is cancelled,
 * the deal and its payments are deleted, and the call and its contact get what they had.
 */
export function undoFinishCall(context: CallerContext, { eventCallId }: UndoFinishCallInput): Promise<EventCall> {
  const { principal } = context;
  const { workspaceId } = principal;
  const key = [workspaceId, eventCallId] as const;
  return context.db.write(async (client) => {
    const inside = { ...context, db: within(client) };
    const now = context.clock.now();
    // Memberships are locked before fields and calls.
    const owner = (await readFinish(client, key))?.before.contact?.userId;
    const isOwnerHere = typeof owner === 'number' && (await isMember(client, workspaceId, owner));
    const stages = await lockStageField(client, workspaceId);
    const scope = callsOf(context);
    const call = await requireCall(client, scope, { id: eventCallId, now });
    const finish = await readFinish(client, key);
    requireUndo(finish, now);
    requireScopes(principal, finish.scopes);
    const { before, created } = finish;
    // Whoever finished the call may have booked the next one with another host.
    const anyCall = { ...scope, visible: undefined };
    const next = created.followUp && (await lockCall(client, anyCall, { id: created.followUp.id, now }));
    const present = await finishedState(client, { workspaceId, call, stages });
    const changed = await changeSince(client, principal, { finish, present, next: next ?? null });
    if (changed) throw cannotUndo(changed);

    if (next) await cancelCall(inside, anyCall, { id: next.id });
    for (const { id } of created.payments) await deleteTransaction(inside, { id });
    if (created.deal) await deleteDeal(inside, { id: created.deal.id });
    await restoreContact(client, workspaceId, { present, finish, stages, ownerId: isOwnerHere ? owner : null });
    await deleteFinishes(client, workspaceId, [eventCallId]);
    await forgetFirstOutcome(client, key, finish.finishedAt);
    const change = changesOf(present.call, before.call);
    if (!change) return readCall(client, key, now);
    const { actor } = scope;
    const report = { workspaceId, kind: 'call.outcome_added', change, actor, now, sendsMail: false } as const;
    return updateAndReport(client, call, report);
  });
}

function requireUndo(finish: CallFinish | undefined, now: Date): asserts finish is CallFinish {
  if (finish && now.getTime() < Date.parse(finish.finishedAt) + undoMinutes * minuteMs) return;
  const message = `Was not finished in the last ${undoMinutes} minutes, or is undone already`;
  throw fieldError('eventCallId', 'invalid_state', message);
}

function cannotUndo(changed: string): DomainError {
  return fieldError('eventCallId', 'conflict', `Cannot undo: since the call was finished, ${changed}`);
}

interface Compared {
  readonly finish: CallFinish;
  readonly present: FinishedState;
  /** The next call that the finish has booked, as it is now. */
  readonly next: EventCall | null;
}

/** Says what of the changes of a finish somebody has changed since; undefined if nothing. Locks the deal and its payments. */
async function changeSince(
  client: ClientBase,
  principal: Principal,
  { finish: { before, after, created }, present, next }: Compared,
): Promise<string | undefined> {
  const { deal, payments, followUp } = created;
  if (!isEqual(present.call, after.call)) return 'the outcome has changed';
  const contact = contactChange(before.contact, after.contact, present.contact);
  if (contact) return contact;
  if (followUp?.updatedAt !== next?.updatedAt) return 'the next call has changed';
  if (!deal) return undefined;
  const { workspaceId } = principal;
  const found = await dealWrites.lock(client, deal.id, { workspaceId, visible: undefined });
  if (found && !isVisible('Deal', principal, found)) {
    throw new DomainError('FORBIDDEN', { message: 'Only who sees the deal of the call can undo it' });
  }
  if (!found) return 'the deal was deleted';
  if (found.updatedAt !== deal.updatedAt) return 'the deal has changed';
  const answers = { table: 'CustomFieldAnswer', condition: '"dealId" = $2', values: [deal.id] };
  if ((await countRows(client, workspaceId, answers)) > 0) return 'a field of the deal was answered';
  const isSame = isEqual(await lockPaymentsOf(client, [workspaceId, deal.id]), payments);
  return isSame ? undefined : 'the payments of the deal have changed';
}

type ContactState = FinishedState['contact'];

const contactFields = { status: 'status', userId: 'owner', stage: 'stage' } as const;

function contactChange(before: ContactState, after: ContactState, present: ContactState): string | undefined {
  if (before?.id !== present?.id) return 'the call has another contact, or none';
  for (const [name, title] of Object.entries(contactFields)) {
    const [was, became, is] = [before, after, present].map((state) => state?.[name as keyof typeof contactFields]);
    if (!isEqual(was, became) && !isEqual(is, became)) return `the ${title} of the contact has changed`;
  }
  return undefined;
}

interface Restored {
  readonly present: FinishedState;
  readonly finish: CallFinish;
  readonly stages: LockedField | undefined;
  /** The earlier owner, locked as a member; null where there is none. */
  readonly ownerId: number | null;
}

/** Gives the locked contact what the finish has changed in it, with the events. */
async function restoreContact(
  client: ClientBase,
  workspaceId: number,
  { present, finish, stages, ownerId }: Restored,
): Promise<void> {
  const [before, after] = [finish.before.contact, finish.after.contact];
  if (!present.contact || !before || !after) return;
  const { id, stage } = before;
  // What the finish has left alone, others may have changed since.
  const changes = changesOf(present.contact, changesOf(after, { status: before.status, userId: before.userId }) ?? {});
  const { userId } = changes ?? {};
  if (typeof userId === 'number' && userId !== ownerId) {
    throw cannotUndo('the earlier owner of the contact has left the workspace');
  }
  if (changes) {
    const contact = await updateContact(client, [workspaceId, id], changes);
    await recordEvents(client, workspaceId, contactChanges(contact, previousOf(present.contact, changes)));
  }
  if (!stages || isEqual(stage, after.stage)) return;
  if (optionIdsOf(stages.options, stage).length < stage.length) {
    throw cannotUndo('the stages have changed');
  }
  await changeAnswers(client, workspaceId, { column: 'contactId', id }, [{ field: stages, answer: stage }]);
}
