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
  name: field.string('Name of the calendar at its provider.'),
  countsAsBusy: field.boolean('True if busy times in this calendar make the member unavailable.'),
  takesBookings: field.boolean(
    "True if the member's bookings are written to this calendar. At most one calendar per member.",
  ),
  isWritable: field.boolean('True if bookings can be written to this calendar.'),
};
export interface ConnectedCalendar extends RecordOf<typeof connectedCalendarRecord> {}

/** A member's connection to calendars elsewhere, without the credential. */
export const calendarConnectionRecord = {
  id: field.int('Connection id.'),
  userId: field.int('User id of the member who owns the calendars.'),
  kind: field.oneOf(calendarKinds, 'Kind of the connection: how its calendars are read.'),
  name: field.string(
    'Name of the account. For CalDAV it includes the host of the server; for ICS it is the host of the address.',
  ),
  status: field.oneOf(calendarStatuses, 'Status of the connection: whether its busy times are known.'),
  problem: field.internal<string | null>(),
  lastReadAt: field.dateTime('When the calendars were last read successfully; null if never.').nullable(),
  isBeingRead: field.boolean('True if a read is in progress. Its result is not in the response yet.'),
  createdAt: field.dateTime('When the connection was created.'),
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
      'ICS: the address of a published calendar. CALDAV: a server, with user name and password. GOOGLE and MICROSOFT: the response has an address at which the member grants access; an error if this server does not offer them.',
    ),
    url: calendarUrl().describe(
      'ICS: the secret address of the calendar. CALDAV: the address of the server or of the calendars. An https URL of at most 2,048 characters, without user name, password or fragment, and not at a private address. webcal is read as https.',
    ),
    username: text(255).check(notEmpty()).nullish().describe('CALDAV: the user name, often an email address.'),
    password: rawText(1_000)
      .check(notEmpty())
      .nullish()
      .describe('CALDAV: the password. Most providers require an app-specific password.'),
    connectionId: id()
      .nullish()
      .describe(
        'Id of one of your connections, which gets the new credential and keeps its choice of calendars. For CALDAV, url and username stay as they are if omitted.',
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
        context.addIssue(
          customIssue({ path: [name], code: 'conflict', message: `Is not allowed for the kind ${kind}` }),
        );
      }
    }
  }, whenFieldsAreValid('kind'));

export const updateCalendarConnectionInput = z
  .object({
    id: id().describe('Id of the connection.'),
    busyCalendarIds: list(id(), maxCalendars)
      .optional()
      .describe(
        'Ids of the calendars of this connection that count as busy; its other calendars do not. May be empty.',
      ),
    bookingCalendarId: id()
      .nullish()
      .describe(
        'Id of the calendar of this connection that your bookings are written to. It replaces the previous one, even in another connection. Null for no calendar of this connection.',
      ),
  })
  .refine(...namesChange('id'));

export const deleteCalendarConnectionInput = z.object({ id: id().describe('Id of the connection.') });

export const refreshCalendarConnectionInput = z.object({ id: id().describe('Id of the connection.') });

export const calendarConnectionListInput = z.object({
  userId: id()
    .optional()
    .describe('Only the connections of this member. If omitted, all connections that the caller may see.'),
});

export type CreateCalendarConnectionInput = z.output<typeof createCalendarConnectionInput>;
export type UpdateCalendarConnectionInput = z.output<typeof updateCalendarConnectionInput>;
export type CalendarConnectionListInput = z.output<typeof calendarConnectionListInput>;
