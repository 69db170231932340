import { z } from 'zod';
import { contactStatuses } from '#src/domain/contacts/contact.ts';
import { callTypes } from '#src/domain/event-calls/call-types.ts';
import { eventLocations, questionTypes } from '#src/domain/event-calls/event-call.ts';
import { disqualificationRuleRecord } from '#src/domain/events/disqualification.ts';
import { crossFieldRule, enumeration, exactlyOne, filterList, id, text } from '#src/domain/input.ts';
import { pageOf } from '#src/domain/list-input.ts';
import type { EventReminder } from '#src/domain/notifications/notification.ts';
import type { Page } from '#src/domain/page.ts';
import { field, type RecordOf } from '#src/domain/record.ts';

export const eventStatuses = ['ACTIVATED', 'DEACTIVATED'] as const;
export const bookingFlows = ['TIME_FIRST', 'FORM_FIRST'] as const;

export const eventHostRecord = {
  userId: field.int('User id.'),
  firstName: field.string('First name.'),
  lastName: field.string('Last name.'),
  email: field.string('Email address.'),
  priority: field.int('The available host with the highest priority gets the call.'),
  scheduleId: field.int('Id of the availability schedule that applies to this event.'),
};
export interface EventHost extends RecordOf<typeof eventHostRecord> {}

export const eventQuestionRecord = {
  id: field.int('Question id.'),
  statement: field.string('The question.'),
  type: field.oneOf(questionTypes, 'What the question asks for.'),
  required: field.boolean('True if an answer is required.'),
  displayIndex: field.int('Position in the form, ascending.'),
};
export interface EventQuestion extends RecordOf<typeof eventQuestionRecord> {}

export const eventSecondaryQuestionRecord = {
  customFieldId: field.int('Custom field id.'),
  identifier: field.string('Custom field identifier.'),
  name: field.string('Custom field name.'),
  inputType: field.string('Custom field input type.'),
  required: field.boolean('True if an answer is required.'),
  displayIndex: field.int('Position in the form, ascending.'),
};
export interface EventSecondaryQuestion extends RecordOf<typeof eventSecondaryQuestionRecord> {}

/** A bookable template. Durations are in minutes, the booking window is in days. */
export const bookableEventRecord = {
  id: field.int('Event id.'),
  name: field.string('Name of the event.'),
  description: field.string('Description that invitees see.').nullable(),
  linkPrefix: field.string('Booking link: `<username>/<event-name>`.'),
  bookingUrl: field.inGraph(),
  qrCodeUrl: field.inGraph(),
  eventType: field.oneOf(callTypes, "Type of the event's calls; the same as callType."),
  callType: field.oneOf(callTypes, "Type of the event's calls."),
  duration: field.int('Duration of a call in minutes.'),
  slotInterval: field.int('Minutes between the starts of two slots; null to use the duration.').nullable(),
  bufferBefore: field.int('Buffer before a call, in minutes.'),
  bufferAfter: field.int('Buffer after a call, in minutes.'),
  minimumNotice: field.int('Minimum notice: minutes between booking and the earliest slot.'),
  bookingWindow: field.int('Booking window: days from today to the last slot; null for no limit.').nullable(),
  dailyLimit: field.int('Maximum number of calls of this event per host and day; null for no limit.').nullable(),
  maxUpcomingPerInvitee: field.int(
    "Maximum number of upcoming calls of this event per invitee. Across all events, an invitee can have at most 10 upcoming calls, or this event's maximum if it is higher.",
  ),
  sendsMail: field.boolean(
    "True if the invitee and host get emails about the event's calls, provided that the server sends email. Rescheduling or cancelling a call that was announced by email is always announced by email too.",
  ),
  reminders: field.internal<EventReminder[]>(),
  location: field.oneOf(eventLocations, "Where the event's calls take place."),
  locationLink: field.string('Link or address for the calls.').nullable(),
  disqualifiesLeads: field.boolean(
    'True to mark contacts as DISQUALIFIED if they answer through `POST /v1/fields/inviteeAnswers` without booking.',
  ),
  bookingFlow: field.oneOf(bookingFlows, 'Order of the booking page: time first, or form first.'),
  isListed: field.boolean('True if the public pages of the member and of the workspace list the event.'),
  bookedStatus: field
    .oneOf(contactStatuses, 'The contact status to set after booking; null to leave the status unchanged.')
    .nullable(),
  disqualificationRules: field.objects(
    disqualificationRuleRecord,
    'Disqualification rules. A lead who matches one of them cannot book and becomes DISQUALIFIED.',
  ),
  disqualifiedMessage: field.string('Message for a disqualified lead.').nullable(),
  disqualifiedUrl: field.string('Where a disqualified lead is redirected.').nullable(),
  redirectUrl: field.string('Where the invitee is redirected after booking.').nullable(),
  redirectAnswers: field.strings(
    'The answers to add to the redirect URL: types of invitee questions and identifiers of custom fields.',
  ),
  status: field.oneOf(eventStatuses, 'Status of the event. An ACTIVATED event with a host can be booked.'),
  hosts: field.objects(eventHostRecord, 'Hosts of the event, highest priority first.'),
  inviteeQuestions: field.objects(eventQuestionRecord, 'The questions of the booking form.'),
  secondaryQuestions: field.objects(eventSecondaryQuestionRecord, 'The custom fields of the booking form.'),
  createdAt: field.dateTime('When the event was created.'),
  updatedAt: field.dateTime('When the event was last changed.'),
};
export interface BookableEvent extends RecordOf<typeof bookableEventRecord> {}

export type EventPage = Page<'events', BookableEvent>;

export const eventListInput = z.object({
  ...pageOf('Events'),
  search: text(200).optional().describe('Free text: each word must occur in the name or the booking link.'),
  status: filterList(enumeration(eventStatuses)).optional().describe('Only events with one of these statuses.'),
});

export type EventListInput = z.output<typeof eventListInput>;

/** Names one event of the workspace. */
export const eventReference = {
  eventId: id().optional().describe('Event id. Required unless linkPrefix is given.'),
  linkPrefix: text(255).optional().describe('Booking link: `<username>/<event-name>`.'),
};
export const isOneEvent = exactlyOne('eventId', 'linkPrefix');
export const oneEvent = crossFieldRule('exactly_one', 'Exactly one of eventId and linkPrefix is required');

export const eventDetailInput = z.object(eventReference).refine(isOneEvent, oneEvent);

export type EventDetailInput = z.output<typeof eventDetailInput>;
