import { z } from 'zod';
import type { ContactStatus } from '#src/domain/contacts/contact.ts';
import type { CallType, eventLocations, questionTypes } from '#src/domain/event-calls/event-call.ts';
import { crossFieldRule, enumeration, exactlyOne, filterList, id, text } from '#src/domain/input.ts';
import { pageOf } from '#src/domain/list-input.ts';
import type { EventReminder } from '#src/domain/notifications/notification.ts';
import type { Page } from '#src/domain/page.ts';
import type { DisqualificationRule } from './disqualification.ts';

export const eventStatuses = ['ACTIVATED', 'DEACTIVATED'] as const;
export const bookingFlows = ['TIME_FIRST', 'FORM_FIRST'] as const;

export interface EventHost {
  userId: number;
  firstName: string;
  lastName: string;
  email: string;
  /** The free host with the highest priority gets the call. */
  priority: number;
  scheduleId: number;
}

export interface EventQuestion {
  id: number;
  statement: string;
  type: (typeof questionTypes)[number];
  required: boolean;
  displayIndex: number;
}

export interface EventSecondaryQuestion {
  customFieldId: number;
  identifier: string;
  name: string;
  inputType: string;
  required: boolean;
  displayIndex: number;
}

/** A bookable template. Durations are in minutes, the booking window is in days. */
export interface BookableEvent {
  id: number;
  name: string;
  description: string | null;
  linkPrefix: string;
  eventType: CallType;
  callType: CallType;
  duration: number;
  /** Null: the duration. */
  slotInterval: number | null;
  bufferBefore: number;
  bufferAfter: number;
  minimumNotice: number;
  /** Null: without end. */
  bookingWindow: number | null;
  dailyLimit: number | null;
  maxUpcomingPerInvitee: number;
  /** Whether invitee and host get mails about its calls. */
  sendsMail: boolean;
  reminders: EventReminder[];
  location: (typeof eventLocations)[number];
  locationLink: string | null;
  /** A contact whose answers come without a booking, through `POST /v1/fields/inviteeAnswers`, becomes DISQUALIFIED. */
  disqualifiesLeads: boolean;
  bookingFlow: (typeof bookingFlows)[number];
  /** The page of its member shows it. */
  isListed: boolean;
  /** What a contact who books becomes; null: the status stays. */
  bookedStatus: ContactStatus | null;
  disqualificationRules: DisqualificationRule[];
  /** What a disqualified lead reads, and where it is led. */
  disqualifiedMessage: string | null;
  disqualifiedUrl: string | null;
  /** Where an invitee who booked is led, with the answers that these name: question types and identifiers. */
  redirectUrl: string | null;
  redirectAnswers: string[];
  status: (typeof eventStatuses)[number];
  hosts: EventHost[];
  inviteeQuestions: EventQuestion[];
  secondaryQuestions: EventSecondaryQuestion[];
  createdAt: string;
  updatedAt: string;
}

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
