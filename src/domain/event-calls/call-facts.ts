import type { Actor } from './call-history.ts';
import type { EventCall } from './event-call.ts';

/** Reasons that count a call as cancelled, like its status. */
export const cancelledReasons = ['CONTACT_CANCELLED', 'ADMIN_CANCELLED'] as const satisfies EventCall['noSaleReason'][];

/** The source that campaign parameters name; an empty one is none. */
export function sourceOf(utm: EventCall['utm']): string | null {
  return utm.find(({ utmKey }) => utmKey === 'utm_source')?.utmValue || null;
}

/** What a call keeps for reports, which its other columns no longer say once they have changed again. */
export interface CallFacts {
  readonly isMoved?: true;
  readonly cancelledAt?: Date | null;
  readonly isCancelledByInvitee?: boolean;
  /** An outcome is set: the first one of the call counts, also where it is taken back. */
  readonly outcomeAt?: Date;
}

type Counted = Pick<EventCall, 'status' | 'dateTime' | 'noSaleReason' | 'outcome'>;

/** The facts that a change of a call adds or takes back. */
export function factsOf(
  before: Counted,
  change: { readonly [Name in keyof Counted]?: Counted[Name] | undefined },
  { actorKind, now }: Pick<Actor, 'actorKind'> & { readonly now: Date },
): CallFacts {
  const { status = before.status, noSaleReason = before.noSaleReason, dateTime = before.dateTime } = change;
  const after = { status, noSaleReason };
  const [wasCancelled, isNowCancelled] = [isCancelled(before), isCancelled(after)];
  // A reason says more than who has entered it.
  const isByInvitee = noSaleReason ? noSaleReason === 'CONTACT_CANCELLED' : actorKind === 'INVITEE';
  const isOther = status !== before.status || noSaleReason !== before.noSaleReason;
  return {
    ...(Date.parse(dateTime) !== Date.parse(before.dateTime) && { isMoved: true }),
    ...(wasCancelled !== isNowCancelled && { cancelledAt: isNowCancelled ? now : null }),
    ...(change.outcome && { outcomeAt: now }),
    ...(isOther && (wasCancelled || isNowCancelled) && { isCancelledByInvitee: isNowCancelled && isByInvitee }),
  };
}

function isCancelled({ status, noSaleReason }: Pick<Counted, 'status' | 'noSaleReason'>): boolean {
  return status === 'CANCELLED' || cancelledReasons.some((reason) => reason === noSaleReason);
}
