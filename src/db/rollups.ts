import type { CallType } from '#src/domain/event-calls/call-types.ts';
import type { CallStatus, SetOutcome } from '#src/domain/event-calls/event-call.ts';

/** The dimensions of the rollups, by the numbers that the database stores. */
export const dimensions = { all: 0, closer: 1, setter: 2, event: 3, outcome: 4, status: 5, callType: 6 } as const;

/**
 * The numbers that the rollups store for enum values. They never change, even if a migration changes an enum. Outcome 0 is
 * NULL, for calls that are not cancelled.
 */
export const rollupNumbers = {
  outcome: { WON: 1, NO_SALE: 2, QUALIFIED: 3, UNQUALIFIED: 4, APPROVED: 5, REJECTED: 6 },
  status: { SCHEDULED: 1, RESCHEDULED: 2, CANCELLED: 3 },
  callType: { STRATEGY_EVENT: 1, DISCOVERY_EVENT: 2 },
} as const satisfies {
  outcome: Record<SetOutcome, number>;
  status: Record<CallStatus, number>;
  callType: Record<CallType, number>;
};
