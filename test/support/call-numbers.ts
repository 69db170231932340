import type { CallType } from '#src/domain/event-calls/call-types.ts';
import type { EventCall } from '#src/domain/event-calls/event-call.ts';

/** A call, as an independent count of the definitions needs it. */
export interface NumberedCall {
  readonly dateTime: string;
  readonly endTime: string;
  readonly userId: number;
  readonly setterId: number | null;
  readonly eventId: number;
  readonly callType: CallType;
  readonly status: 'SCHEDULED' | 'RESCHEDULED' | 'CANCELLED';
  readonly outcome: string | null;
  readonly noSaleReason: EventCall['noSaleReason'];
  readonly isMoved: boolean;
  readonly cancelledAt: string | null;
  readonly isCancelledByInvitee: boolean;
  readonly firstOutcomeAt: string | null;
  readonly source: string | null;
  readonly productId: number | null;
}

const ms = (text: string) => Date.parse(text);

/** The numbers of calls by the definitions alone, one call after the other. */
export function numbersOf(calls: readonly NumberedCall[], now: string) {
  const B = calls;
  const X = B.filter(
    ({ status, noSaleReason }) =>
      status === 'CANCELLED' || noSaleReason === 'CONTACT_CANCELLED' || noSaleReason === 'ADMIN_CANCELLED',
  );
  const late = X.filter(
    ({ cancelledAt, dateTime }) => cancelledAt !== null && ms(cancelledAt) >= ms(dateTime) - 86_400_000,
  );
  const D = B.filter((call) => !X.includes(call) && ms(call.endTime) <= ms(now));
  const N = D.filter(({ noSaleReason }) => noSaleReason === 'NO_SHOW');
  const P = D.filter(({ outcome }) => outcome === null);
  const H = D.filter((call) => !N.includes(call) && !P.includes(call));
  const won = D.filter(({ outcome }) => outcome === 'WON');
  const qualified = H.filter(({ outcome }) => outcome === 'QUALIFIED' || outcome === 'APPROVED');
  const moved = B.filter(({ isMoved }) => isMoved);
  const strategy = ({ callType }: NumberedCall) => callType === 'STRATEGY_EVENT';
  const discovery = ({ callType }: NumberedCall) => callType === 'DISCOVERY_EVENT';
  const share = (some: readonly unknown[], all: readonly unknown[]) => ({
    numerator: some.length,
    denominator: all.length,
    value: all.length === 0 ? null : some.length / all.length,
  });
  const afterMs = D.flatMap(({ firstOutcomeAt, endTime }) =>
    firstOutcomeAt === null ? [] : [ms(firstOutcomeAt) - ms(endTime)],
  ).sort((one, other) => one - other);
  const middle = (afterMs.length - 1) / 2;
  const [low, high] = [afterMs[Math.floor(middle)], afterMs[Math.ceil(middle)]];
  return {
    booked: B.length,
    cancelled: X.length,
    lateCancelled: late.length,
    lateCancelledByInvitee: late.filter(({ isCancelledByInvitee }) => isCancelledByInvitee).length,
    due: D.length,
    noShow: N.length,
    undecided: P.length,
    held: H.length,
    won: won.length,
    qualified: qualified.length,
    rescheduled: moved.length,
    showRate: share(H, [...H, ...N]),
    noShowRate: share(N, [...H, ...N]),
    cancellationRate: share(X, B),
    rescheduleRate: share(moved, B),
    closeRate: share(won, D.filter(strategy)),
    liveCloseRate: share(won, H.filter(strategy)),
    qualificationRate: share(qualified, H.filter(discovery)),
    coverage: share([...H, ...N], D),
    timeToOutcomeMinutes: low === undefined || high === undefined ? null : Math.max(0, (low + high) / 2) / 60_000,
  };
}
