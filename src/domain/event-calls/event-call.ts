export const callTypes = ['STRATEGY_EVENT', 'DISCOVERY_EVENT'] as const;
export type CallType = (typeof callTypes)[number];

export const callStatuses = ['SCHEDULED', 'RESCHEDULED', 'CANCELLED'] as const;
export type CallStatus = (typeof callStatuses)[number];

/** Set by people. */
export const setOutcomes = ['WON', 'NO_SALE', 'QUALIFIED', 'UNQUALIFIED', 'APPROVED', 'REJECTED'] as const;
export type SetOutcome = (typeof setOutcomes)[number];

/** In the order of the contract. The two pending ones follow from the clock. */
export const outcomes = [
  'WON',
  'NO_SALE',
  'QUALIFIED',
  'UNQUALIFIED',
  'PENDING',
  'APPROVED',
  'REJECTED',
  'PENDING_OUTCOME',
] as const;
export type Outcome = (typeof outcomes)[number];

export const noSaleReasons = [
  'FOLLOW_UP_SCHEDULE',
  'UNQUALIFIED',
  'NO_SHOW',
  'CONTACT_CANCELLED',
  'ADMIN_CANCELLED',
  'NOT_INTERESTED',
  'BAD_FIT',
  'OTHER',
] as const;

export const eventLocations = ['GOOGLE_MEET', 'ZOOM', 'PHONE_CALL', 'IN_PERSON', 'CUSTOM'] as const;

export const questionTypes = ['EMAIL', 'PHONE_NO', 'NAME', 'FIRST_NAME', 'LAST_NAME'] as const;

export const eventTypes = ['PAST', 'UPCOMING', 'ALL'] as const;
export type EventType = (typeof eventTypes)[number];

/** The wire's words for the three statuses. */
export const statusTypes = ['scheduled_events', 'rescheduled_events', 'cancelled_events'] as const;
export type StatusType = (typeof statusTypes)[number];

export const statusOfType: Readonly<Record<StatusType, CallStatus>> = {
  scheduled_events: 'SCHEDULED',
  rescheduled_events: 'RESCHEDULED',
  cancelled_events: 'CANCELLED',
};

export interface CallPerson {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
}

/** The record as both doors tell it. Instants are ISO 8601 text, UTC, with milliseconds. */
export interface EventCall {
  id: number;
  previewId: string;
  eventId: number;
  name: string;
  linkPrefix: string;
  callType: CallType;
  status: CallStatus;
  eventType: 'PAST' | 'UPCOMING';
  dateTime: string;
  endTime: string;
  duration: number;
  timeZone: string;
  contactId: number;
  inviteeName: string;
  inviteeEmail: string | null;
  phoneNumber: string | null;
  userId: number;
  closer: CallPerson;
  setterId: number | null;
  setter: CallPerson | null;
  outcome: Outcome;
  noSaleReason: (typeof noSaleReasons)[number] | null;
  objection: string | null;
  notes: string | null;
  cancelReason: string | null;
  rescheduleReason: string | null;
  location: (typeof eventLocations)[number];
  locationLink: string | null;
  questions: { statement: string; type: (typeof questionTypes)[number]; answer: string }[];
  secondaryAnswers: { customFieldId: number; identifier: string; answer: string[] }[];
  utm: { utmKey: string; utmValue: string }[];
  createdAt: string;
  updatedAt: string;
}

export interface EventCallPage {
  eventCalls: EventCall[];
  /** All calls that match, exact in the snapshot that the page was read from. */
  count: number;
}

/** A call is over once its end has come; until then it is upcoming. Both are ISO texts of one form, so text compares. */
export function isOver(endTime: string, now: string): boolean {
  return endTime <= now;
}

export function outcomeAt(outcome: SetOutcome | null, over: boolean): Outcome {
  return outcome ?? (over ? 'PENDING_OUTCOME' : 'PENDING');
}
