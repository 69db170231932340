import type pg from 'pg';
import type { LargeWorkspace } from './workspace.ts';

export interface PageQuery {
  readonly title: string;
  /** The name of its document. */
  readonly operation: string;
  /** In turn. */
  readonly variables: readonly object[];
}

const dayMs = 86_400_000;
const upcoming = { cursor: 'start', limit: 30, eventType: 'UPCOMING', orderColumn: 'dateTime', orderBy: 'asc' };
const past = { cursor: 'start', limit: 30, eventType: 'PAST', orderColumn: 'dateTime', orderBy: 'desc' };
const contacts = { cursor: 'start', limit: 30, orderColumn: 'createdAt', orderBy: 'desc' };

/** What the pages read: their lists with common and rare filters, and single records. */
export async function pageQueries(
  client: pg.Client,
  { workspaceId, stageIds, stageFieldId }: LargeWorkspace,
): Promise<PageQuery[]> {
  const column = async (sql: string) =>
    (await client.query<{ value: never }>(sql, [workspaceId])).rows.map(({ value }) => value);
  const hosts = await column(
    'SELECT DISTINCT "userId" AS "value" FROM "EventCall" WHERE "workspaceId" = $1 ORDER BY 1 LIMIT 20',
  );
  const calls = await column(
    'SELECT "previewId" AS "value" FROM "EventCall" WHERE "workspaceId" = $1 AND "id" % 997 = 0 ORDER BY "id" LIMIT 50',
  );
  const people = await column(
    'SELECT "previewId" AS "value" FROM "Contact" WHERE "workspaceId" = $1 AND "id" % 997 = 0 ORDER BY "id" LIMIT 50',
  );
  const { rows: hostings } = await client.query<Hosting>(
    `SELECT "eventId", "userId", "scheduleId" FROM "EventHost" WHERE "workspaceId" = $1 ORDER BY "eventId", "userId" LIMIT 20`,
    [workspaceId],
  );
  const at = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
  const week = { from: at(0), to: at(7), since: at(-1) };
  const names = ['maria', 'ma', 'family7', 'given31 family', '4155550', 'many1234@example.com', 'nobody at all'];
  return [
    { title: 'Today of the team', operation: 'Today', variables: [week] },
    { title: 'Today of one', operation: 'Today', variables: hosts.map((host) => ({ ...week, userIds: [host] })) },
    { title: 'Calls to come', operation: 'Calls', variables: [upcoming] },
    { title: 'Calls that are over', operation: 'Calls', variables: [past] },
    { title: 'Calls of a host', operation: 'Calls', variables: hosts.map((host) => ({ ...past, userIds: [host] })) },
    { title: 'Calls of an outcome', operation: 'Calls', variables: [{ ...past, outcomes: ['PENDING_OUTCOME'] }] },
    { title: 'Calls by a search', operation: 'Calls', variables: names.map((search) => ({ ...past, search })) },
    {
      title: 'A week of calls',
      operation: 'Calls',
      variables: [
        { cursor: 'start', limit: 100, dateFrom: at(-1), dateTo: at(7), orderColumn: 'dateTime', orderBy: 'asc' },
      ],
    },
    { title: 'A call', operation: 'Call', variables: calls.map((previewId) => ({ previewId })) },
    { title: 'Contacts', operation: 'Contacts', variables: [contacts] },
    {
      title: 'A column of the board',
      operation: 'Contacts',
      variables: stageIds.map((id) => ({ ...contacts, limit: 20, optionIds: [id] })),
    },
    {
      title: 'The column without a stage',
      operation: 'Contacts',
      variables: [{ ...contacts, limit: 20, unansweredFieldIds: [stageFieldId] }],
    },
    {
      title: 'Contacts of an owner',
      operation: 'Contacts',
      variables: hosts.map((host) => ({ ...contacts, userIds: [host] })),
    },
    {
      title: 'Contacts by a search',
      operation: 'Contacts',
      variables: names.map((search) => ({ ...contacts, search })),
    },
    { title: 'A contact', operation: 'Contact', variables: people.map((previewId) => ({ previewId })) },
    { title: 'The command palette', operation: 'Find', variables: names.map((search) => ({ search })) },
    ...alsoRead(hostings, names, at),
  ];
}

interface Hosting {
  readonly eventId: number;
  readonly userId: number;
  readonly scheduleId: number;
}

const nothing: readonly object[] = [{}];

/** What else these pages read: choices, forms, events and schedules, whose number does not grow with calls and contacts. */
function alsoRead(hostings: readonly Hosting[], names: readonly string[], at: (days: number) => string): PageQuery[] {
  const day = (days: number) => at(days).slice(0, 10);
  const fortnight = { timeZone: 'Europe/Berlin', from: day(0), to: day(13) };
  const searches = [{}, ...names.map((search) => ({ search }))];
  const events = hostings.map(({ eventId }) => ({ eventId }));
  const eventIds = hostings.map(({ eventId }) => ({ id: eventId }));
  const users = hostings.map(({ userId }) => ({ userId }));
  const schedules = hostings.map(({ scheduleId }) => ({ id: scheduleId }));
  const readings: Readonly<Record<string, readonly object[]>> = {
    Session: nothing,
    CalendarState: nothing,
    TodayWebhooks: nothing,
    MemberChoices: searches,
    EventChoices: searches,
    FieldNames: nothing,
    ContactFields: nothing,
    ContactIds: [{ cursor: 'start' }],
    SameContacts: names.map((search) => ({ search })),
    DuplicateContacts: names.map((name) => ({ phoneNumber: '+14155550001', name, hasPhone: true, hasName: true })),
    OpenEvents: nothing,
    BookingForm: events,
    OpenTimes: events.map((event) => ({ ...event, ...fortnight })),
    Events: [{ cursor: 'start' }, ...names.map((search) => ({ cursor: 'start', search }))],
    Event: eventIds,
    CurrentEvent: eventIds,
    HostSchedules: nothing,
    HostOptions: searches,
    FormFields: nothing,
    MailPreview: events.map((event) => ({ ...event, kind: 'INVITATION', recipient: 'INVITEE', language: 'en' })),
    WhyUnavailable: hostings.map(({ eventId, userId }) => ({ eventId, userId, dateTime: at(2) })),
    ScheduleMembers: nothing,
    Schedules: users,
    TimeOffs: users.map((user) => ({ ...user, from: at(0), cursor: 'start' })),
    Schedule: schedules,
    Overrides: schedules.map((schedule) => ({ ...schedule, page: 1 })),
    OfferedTimes: events.map((event) => ({ ...event, ...fortnight })),
    TimeOffOfFortnight: users.map((user) => ({ ...user, from: at(0), to: at(14) })),
    CountedCalendars: users,
    BusyTimes: users.map((user) => ({ ...user, from: at(0), to: at(14) })),
  };
  return Object.entries(readings).map(([operation, variables]) => ({ title: operation, operation, variables }));
}
