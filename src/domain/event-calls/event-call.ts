import { z } from 'zod';
import { utmRecord } from '#src/domain/contacts/contact.ts';
import {
  boolean,
  crossFieldRule,
  email,
  enumeration,
  exactlyOne,
  filterList,
  id,
  idList,
  text,
} from '#src/domain/input.ts';
import { defaultOrder, orderOf, pageOf, rangeBound, recordTimes } from '#src/domain/list-input.ts';
import type { Member } from '#src/domain/members/member.ts';
import type { Page } from '#src/domain/page.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { originFilters } from '#src/domain/reports/origin-filters.ts';
import { callSets } from './call-sets.ts';
import { callTypes } from './call-types.ts';

export const callStatuses = ['SCHEDULED', 'RESCHEDULED', 'CANCELLED'] as const;
export type CallStatus = (typeof callStatuses)[number];

/** The outcomes that members set. */
export const setOutcomes = ['WON', 'NO_SALE', 'QUALIFIED', 'UNQUALIFIED', 'APPROVED', 'REJECTED'] as const;
export type SetOutcome = (typeof setOutcomes)[number];

/** All outcomes, in the order of the contract. The two pending ones follow from the clock; cancelled calls have neither. */
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

export const objectionKinds = ['MONEY', 'LOGISTIC', 'PARTNER', 'FEAR', 'SMOKE_SCREEN', 'NO_OBJECTION'] as const;

/** What each kind of objection means. */
export const objectionKindTexts: Readonly<Record<(typeof objectionKinds)[number], string>> = {
  MONEY: 'The price, or no money for it now.',
  LOGISTIC: 'The time, the place, or how it would be done.',
  PARTNER: 'Somebody else has to agree.',
  FEAR: 'They fear that it will not work for them.',
  SMOKE_SCREEN: 'They gave a reason that is not the real one.',
  NO_OBJECTION: 'They objected to nothing.',
};

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

/** The locations that need a link. */
export const onlineLocations: readonly string[] = ['GOOGLE_MEET', 'ZOOM', 'CUSTOM'];

interface Place {
  readonly location: EventLocation;
  readonly locationLink: string | null;
}

/** True if calls at this place need their host's link. */
export function needsHostLink({ location, locationLink }: Place): boolean {
  return onlineLocations.includes(location) && !locationLink;
}

/** The link of a call: the event's own, else the host's. */
export function linkOfCall(place: Place, meetingLink: string | null): string | null {
  return needsHostLink(place) ? meetingLink : place.locationLink;
}

export const eventLocations = ['GOOGLE_MEET', 'ZOOM', 'PHONE_CALL', 'IN_PERSON', 'CUSTOM'] as const;
export type EventLocation = (typeof eventLocations)[number];

export const questionTypes = ['EMAIL', 'PHONE_NO', 'NAME', 'FIRST_NAME', 'LAST_NAME'] as const;

export const eventTypes = ['PAST', 'UPCOMING', 'ALL'] as const;
export type EventType = (typeof eventTypes)[number];

/** The names of the three statuses in `/v1`. */
export const statusTypes = ['scheduled_events', 'rescheduled_events', 'cancelled_events'] as const;
type StatusType = (typeof statusTypes)[number];

export const statusOfType: Readonly<Record<StatusType, CallStatus>> = {
  scheduled_events: 'SCHEDULED',
  rescheduled_events: 'RESCHEDULED',
  cancelled_events: 'CANCELLED',
};

export type CallPerson = Pick<Member, 'id' | 'firstName' | 'lastName' | 'email'>;

export const callQuestionRecord = {
  statement: field.string('The question.'),
  type: field.oneOf(questionTypes, 'What the question asks for.'),
  answer: field.string('The answer.'),
};

export const callSecondaryAnswerRecord = {
  customFieldId: field.int('Custom field id.'),
  identifier: field.string('Custom field identifier.'),
  answer: field.strings('The answer. Single-valued fields have one item.'),
  optionIds: field.ints('Ids of the options in the answer, in the same order; empty for a field without options.'),
};

/** The record in REST and GraphQL. Instants are ISO 8601 text in UTC with milliseconds. */
export const eventCallRecord = {
  id: field.int('Call id.'),
  previewId: field.string('Public id, `call_…`.'),
  eventId: field.int('Id of the event (template) that was booked.'),
  name: field.string('Name of the event.'),
  linkPrefix: field.string('Booking link of the event: `<username>/<event-name>`.'),
  callType: field.oneOf(callTypes, 'Type of the call, from its event.'),
  status: field.oneOf(callStatuses, 'Status of the call.'),
  eventType: field.oneOf(eventTypes, 'PAST if the call has ended, otherwise UPCOMING.').holding<'PAST' | 'UPCOMING'>(),
  dateTime: field.dateTime('Start of the call.'),
  endTime: field.dateTime('End of the call.'),
  duration: field.int('Duration in minutes.'),
  timeZone: field.string("The invitee's IANA time zone."),
  contactId: field.int('Contact id; null if the contact was erased.').nullable(),
  inviteeName: field.string("The invitee's name, as entered when booking.").personal(),
  inviteeEmail: field.string("The invitee's email address.").nullable().personal(),
  phoneNumber: field.string("The invitee's phone number in E.164 format.").nullable().personal(),
  guests: field
    .strings("Email addresses of the guests, who get the invitee's emails without its links to reschedule and cancel.")
    .personal(),
  userId: field.int('User id of the closer, who hosts the call.'),
  closer: field.internal<CallPerson>(),
  setterId: field.int('User id of the setter.').nullable(),
  setter: field.internal<CallPerson | null>(),
  outcome: field.oneOf(outcomes, 'Outcome of the call; null for a cancelled call without an outcome.').nullable(),
  noSaleReason: field.oneOf(noSaleReasons, 'Reason for the lost sale.').nullable(),
  objectionKind: field.oneOf(objectionKinds, "Kind of the invitee's objection.").nullable(),
  objection: field.string("The invitee's objection.").nullable().personal(),
  notes: field.string('Internal notes.').nullable().personal(),
  cancelReason: field.string('Reason for the cancellation.').nullable().personal(),
  rescheduleReason: field.string('Reason for rescheduling.').nullable().personal(),
  location: field.oneOf(eventLocations, 'Where the call takes place.'),
  locationLink: field.string('Link or address for the call.').nullable(),
  questions: field.objects(callQuestionRecord, "The invitee's answers.").personal(),
  secondaryAnswers: field.objects(callSecondaryAnswerRecord, 'Answers to custom fields.').personal(),
  utm: field.objects(utmRecord, 'Campaign parameters.').personal(),
  createdAt: field.dateTime('When the call was booked.'),
  updatedAt: field.dateTime('When the call was last changed.'),
};
export interface EventCall extends RecordOf<typeof eventCallRecord> {}

export type EventCallPage = Page<'eventCalls', EventCall>;

/** A call is over from its end on. Both instants are ISO texts of the same form, so they compare as text. */
export function isOver(endTime: string, now: string): boolean {
  return endTime <= now;
}

type Stored = { readonly outcome: SetOutcome | null; readonly status: CallStatus };

export function outcomeAt({ outcome, status }: Stored, over: boolean): Outcome | null {
  if (outcome !== null || status === 'CANCELLED') return outcome;
  return over ? 'PENDING_OUTCOME' : 'PENDING';
}

/** The outcome that a member has set, or null. The two pending outcomes follow from the clock. */
export function setOutcomeOf({ outcome }: Pick<EventCall, 'outcome'>): SetOutcome | null {
  return setOutcomes.find((each) => each === outcome) ?? null;
}

export const orderColumns = ['dateTime', 'createdAt', 'updatedAt', 'id'] as const;

export const eventCallDefaults = { ...defaultOrder(orderColumns), eventType: 'ALL' as EventType };

/** The filters by source and product that the list of calls and callNumbers share. */
export const originsOfCalls = originFilters({
  records: 'calls',
  source: 'The source of a call is its utm_source, or else that of its contact.',
  product: 'The product of a call is that of the first deal that names it.',
});

export const eventCallListInput = z.object({
  ...pageOf('Calls'),
  eventType: enumeration(eventTypes)
    .optional()
    .meta({ default: 'ALL' })
    .describe('PAST: calls that have ended. UPCOMING: all others. ALL: both.'),
  dateFrom: rangeBound('Start', 'dateTime'),
  dateTo: rangeBound('End', 'dateTime'),
  ids: idList().optional().describe('Only calls with these ids.'),
  userIds: idList().optional().describe('Only calls hosted by these closers, by user id.'),
  eventIds: idList().optional().describe('Only calls of these events (templates), by event id.'),
  outcomes: filterList(enumeration(outcomes))
    .optional()
    .describe(
      'Only calls with one of these outcomes. PENDING: not ended, no outcome set. PENDING_OUTCOME: ended, no outcome set. Neither includes cancelled calls.',
    ),
  types: filterList(enumeration(statusTypes))
    .optional()
    .describe(
      'Only calls with one of these statuses: scheduled_events, rescheduled_events and cancelled_events match the call statuses SCHEDULED, RESCHEDULED and CANCELLED.',
    ),
  callTypes: filterList(enumeration(callTypes)).optional().describe('Only calls of these types.'),
  inviteeEmails: filterList(email())
    .optional()
    .describe('Only calls of invitees with these email addresses; case-insensitive.'),
  search: text(200)
    .optional()
    .describe("Free text: each word must occur in the invitee's name, email or phone number; case-insensitive."),
  setterIds: idList().optional().describe('Only calls set by these setters, by user id.'),
  hasSetter: boolean().optional().describe('true: only calls with a setter. false: only calls without one.'),
  noSaleReasons: filterList(enumeration(noSaleReasons))
    .optional()
    .describe('Only calls whose sale was lost for one of these reasons.'),
  objectionKinds: filterList(enumeration(objectionKinds))
    .optional()
    .describe('Only calls with an objection of one of these kinds.'),
  contactId: id().optional().describe('Only calls of this contact.'),
  previewId: text(64).optional().describe('Only the call with this preview id (`call_…`).'),
  counted: enumeration(callSets)
    .optional()
    .describe(
      'Only calls that this number of callNumbers counts: with the same range of dateTime, as many as it says.',
    ),
  ...originsOfCalls,
  ...recordTimes(),
  ...orderOf('calls', orderColumns),
});

export const eventCallDetailInput = z
  .object({
    id: id().optional().describe('Call id. Required unless previewId is given.'),
    previewId: text(64).optional().describe('Preview id (`call_…`).'),
  })
  .refine(exactlyOne('id', 'previewId'), crossFieldRule('exactly_one', 'Exactly one of id and previewId is required'));

export type EventCallListInput = z.output<typeof eventCallListInput>;
