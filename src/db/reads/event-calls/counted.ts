import { cancelledReasons } from '#src/domain/event-calls/call-facts.ts';
import type { CallSet } from '#src/domain/event-calls/call-sets.ts';

const isCancelled = `(c."status" = 'CANCELLED' OR c."noSaleReason" IS NOT NULL
  AND c."noSaleReason" IN (${cancelledReasons.map((reason) => `'${reason}'`).join(', ')}))`;
const isLate = `${isCancelled} AND c."cancelledAt" >= c."dateTime" - interval '24 hours'`;

/** Returns SQL for the present instant, a value of the statement. */
type Now = () => string;

const due = (now: Now) => `NOT ${isCancelled} AND c."endTime" <= ${now()}`;
const held = (now: Now) => `${due(now)} AND c."outcome" IS NOT NULL AND c."noSaleReason" IS DISTINCT FROM 'NO_SHOW'`;

/** The sets of calls that reports count, as conditions on a call `c`. */
export const countedSets: Readonly<Record<CallSet, (now: Now) => string>> = {
  booked: () => 'true',
  cancelled: () => isCancelled,
  lateCancelled: () => isLate,
  lateCancelledByInvitee: () => `${isLate} AND c."isCancelledByInvitee"`,
  due,
  noShow: (now) => `${due(now)} AND c."noSaleReason" IS NOT DISTINCT FROM 'NO_SHOW'`,
  undecided: (now) => `${due(now)} AND c."outcome" IS NULL`,
  held,
  won: (now) => `${due(now)} AND c."outcome" IS NOT DISTINCT FROM 'WON'`,
  qualified: (now) => `${held(now)} AND c."outcome" IN ('QUALIFIED', 'APPROVED')`,
  rescheduled: () => 'c."isMoved"',
};

/** The same of one type of calls, which some rates are about. */
export const setsOfType = {
  strategyDue: (now: Now) => `${due(now)} AND c."callType" = 'STRATEGY_EVENT'`,
  strategyHeld: (now: Now) => `${held(now)} AND c."callType" = 'STRATEGY_EVENT'`,
  discoveryHeld: (now: Now) => `${held(now)} AND c."callType" = 'DISCOVERY_EVENT'`,
};
