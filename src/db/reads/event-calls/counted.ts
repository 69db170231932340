import { cancelledReasons } from '#src/domain/event-calls/call-facts.ts';
import type { CallSet } from '#src/domain/event-calls/call-sets.ts';

const isCancelled = `(c."status" = 'CANCELLED' OR c."noSaleReason" IS NOT NULL
  AND c."noSaleReason" IN (${cancelledReasons.map((reason) => `'${reason}'`).join(', ')}))`;

/** SQL for what the instants of a call `c` say: that it is over, and that it was cancelled at most 24 hours before its start. */
export interface CallTimes {
  readonly isOver: () => string;
  readonly isLate: string;
}

/** The times of a row of calls. `now` returns SQL for the present instant, a value of the statement. */
export function timesOfCall(now: () => string): CallTimes {
  return { isOver: () => `c."endTime" <= ${now()}`, isLate: `c."cancelledAt" >= c."dateTime" - interval '24 hours'` };
}

const due = ({ isOver }: CallTimes) => `NOT ${isCancelled} AND ${isOver()}`;
const held = (times: CallTimes) =>
  `${due(times)} AND c."outcome" IS NOT NULL AND c."noSaleReason" IS DISTINCT FROM 'NO_SHOW'`;
const lateCancelled = ({ isLate }: CallTimes) => `${isCancelled} AND ${isLate}`;

/** The sets of calls that reports count, as conditions on a call `c`. */
export const countedSets: Readonly<Record<CallSet, (times: CallTimes) => string>> = {
  booked: () => 'true',
  cancelled: () => isCancelled,
  lateCancelled,
  lateCancelledByInvitee: (times) => `${lateCancelled(times)} AND c."isCancelledByInvitee"`,
  due,
  noShow: (times) => `${due(times)} AND c."noSaleReason" IS NOT DISTINCT FROM 'NO_SHOW'`,
  undecided: (times) => `${due(times)} AND c."outcome" IS NULL`,
  held,
  won: (times) => `${due(times)} AND c."outcome" IS NOT DISTINCT FROM 'WON'`,
  qualified: (times) => `${held(times)} AND c."outcome" IN ('QUALIFIED', 'APPROVED')`,
  rescheduled: () => 'c."isMoved"',
};

/** The same of one type of calls, which some rates are about. */
export const setsOfType = {
  strategyDue: (times: CallTimes) => `${due(times)} AND c."callType" = 'STRATEGY_EVENT'`,
  strategyHeld: (times: CallTimes) => `${held(times)} AND c."callType" = 'STRATEGY_EVENT'`,
  discoveryHeld: (times: CallTimes) => `${held(times)} AND c."callType" = 'DISCOVERY_EVENT'`,
};
