import type { Requester } from '#src/domain/principal/requester.ts';
import { type EventCall, type SetOutcome, setOutcomeOf } from './event-call.ts';

/** The changes in a call's history. A move that also changes the host is one MOVED entry. */
export const historyKinds = ['BOOKED', 'MOVED', 'REASSIGNED', 'CANCELLED', 'OUTCOME_SET'] as const;
export type HistoryKind = (typeof historyKinds)[number];

export const actorKinds = ['INVITEE', 'MEMBER', 'API_KEY', 'APP', 'OPERATOR'] as const;

/** Who changes a call. */
export interface Actor {
  readonly actorKind: (typeof actorKinds)[number];
  /** The member, also where an API key or an app acts as them. */
  readonly actorId: number | null;
  readonly apiKeyId: number | null;
  readonly clientId: string | null;
}

const nobody = { actorId: null, apiKeyId: null, clientId: null };
/** An invitee has no id: only the call says who that is. */
export const inviteeActor: Actor = { actorKind: 'INVITEE', ...nobody };
export const memberActor = (actorId: number): Actor => ({ ...nobody, actorKind: 'MEMBER', actorId });
/** Anyone who runs commands on the server. */
export const operatorActor: Actor = { actorKind: 'OPERATOR', ...nobody };

/** The actor behind a credential. */
export function actorOf({ userId: actorId, apiKeyId, clientId }: Requester): Actor {
  if (apiKeyId !== undefined) return { ...nobody, actorKind: 'API_KEY', actorId, apiKeyId };
  if (clientId !== undefined) return { ...nobody, actorKind: 'APP', actorId, clientId };
  return memberActor(actorId);
}

/** What changed: the values before and after, both null where a column stayed as it was. */
export interface HistoryEntry {
  readonly kind: HistoryKind;
  readonly dateTimeBefore: string | null;
  readonly dateTime: string | null;
  readonly userIdBefore: number | null;
  readonly userId: number | null;
  readonly outcomeBefore: SetOutcome | null;
  readonly outcome: SetOutcome | null;
  readonly reason: string | null;
}

type Changed = Pick<EventCall, 'status' | 'dateTime' | 'userId' | 'outcome' | 'cancelReason' | 'rescheduleReason'>;

/** The history entry of an update; undefined if the history does not show the change, such as that of the notes alone. */
export function historyEntryOf(before: Changed, after: Changed): HistoryEntry | undefined {
  const [outcomeBefore, outcome] = [setOutcomeOf(before), setOutcomeOf(after)];
  const isMoved = before.dateTime !== after.dateTime;
  const isReassigned = before.userId !== after.userId;
  const kind = kindOf({ before, after, isMoved, isReassigned, isOutcomeSet: outcomeBefore !== outcome });
  return (
    kind && {
      kind,
      dateTimeBefore: isMoved ? before.dateTime : null,
      dateTime: isMoved ? after.dateTime : null,
      userIdBefore: isReassigned ? before.userId : null,
      userId: isReassigned ? after.userId : null,
      ...(outcomeBefore === outcome ? { outcomeBefore: null, outcome: null } : { outcomeBefore, outcome }),
      reason: reasonOf(kind, before, after),
    }
  );
}

function kindOf(change: {
  readonly before: Changed;
  readonly after: Changed;
  readonly isMoved: boolean;
  readonly isReassigned: boolean;
  readonly isOutcomeSet: boolean;
}): HistoryKind | undefined {
  if (change.before.status !== 'CANCELLED' && change.after.status === 'CANCELLED') return 'CANCELLED';
  if (change.isMoved) return 'MOVED';
  if (change.isReassigned) return 'REASSIGNED';
  return change.isOutcomeSet ? 'OUTCOME_SET' : undefined;
}

function reasonOf(kind: HistoryKind, before: Changed, { cancelReason, rescheduleReason }: Changed): string | null {
  if (kind === 'CANCELLED') return cancelReason;
  // A change of the host without a reason keeps that of an earlier move.
  if (kind === 'REASSIGNED') return rescheduleReason === before.rescheduleReason ? null : rescheduleReason;
  return kind === 'MOVED' ? rescheduleReason : null;
}

/** The names that history entries refer to by id; absent for what was deleted. */
export interface ChangeNames {
  readonly members: ReadonlyMap<number, string>;
  readonly apiKeys: ReadonlyMap<number, string>;
  readonly clients: ReadonlyMap<string, string>;
}
