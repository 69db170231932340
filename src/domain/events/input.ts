import { z } from 'zod';
import { callTypes } from '#src/domain/event-calls/call-types.ts';
import { eventLocations, questionTypes } from '#src/domain/event-calls/event-call.ts';
import { maxUpcomingPerWorkspace } from '#src/domain/event-calls/upcoming-calls.ts';
import {
  boolean,
  coded,
  crossFieldRule,
  enumeration,
  exactlyOne,
  id,
  integer,
  list,
  minLength,
  namesChange,
  nonBlank,
  notEmpty,
  placeText,
  rawText,
  text,
  visibleName,
} from '#src/domain/input.ts';
import { kebabCase } from '../kebab-case.ts';
import { type EventReminder, reminderRecipients } from '../notifications/notification.ts';
import { eventStatuses } from './event.ts';
import { leadFields, newLeadDefaults } from './lead-input.ts';

/** The maximum per workspace, not counting deleted events. */
export const maxEvents = 1_000;

const minutesPerDay = 1_440;
const minutesPerYear = 525_600;

const linkPrefix = () =>
  rawText(255).regex(
    /^[a-z0-9]+(?:-[a-z0-9]+)*\/[a-z0-9]+(?:-[a-z0-9]+)*$/,
    'Must be <username>/<event-name>: a-z, 0-9 and single hyphens, with one slash',
  );

export const eventHostInput = z.object(
  {
    userId: id().describe('User id of a member of the workspace.'),
    scheduleId: id()
      .optional()
      .describe("Id of the member's schedule that applies to this event. Default: the member's default schedule."),
    priority: integer(0, 1_000)
      .default(0)
      .describe('Priority, 0 (the default) to 1,000. The available host with the highest priority gets the call.'),
  },
  'Each must be an object with a userId',
);

export const inviteeQuestionInput = z.object(
  {
    statement: nonBlank(500).describe('The question.'),
    type: enumeration(questionTypes).describe('What the question asks for. Several questions may have the same type.'),
    required: boolean().default(true).describe('True if an answer is required. Default: true.'),
  },
  'Each must be an object with statement and type',
);

export const secondaryQuestionInput = z
  .object(
    {
      customFieldId: id().optional().describe('Id of the custom field. Required unless identifier is given.'),
      identifier: text(255)
        .check(notEmpty())
        .optional()
        .describe(
          'Identifier of the custom field. If a CONTACT field and a CALL field share it, the CONTACT field is used.',
        ),
      required: boolean().default(false).describe('True if an answer is required. Default: false.'),
    },
    'Each must be an object with a customFieldId or an identifier',
  )
  .refine(
    exactlyOne('customFieldId', 'identifier'),
    crossFieldRule('exactly_one', 'Exactly one of customFieldId and identifier is required'),
  );

export const eventReminderInput = z.object(
  {
    minutesBefore: integer(1, 43_200).describe('Minutes before the call begins, 1 to 43,200 (30 days).'),
    recipient: enumeration(reminderRecipients).describe('Who gets the reminder: INVITEE, with the guests, or HOST.'),
  },
  'Each must be an object with minutesBefore and recipient',
);

const reminders = () =>
  list(eventReminderInput, 10).refine(
    (each) => new Set(each.map(({ minutesBefore, recipient }) => `${minutesBefore} ${recipient}`)).size === each.length,
    coded('duplicate', 'Must not have the same reminder twice'),
  );

const oneHost = 'An event needs at least one host';
const hosts = () => list(eventHostInput).check(minLength(1, oneHost));

/** The writable fields of an event. Each of the two inputs says which may be absent. */
const fields = {
  name: visibleName(255),
  linkPrefix: linkPrefix(),
  description: text(5_000)
    .nullish()
    .describe('Description that invitees see, at most 5,000 characters; null for none.'),
  callType: enumeration(callTypes),
  duration: integer(1, minutesPerDay),
  slotInterval: integer(1, minutesPerDay)
    .nullish()
    .describe('Minutes between the starts of two slots, 1 to 1,440; null to use the duration.'),
  bufferBefore: integer(0, minutesPerDay).optional().describe('Buffer before a call, 0 to 1,440 minutes.'),
  bufferAfter: integer(0, minutesPerDay).optional().describe('Buffer after a call, 0 to 1,440 minutes.'),
  minimumNotice: integer(0, minutesPerYear)
    .optional()
    .describe('Minimum notice: minutes between booking and the earliest slot, 0 to 525,600.'),
  bookingWindow: integer(0, 3_650)
    .nullish()
    .describe('Booking window: days from today to the last slot, 0 to 3,650; null for no limit.'),
  dailyLimit: integer(1, 1_000)
    .nullish()
    .describe('Maximum number of calls of this event per host and day, 1 to 1,000; null for no limit.'),
  maxUpcomingPerInvitee: integer(1, 100)
    .optional()
    .describe(
      `Maximum number of upcoming calls of this event per invitee, 1 to 100. Across all events, an invitee can have at most ${maxUpcomingPerWorkspace} upcoming calls, or this event's maximum if it is higher.`,
    ),
  sendsMail: boolean()
    .optional()
    .describe(
      "True if the invitee and host get emails about the event's calls, provided that the server sends email. Rescheduling or cancelling a call that was announced by email is always announced by email too.",
    ),
  reminders: reminders()
    .optional()
    .describe(
      'The reminder emails before each call, at most 10 without duplicates; `[]` for none. Booked calls keep their reminders until they are rescheduled.',
    ),
  location: enumeration(eventLocations).optional().describe("Where the event's calls take place."),
  locationLink: placeText()
    .nullish()
    .describe(
      "Link or address for the calls, at most 2,048 characters; null for none. Required for GOOGLE_MEET, ZOOM and CUSTOM unless every host has a `meetingLink`, which is then used for the host's calls.",
    ),
  disqualifiesLeads: boolean()
    .optional()
    .describe(
      'True to mark contacts as DISQUALIFIED if they answer through `POST /v1/fields/inviteeAnswers` without booking.',
    ),
  ...leadFields,
  status: enumeration(eventStatuses)
    .optional()
    .describe('Status of the event. An ACTIVATED event with a host can be booked.'),
  inviteeQuestions: list(inviteeQuestionInput, 20).optional(),
  secondaryQuestions: list(secondaryQuestionInput, 50).optional(),
};

const questionsDescription = 'The questions of the booking form in order, at most 20.';
const fieldsDescription = 'The CONTACT and CALL fields of the booking form in order, at most 50 without duplicates.';
const linkDescription =
  'Booking link: `<username>/<event-name>`, with the username of a member of the workspace. It must be unique on this server.';
const durationDescription = 'Duration of a call, 1 to 1,440 minutes.';

const defaultReminders: readonly EventReminder[] = [
  { minutesBefore: 1_440, recipient: 'INVITEE' },
  { minutesBefore: 60, recipient: 'INVITEE' },
];

/** The defaults of a new event's absent fields. */
export const newEventDefaults = {
  description: null,
  slotInterval: null,
  bufferBefore: 0,
  bufferAfter: 0,
  minimumNotice: 0,
  bookingWindow: 60,
  dailyLimit: null,
  maxUpcomingPerInvitee: 3,
  location: 'PHONE_CALL',
  locationLink: null,
  sendsMail: true,
  reminders: defaultReminders,
  disqualifiesLeads: false,
  ...newLeadDefaults,
  status: 'ACTIVATED',
} as const;

export const defaultInviteeQuestions: readonly z.output<typeof inviteeQuestionInput>[] = [
  { statement: 'What is your name?', type: 'NAME', required: true },
  { statement: 'What is your email address?', type: 'EMAIL', required: true },
];

/** A further question that an event may ask. Its text is translated for the visitor. */
export const phoneQuestion: z.output<typeof inviteeQuestionInput> = {
  statement: 'What is your phone number?',
  type: 'PHONE_NO',
  required: true,
};

export const createEventInput = z.object({
  ...fields,
  name: fields.name.describe('Name of the event.'),
  linkPrefix: fields.linkPrefix
    .optional()
    .describe(`${linkDescription} Default: made from your username and the event name.`),
  callType: fields.callType.describe("Type of the event's calls."),
  duration: fields.duration.describe(durationDescription),
  bookingWindow: fields.bookingWindow.describe(`${fields.bookingWindow.description} Default: 60.`),
  maxUpcomingPerInvitee: fields.maxUpcomingPerInvitee.describe(
    `${fields.maxUpcomingPerInvitee.description} Default: ${newEventDefaults.maxUpcomingPerInvitee}.`,
  ),
  sendsMail: fields.sendsMail.describe(`${fields.sendsMail.description} Default: true.`),
  reminders: fields.reminders.describe(
    `${fields.reminders.description} Default: one day and one hour before the call, to the invitee.`,
  ),
  location: fields.location.describe(`${fields.location.description} Default: PHONE_CALL.`),
  status: fields.status.describe(`${fields.status.description} Default: ACTIVATED.`),
  hosts: hosts().describe("The members who host the event's calls, 1 to 200 without duplicates."),
  inviteeQuestions: fields.inviteeQuestions.describe(`${questionsDescription} Default: NAME and EMAIL, both required.`),
  secondaryQuestions: fields.secondaryQuestions.describe(fieldsDescription),
});

export const updateEventInput = z
  .object({
    id: id().describe('Event id.'),
    ...fields,
    name: fields.name.optional().describe('Name of the event. The booking link does not change.'),
    linkPrefix: fields.linkPrefix.optional().describe(linkDescription),
    callType: fields.callType.optional().describe('Type of future calls. Booked calls keep theirs.'),
    duration: fields.duration.optional().describe(`${durationDescription} Booked calls keep theirs.`),
    hosts: hosts()
      .optional()
      .describe(
        "Replaces all hosts: the members who host the event's calls, 1 to 200 without duplicates. Booked calls keep their hosts.",
      ),
    inviteeQuestions: fields.inviteeQuestions.describe(`Replaces all questions. ${questionsDescription}`),
    secondaryQuestions: fields.secondaryQuestions.describe(`Replaces all custom fields. ${fieldsDescription}`),
  })
  .refine(...namesChange('id'));

export const updateEventStatusInput = z.object({
  eventId: id().describe('Event id.'),
  status: enumeration(eventStatuses).describe(
    'ACTIVATED: the event can be booked while it has a host. DEACTIVATED: it cannot be booked.',
  ),
});

export const deleteEventInput = z.object({ id: id().describe('Event id.') });

export type CreateEventInput = z.output<typeof createEventInput>;
export type UpdateEventInput = z.output<typeof updateEventInput>;
export type UpdateEventStatusInput = z.output<typeof updateEventStatusInput>;
export type EventHostInput = z.output<typeof eventHostInput>;
export type InviteeQuestionInput = z.output<typeof inviteeQuestionInput>;
export type SecondaryQuestionInput = z.output<typeof secondaryQuestionInput>;

/** A username has at most 64 characters, which leaves room for a slash and a number after the name. */
const maxNameLength = 180;

/** The preferred booking link of a new event: `ada/strategy-call`. */
export function linkPrefixFrom(username: string, name: string): string {
  return `${username}/${kebabCase(name, { fallback: 'event', maxLength: maxNameLength })}`;
}
