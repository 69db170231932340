import { z } from 'zod';
import { callTypes, eventLocations, questionTypes } from '#src/domain/event-calls/event-call.ts';
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
import { type EventReminder, mailRecipients } from '../notifications/notification.ts';
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
      .describe("Id of one of this member's schedules, which holds for the event; their default schedule if left out."),
    priority: integer(0, 1_000)
      .default(0)
      .describe('0 (the default) to 1,000. The free host with the highest priority gets the call.'),
  },
  'Each must be an object with a userId',
);

export const inviteeQuestionInput = z.object(
  {
    statement: nonBlank(500).describe('The question.'),
    type: enumeration(questionTypes).describe('What it asks for; several questions may have the same type.'),
    required: boolean().default(true).describe('Whether it must be answered; true unless stated.'),
  },
  'Each must be an object with statement and type',
);

export const secondaryQuestionInput = z
  .object(
    {
      customFieldId: id().optional().describe('Id of the custom field; or else its identifier.'),
      identifier: text(255)
        .check(notEmpty())
        .optional()
        .describe('Identifier of the custom field; a CONTACT field comes before a CALL field that has the same one.'),
      required: boolean().default(false).describe('Whether it must be answered; false unless stated.'),
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
    recipient: enumeration(mailRecipients).describe('Who gets it.'),
  },
  'Each must be an object with minutesBefore and recipient',
);

const reminders = () =>
  list(eventReminderInput, 10).refine(
    (each) => new Set(each.map(({ minutesBefore, recipient }) => `${minutesBefore} ${recipient}`)).size === each.length,
    coded('duplicate', 'Must have each reminder once'),
  );

const oneHost = 'An event needs at least one host';
const hosts = () => list(eventHostInput).check(minLength(1, oneHost));

/** The writable fields of an event. Each of the two inputs says which may be absent. */
const fields = {
  name: visibleName(255),
  linkPrefix: linkPrefix(),
  description: text(5_000).nullish().describe('What invitees read about it, at most 5,000 characters; null for none.'),
  callType: enumeration(callTypes),
  duration: integer(1, minutesPerDay),
  slotInterval: integer(1, minutesPerDay)
    .nullish()
    .describe('Minutes between the starts of two slots, 1 to 1,440; null for the duration.'),
  bufferBefore: integer(0, minutesPerDay).optional().describe('Free minutes before a call, 0 to 1,440.'),
  bufferAfter: integer(0, minutesPerDay).optional().describe('Free minutes after a call, 0 to 1,440.'),
  minimumNotice: integer(0, minutesPerYear)
    .optional()
    .describe('Minutes from booking to the earliest slot, 0 to 525,600.'),
  bookingWindow: integer(0, 3_650).nullish().describe('Days from today to the last slot, 0 to 3,650; null for no end.'),
  dailyLimit: integer(1, 1_000)
    .nullish()
    .describe('Most calls a host takes of it in a day, 1 to 1,000; null for no limit.'),
  maxUpcomingPerInvitee: integer(1, 100)
    .optional()
    .describe(
      `Most calls to come that an invitee has with it, 1 to 100. With all events an invitee has at most ${maxUpcomingPerWorkspace}, or as many as the event allows that is booked, if that is more.`,
    ),
  sendsMail: boolean()
    .optional()
    .describe(
      'Whether invitee and host get mails about its calls, where the installation sends mail. A call that was announced by mail before is still moved and cancelled by mail.',
    ),
  reminders: reminders()
    .optional()
    .describe(
      'The mails before each call, at most 10, each once; `[]` for none. Calls that are booked keep theirs until they are moved.',
    ),
  location: enumeration(eventLocations).optional().describe('Where its calls are held.'),
  locationLink: placeText()
    .nullish()
    .describe(
      'Link or address of the place, at most 2,048 characters; null for none. GOOGLE_MEET, ZOOM and CUSTOM need one, unless every host has a `meetingLink`: then a call has that of its host.',
    ),
  disqualifiesLeads: boolean()
    .optional()
    .describe(
      'Whether a contact whose answers come through `POST /v1/fields/inviteeAnswers`, without a booking, becomes DISQUALIFIED.',
    ),
  ...leadFields,
  status: enumeration(eventStatuses).optional().describe('ACTIVATED events with a host can be booked.'),
  inviteeQuestions: list(inviteeQuestionInput, 20).optional(),
  secondaryQuestions: list(secondaryQuestionInput, 50).optional(),
};

const questionsDescription = 'The questions of the booking form in their order, at most 20.';
const fieldsDescription = 'The CONTACT and CALL fields of the booking form in their order, each once, at most 50.';
const linkDescription =
  'Booking link: `<username>/<event-name>`, with the username of a member of the workspace; no other event of the installation has it.';
const durationDescription = 'Minutes of a call, 1 to 1,440.';

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
  { statement: 'What is your e-mail address?', type: 'EMAIL', required: true },
];

/** A further question that an event may ask. Its text is translated for the visitor. */
export const phoneQuestion: z.output<typeof inviteeQuestionInput> = {
  statement: 'What is your phone number?',
  type: 'PHONE_NO',
  required: true,
};

export const createEventInput = z.object({
  ...fields,
  name: fields.name.describe('Name.'),
  linkPrefix: fields.linkPrefix
    .optional()
    .describe(`${linkDescription} Made from your username and the name where it is left out.`),
  callType: fields.callType.describe('Type of its calls.'),
  duration: fields.duration.describe(durationDescription),
  bookingWindow: fields.bookingWindow.describe(`${fields.bookingWindow.description} 60 where it is left out.`),
  maxUpcomingPerInvitee: fields.maxUpcomingPerInvitee.describe(
    `${fields.maxUpcomingPerInvitee.description} ${newEventDefaults.maxUpcomingPerInvitee} where it is left out.`,
  ),
  sendsMail: fields.sendsMail.describe(`${fields.sendsMail.description} True where it is left out.`),
  reminders: fields.reminders.describe(
    `${fields.reminders.description} A day and an hour before, to the invitee, where it is left out.`,
  ),
  location: fields.location.describe(`${fields.location.description} PHONE_CALL where it is left out.`),
  status: fields.status.describe(`${fields.status.description} ACTIVATED where it is left out.`),
  hosts: hosts().describe('The members who take its calls, 1 to 200, each once.'),
  inviteeQuestions: fields.inviteeQuestions.describe(
    `${questionsDescription} A NAME and an EMAIL, both required, where it is left out.`,
  ),
  secondaryQuestions: fields.secondaryQuestions.describe(fieldsDescription),
});

export const updateEventInput = z
  .object({
    id: id().describe('Event id.'),
    ...fields,
    name: fields.name.optional().describe('Name; the booking link stays.'),
    linkPrefix: fields.linkPrefix.optional().describe(linkDescription),
    callType: fields.callType.optional().describe('Type of its future calls; booked calls keep theirs.'),
    duration: fields.duration.optional().describe(`${durationDescription} Booked calls keep theirs.`),
    hosts: hosts()
      .optional()
      .describe('Replaces all hosts: the members who take its calls, 1 to 200, each once. Booked calls keep theirs.'),
    inviteeQuestions: fields.inviteeQuestions.describe(`Replaces all questions. ${questionsDescription}`),
    secondaryQuestions: fields.secondaryQuestions.describe(`Replaces all custom fields. ${fieldsDescription}`),
  })
  .refine(...namesChange('id'));

export const updateEventStatusInput = z.object({
  eventId: id().describe('Event id.'),
  status: enumeration(eventStatuses).describe('ACTIVATED: can be booked while it has a host. DEACTIVATED: cannot.'),
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
