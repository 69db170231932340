import { z } from 'zod';
import { contactStatuses } from '#src/domain/contacts/contact.ts';
import { callTypes, eventLocations, questionTypes } from '#src/domain/event-calls/event-call.ts';
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
  email: field.string('E-mail address.'),
  priority: field.int('The free host with the highest priority gets the call.'),
  scheduleId: field.int('Id of the availability schedule that holds for this event.'),
};
export interface EventHost extends RecordOf<typeof eventHostRecord> {}

export const eventQuestionRecord = {
  id: field.int('Question id.'),
  statement: field.string('The question.'),
  type: field.oneOf(questionTypes, 'What it asks for.'),
  required: field.boolean('Whether it must be answered.'),
  displayIndex: field.int('Its place in the form.'),
};
export interface EventQuestion extends RecordOf<typeof eventQuestionRecord> {}

export const eventSecondaryQuestionRecord = {
  customFieldId: field.int('Custom field id.'),
  identifier: field.string('Custom field identifier.'),
  name: field.string('Custom field name.'),
  inputType: field.string('Custom field input type.'),
  required: field.boolean('Whether it must be answered.'),
  displayIndex: field.int('Its place in the form.'),
};
export interface EventSecondaryQuestion extends RecordOf<typeof eventSecondaryQuestionRecord> {}

/** A bookable template. Durations are in minutes, the booking window is in days. */
export const bookableEventRecord = {
  id: field.int('Event id.'),
  name: field.string('Name.'),
  description: field.string('What invitees read about it.').nullable(),
  linkPrefix: field.string('Booking link: `<username>/<event-name>`.'),
  bookingUrl: field.inGraph(),
  qrCodeUrl: field.inGraph(),
  eventType: field.oneOf(callTypes, 'Type of its calls; the same as callType.'),
  callType: field.oneOf(callTypes, 'Type of its calls.'),
  duration: field.int('Minutes of a call.'),
  slotInterval: field.int('Minutes between the starts of two slots; null for the duration.').nullable(),
  bufferBefore: field.int('Free minutes before a call.'),
  bufferAfter: field.int('Free minutes after a call.'),
  minimumNotice: field.int('Minutes from booking to the earliest slot.'),
  bookingWindow: field.int('Days from today to the last slot; null for no end.').nullable(),
  dailyLimit: field.int('Most calls a host takes of it in a day.').nullable(),
  maxUpcomingPerInvitee: field.int(
    'Most calls to come that an invitee has with it. With all events an invitee has at most 10, or as many as the event allows that is booked, if that is more.',
  ),
  sendsMail: field.boolean(
    'Whether invitee and host get mails about its calls, where the installation sends mail. A call that was announced by mail before is still moved and cancelled by mail.',
  ),
  reminders: field.internal<EventReminder[]>(),
  location: field.oneOf(eventLocations, 'Where its calls are held.'),
  locationLink: field.string('Link or address of the place.').nullable(),
  disqualifiesLeads: field.boolean(
    'Whether a contact whose answers come through `POST /v1/fields/inviteeAnswers`, without a booking, becomes DISQUALIFIED.',
  ),
  bookingFlow: field.oneOf(bookingFlows, 'Whether the time comes first, or the form.'),
  isListed: field.boolean('Whether the page of its member shows it.'),
  bookedStatus: field.oneOf(contactStatuses, 'What a contact who books becomes; null: the status stays.').nullable(),
  disqualificationRules: field.objects(
    disqualificationRuleRecord,
    'A lead who meets one of them is not booked, and becomes DISQUALIFIED.',
  ),
  disqualifiedMessage: field.string('What a disqualified lead reads.').nullable(),
  disqualifiedUrl: field.string('Where a disqualified lead is led.').nullable(),
  redirectUrl: field.string('Where an invitee who booked is led.').nullable(),
  redirectAnswers: field.strings(
    'Whose answers go along: types of invitee questions and identifiers of custom fields.',
  ),
  status: field.oneOf(eventStatuses, 'ACTIVATED events with a host can be booked.'),
  hosts: field.objects(eventHostRecord, 'Its hosts, highest priority first.'),
  inviteeQuestions: field.objects(eventQuestionRecord, 'The questions of the booking form.'),
  secondaryQuestions: field.objects(eventSecondaryQuestionRecord, 'The custom fields of the booking form.'),
  createdAt: field.dateTime('When it was made.'),
  updatedAt: field.dateTime('When it was last changed.'),
};
export interface BookableEvent extends RecordOf<typeof bookableEventRecord> {}

export type EventPage = Page<'events', BookableEvent>;

export const eventListInput = z.object({
  ...pageOf('Events'),
  search: text(200).optional().describe('Free text: each word must occur in the name or the booking link.'),
  status: filterList(enumeration(eventStatuses)).optional().describe('Statuses.'),
});

export type EventListInput = z.output<typeof eventListInput>;

/** Names one event of the workspace. */
export const eventReference = {
  eventId: id().optional().describe('Event id; or else its linkPrefix.'),
  linkPrefix: text(255).optional().describe('Booking link: `<username>/<event-name>`.'),
};
export const isOneEvent = exactlyOne('eventId', 'linkPrefix');
export const oneEvent = crossFieldRule('exactly_one', 'Exactly one of eventId and linkPrefix is required');

export const eventDetailInput = z.object(eventReference).refine(isOneEvent, oneEvent);

export type EventDetailInput = z.output<typeof eventDetailInput>;
