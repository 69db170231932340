import type { ClientBase } from 'pg';
import { insertHistoryEntry, readOutcomeSetter } from '#src/db/writes/call-history.ts';
import { lockCall, readCall, updateCall } from '#src/db/writes/event-calls.ts';
import { type ChangeEvent, recordEvents } from '#src/db/writes/webhook-events.ts';
import { type DomainError, fieldError, requireFound } from '#src/domain/errors.ts';
import { type CancelEventCallInput, outcomeProblem, type SetOutcomeInput } from '#src/domain/event-calls/booking.ts';
import { factsOf } from '#src/domain/event-calls/call-facts.ts';
import { type Actor, actorOf, historyEntryOf } from '#src/domain/event-calls/call-history.ts';
import { type EventCall, type SetOutcome, setOutcomeOf } from '#src/domain/event-calls/event-call.ts';
import { visibleRows } from '#src/domain/principal/policy.ts';
import type { EventKind } from '#src/domain/webhooks/kinds.ts';
import { triggerOf } from '#src/domain/workspaces/stage-rules.ts';
import { updateCallEntries } from '../calendars/entries.ts';
import { changesOf, earlierValues } from '../changes.ts';
import { type AlsoSet, applyOutcomeRules, lockForRules } from '../contacts/workspace-rules.ts';
import type { CallContext, CallerContext } from '../context.ts';
import { notifyOfCall } from './notify-of-call.ts';

/** The calls that an actor may update: those of a workspace, or those that a member sees. */
export type CallScope = Parameters<typeof lockCall>[1] & {
  readonly actor: Actor;
  /** The input field that names the call; `id` by default. */
  readonly idField?: string;
};

export function callsOf({ principal }: Pick<CallerContext, 'principal'>): CallScope {
  const visible = visibleRows('EventCall', principal);
  return { workspaceId: principal.workspaceId, visible, actor: actorOf(principal) };
}

/** Locks a call that the actor may update, and reads it. */
export async function requireCall(
  client: ClientBase,
  scope: CallScope,
  options: { readonly id: number; readonly now: Date },
): Promise<EventCall> {
  return requireFound(await lockCall(client, scope, options));
}

/** Cancels a call, which frees its time. A call that is already cancelled stays as it is. */
export function cancelEventCall(context: CallerContext, input: CancelEventCallInput): Promise<EventCall> {
  return cancelCall(context, callsOf(context), input);
}

export function cancelCall(
  { db, clock, sendsMail }: CallContext,
  scope: CallScope,
  { id, cancelReason }: CancelEventCallInput,
): Promise<EventCall> {
  return db.write(async (client) => {
    const now = clock.now();
    const call = await requireCall(client, scope, { id, now });
    if (call.status === 'CANCELLED') return call;
    const change = { status: 'CANCELLED', cancelReason } as const;
    const { workspaceId, actor } = scope;
    return updateAndReport(client, call, { workspaceId, kind: 'call.cancelled', change, actor, now, sendsMail });
  });
}

export interface CallWithOutcome {
  readonly eventCall: EventCall;
  /** False if the call had an outcome before, or has none now. */
  readonly created: boolean;
}

/** Sets, replaces or clears the outcome of a call. A caller who expects another outcome than the present one is refused. */
export function setOutcome(context: CallerContext, input: SetOutcomeInput, also?: AlsoSet): Promise<CallWithOutcome> {
  const { db, clock } = context;
  const scope = callsOf(context);
  const { eventCallId: id, outcome, noSaleReason = null, objectionKind, objection, notes, expectedOutcome } = input;
  const { workspaceId, actor } = scope;
  const trigger = triggerOf({ outcome, noSaleReason });
  return db.write(async (client) => {
    const now = clock.now();
    const lockedHostId = trigger && (await lockForRules(client, [workspaceId, id]));
    const call = await requireCall(client, scope, { id, now });
    const problem = outcome === null ? undefined : outcomeProblem(call.callType, outcome);
    if (problem !== undefined) throw fieldError('outcome', 'not_allowed', problem);
    const before = setOutcomeOf(call);
    // The objection belongs to one outcome and does not carry over to another.
    const ofSame = before === outcome;
    const objections = ofSame
      ? { objectionKind, objection }
      : { objectionKind: objectionKind ?? null, objection: objection ?? null };
    const change = { outcome, noSaleReason, ...objections, notes };
    const created = outcome !== null && before === null;
    // A request can be repeated whose answer was lost.
    if (!changesOf({ ...call, outcome: before }, change)) return { eventCall: call, created };
    if (expectedOutcome !== undefined) await requireOutcome(client, workspaceId, { call, expectedOutcome });
    // A change of the notes alone is no news of the contact.
    const isNews = trigger && trigger !== triggerOf({ outcome: before, noSaleReason: call.noSaleReason });
    const others = isNews ? await applyOutcomeRules(client, workspaceId, { trigger, call, lockedHostId, also }) : [];
    const report = { workspaceId, kind: 'call.outcome_added', change, others, actor, now, sendsMail: false } as const;
    return { eventCall: await updateAndReport(client, call, report), created };
  });
}

/** Requires that a call has the outcome that the caller knows, null for none. */
export async function requireOutcome(
  client: ClientBase,
  workspaceId: number,
  { call, expectedOutcome }: { readonly call: EventCall; readonly expectedOutcome: SetOutcome | null },
): Promise<void> {
  const outcome = setOutcomeOf(call);
  if (expectedOutcome === outcome) return;
  throw unexpectedOutcome(outcome, await readOutcomeSetter(client, [workspaceId, call.id]));
}

function unexpectedOutcome(outcome: SetOutcome | null, setter?: string): DomainError {
  return fieldError(
    'outcome',
    'conflict',
    `${present(outcome, setter)}: send expectedOutcome ${outcome} to replace it`,
  );
}

function present(outcome: SetOutcome | null, setter?: string): string {
  if (outcome) return `Meanwhile ${setter ?? 'somebody'} has set the outcome ${outcome}`;
  return setter ? `Meanwhile ${setter} has taken the outcome back` : 'The call has no outcome';
}

interface ReportedUpdate {
  readonly workspaceId: number;
  readonly kind: EventKind;
  readonly change: Parameters<typeof updateCall>[2];
  /** The events of other records that the same change has written. */
  readonly others?: readonly ChangeEvent[];
  readonly actor: Actor;
  readonly now: Date;
  /** True if e-mails report the update. */
  readonly sendsMail: boolean;
}

/** Updates a call, writes its history and its event, and returns the call. The caller has read it under its lock. */
export async function updateAndReport(
  client: ClientBase,
  before: EventCall,
  { workspaceId, kind, change, others = [], actor, now, sendsMail }: ReportedUpdate,
): Promise<EventCall> {
  const key = [workspaceId, before.id] as const;
  await updateCall(client, key, { ...change, ...factsOf(before, change, { actorKind: actor.actorKind, now }) });
  const call = await readCall(client, key, now);
  const recorded = historyEntryOf(before, call);
  if (recorded) await insertHistoryEntry(client, key, { change: recorded, actor });
  await recordEvents(client, workspaceId, [{ kind, data: call, previous: earlierValues(before, call) }, ...others]);
  await updateCallEntries(client, key, { before, call, now });
  if (sendsMail) await notifyOfCall(client, key, { before, call, now });
  return call;
}
