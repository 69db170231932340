import type { ActorKind, CallOutcome, EventCallChangeKind } from '#src/db/generated/prisma/enums.ts';
import type { GeneratedCall } from './calls.ts';
import type { WithId } from './row-writer.ts';
import { dayMs, iso } from './wall-clock.ts';

interface Change {
  readonly kind: EventCallChangeKind;
  readonly atMs: number;
  /** The member who made the change; null for the invitee. */
  readonly actorId: number | null;
  readonly movedFromMs?: number;
  readonly outcome?: CallOutcome;
  readonly reason?: string | null;
}

/** The history of a call, oldest first. */
export function historyOf(call: WithId<GeneratedCall>) {
  return changesOf(call).map((change) => rowOf(call, change));
}

/** What a call keeps of its history for reports. */
export function factsOf(call: WithId<GeneratedCall>) {
  const changes = changesOf(call);
  const cancelled = changes.find(({ kind }) => kind === 'CANCELLED');
  const outcome = changes.find(({ kind }) => kind === 'OUTCOME_SET');
  const { noSaleReason } = call;
  return {
    isMoved: changes.some(({ kind }) => kind === 'MOVED'),
    cancelledAt: cancelled ? iso(cancelled.atMs) : null,
    isCancelledByInvitee: noSaleReason ? noSaleReason === 'CONTACT_CANCELLED' : cancelled?.actorId === null,
    firstOutcomeAt: outcome ? iso(outcome.atMs) : null,
  };
}

/** The setter or the invitee booked the call, and the host recorded its outcome. */
function changesOf(call: WithId<GeneratedCall>): Change[] {
  const { status, outcome, createdMs, updatedMs, setterId, startMs, index } = call;
  const hostId = call.offer.schedule.userId;
  // If there is an outcome, it is the last change, and the change before it is halfway to the call.
  const changedMs = outcome ? Math.floor((createdMs + Math.min(startMs, updatedMs)) / 2) : updatedMs;
  const byHost = call.noSaleReason === 'ADMIN_CANCELLED' || index % 3 === 0;
  const actorId = byHost ? hostId : null;
  const changes: Change[] = [{ kind: 'BOOKED', atMs: createdMs, actorId: setterId }];
  if (status === 'RESCHEDULED') {
    const weekBefore = startMs - 7 * dayMs;
    // A call that has begun cannot be moved.
    const movedFromMs = weekBefore > changedMs ? weekBefore : startMs + 7 * dayMs;
    changes.push({ kind: 'MOVED', atMs: changedMs, actorId, movedFromMs, reason: call.rescheduleReason });
  }
  if (status === 'CANCELLED') {
    changes.push({ kind: 'CANCELLED', atMs: changedMs, actorId, reason: call.cancelReason });
  }
  if (outcome) changes.push({ kind: 'OUTCOME_SET', atMs: updatedMs, actorId: hostId, outcome });
  return changes;
}

function rowOf(call: WithId<GeneratedCall>, { kind, atMs, actorId, movedFromMs, outcome, reason }: Change) {
  const actorKind: ActorKind = actorId === null ? 'INVITEE' : 'MEMBER';
  const isMoved = movedFromMs !== undefined;
  return {
    eventCallId: call.id,
    kind,
    actorKind,
    actorId,
    dateTimeBefore: isMoved ? iso(movedFromMs) : null,
    dateTime: isMoved ? iso(call.startMs) : null,
    outcome: outcome ?? null,
    reason: reason ?? null,
    createdAt: iso(atMs),
  };
}
