import { z } from 'zod';
import { calendarStatuses } from '#src/domain/calendars/calendar.ts';
import {
  customIssue,
  enumeration,
  id,
  list,
  must,
  namesChange,
  notEmpty,
  rawText,
  text,
  whenFieldsAreValid,
} from '#src/domain/input.ts';
import { urlProblem } from '#src/domain/outgoing-url.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { type CalendarKind, calendarKinds, calendarStatus, maxCalendars } from './calendar.ts';

/** A calendar of a connection, as its member sees it. */
export const connectedCalendarRecord = {
  id: field.int('Calendar id.'),
  name: field.string('Its name there.'),
  countsAsBusy: field.boolean('Whether the member cannot be booked while it holds something as busy.'),
  takesBookings: field.boolean("Whether the member's bookings are written into it: one calendar of a member at most."),
  isWritable: field.boolean('Whether bookings can be written into it.'),
};
export interface ConnectedCalendar extends RecordOf<typeof connectedCalendarRecord> {}

/** A member's connection to calendars elsewhere, without the credential. */
export const calendarConnectionRecord = {
  id: field.int('Connection id.'),
  userId: field.int('User id of the member whose calendars they are.'),
  kind: field.oneOf(calendarKinds, 'How it is read.'),
  name: field.string('The account, of CalDAV with the host of its server, or the host of the address.'),
  status: field.oneOf(calendarStatuses, 'Whether its busy times are known.'),
  problem: field.internal<string | null>(),
  lastReadAt: field.dateTime('When it was last read without a failure; null if never.').nullable(),
  isBeingRead: field.boolean('Whether a read is under way; what comes of it is not in the answer yet.'),
  createdAt: field.dateTime('When it was connected.'),
  calendars: field.internal<readonly ConnectedCalendar[]>(),
};
export interface CalendarConnection extends RecordOf<typeof calendarConnectionRecord> {}

interface ConnectionRow {
  readonly disconnectedAt: string | Date | null;
  readonly readableUntil: string | Date;
  readonly leasedUntil: string | Date | null;
  readonly lastReadAt: string | Date | null;
  readonly problem: string | null;
}

/** The fields of a connection that are computed from its row. */
export function connectionOfRow(row: ConnectionRow, now: Date): Pick<CalendarConnection, 'status' | 'isBeingRead'> {
  const { problem, lastReadAt } = row;
  const disconnectedAt = row.disconnectedAt === null ? null : new Date(row.disconnectedAt);
  const facts = { disconnectedAt, readableUntil: new Date(row.readableUntil), problem, lastReadAt };
  const isBeingRead = row.leasedUntil !== null && new Date(row.leasedUntil) > now;
  return { status: calendarStatus(facts, now), isBeingRead };
}

const exampleUrl = 'https://calendar.example.com/ada.ics';

/** Calendar programs write feed URLs with their own scheme, `webcal`. */
export function withHttps(url: string): string {
  return url.replace(/^webcals?:\/\//i, 'https://');
}

const calendarUrl = () =>
  z
    .string(must('Must be a string'))
    .superRefine((value, context) => {
      const problem = urlProblem(withHttps(value), exampleUrl);
      if (problem) context.addIssue(customIssue({ path: [], ...problem }));
    })
    .nullish();

/** The fields that each kind needs. Others are refused, so that nobody believes that they have an effect. */
const fieldsOfKind: Readonly<Record<CalendarKind, readonly ('url' | 'username' | 'password')[]>> = {
  ICS: ['url'],
  CALDAV: ['url', 'username', 'password'],
  GOOGLE: [],
  MICROSOFT: [],
};

/** A CalDAV connection that gets a new credential keeps its URL and username unless the input has new ones. */
const storedFields: readonly string[] = ['url', 'username'];

export const createCalendarConnectionInput = z
  .object({
    kind: enumeration(calendarKinds).describe(
      'ICS: an address at which a calendar is published. CALDAV: a server, with user and password. GOOGLE and MICROSOFT: the answer has an address where the member allows the access; refused where the server does not offer them.',
    ),
    url: calendarUrl().describe(
      'ICS: the secret address of the calendar. CALDAV: the address of the server, or of the calendars. https, at most 2,048 characters, without user, password and fragment, and not at a private address; webcal is read as https.',
    ),
    username: text(255).check(notEmpty()).nullish().describe('CALDAV: the user name, often an e-mail address.'),
    password: rawText(1_000)
      .check(notEmpty())
      .nullish()
      .describe('CALDAV: the password; most providers want one that is made for apps.'),
    connectionId: id()
      .nullish()
      .describe(
        'A connection of yours that gets the new credential, and keeps which calendars count as busy and take bookings. Of CALDAV, url and username stay where they are left out.',
      ),
  })
  .superRefine(({ kind, connectionId, ...fields }, context) => {
    const needed = fieldsOfKind[kind] ?? [];
    for (const name of ['url', 'username', 'password'] as const) {
      const isPresent = (fields[name] ?? null) !== null;
      const isStored = kind === 'CALDAV' && (connectionId ?? null) !== null && storedFields.includes(name);
      const isNeeded = needed.includes(name);
      if (isNeeded && !isPresent && !isStored) {
        context.addIssue(customIssue({ path: [name], code: 'required', message: 'Is required' }));
      }
      if (!isNeeded && isPresent) {
        context.addIssue(customIssue({ path: [name], code: 'conflict', message: `Is not for the kind ${kind}` }));
      }
    }
  }, whenFieldsAreValid('kind'));

export const updateCalendarConnectionInput = z
  .object({
    id: id().describe('Id of the connection.'),
    busyCalendarIds: list(id(), maxCalendars)
      .optional()
      .describe('Ids of those of its calendars that count as busy; the others do not. None may count.'),
    bookingCalendarId: id()
      .nullish()
      .describe(
        'Id of the one of its calendars that your bookings are written into, instead of the one before, of whatever connection; null for none of this connection.',
      ),
  })
  .refine(...namesChange('id'));

export const deleteCalendarConnectionInput = z.object({ id: id().describe('Id of the connection.') });

export const refreshCalendarConnectionInput = z.object({ id: id().describe('Id of the connection.') });

export const calendarConnectionListInput = z.object({
  userId: id().optional().describe("Only this member's; without it, all that the caller may see."),
});

export type CreateCalendarConnectionInput = z.output<typeof createCalendarConnectionInput>;
export type UpdateCalendarConnectionInput = z.output<typeof updateCalendarConnectionInput>;
export type CalendarConnectionListInput = z.output<typeof calendarConnectionListInput>;
