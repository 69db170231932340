import type { CallOutcome, CallStatus, CallType, NoSaleReason } from '#src/db/generated/prisma/enums.ts';

/** How often each thing happens to a call, in parts of a hundred: for the demo and for the seed alike. */
export const statusMix = { SCHEDULED: 82, RESCHEDULED: 9, CANCELLED: 9 } satisfies Record<CallStatus, number>;

/** Of the calls that are over and were not cancelled; `UNSET` is what the closer forgot. */
export const outcomeMix = {
  STRATEGY_EVENT: { WON: 28, NO_SALE: 64, UNSET: 8 },
  DISCOVERY_EVENT: { QUALIFIED: 35, APPROVED: 24, UNQUALIFIED: 18, REJECTED: 15, UNSET: 8 },
} satisfies Record<CallType, Partial<Record<CallOutcome | 'UNSET', number>>>;

/** Why a call was refused that took place, or should have. */
export const refusalMix = {
  FOLLOW_UP_SCHEDULE: 22,
  NO_SHOW: 19,
  NOT_INTERESTED: 24,
  BAD_FIT: 14,
  UNQUALIFIED: 12,
  OTHER: 9,
} satisfies Partial<Record<NoSaleReason, number>>;

/** Part of the cancelled calls are closed with an outcome, which then says who cancelled. */
export const cancelledClosedPercent = 30;
export const cancellationMix = { CONTACT_CANCELLED: 75, ADMIN_CANCELLED: 25 } satisfies Partial<
  Record<NoSaleReason, number>
>;

/** The outcome that stands for "no" and needs a reason. */
export const refusalOf = { STRATEGY_EVENT: 'NO_SALE', DISCOVERY_EVENT: 'REJECTED' } as const satisfies Record<
  CallType,
  CallOutcome
>;

export const setterPercent = 70;
