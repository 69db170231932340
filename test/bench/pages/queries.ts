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
const upcoming = { cursor: 'start', eventType: 'UPCOMING', orderColumn: 'dateTime', orderBy: 'asc' };
const past = { cursor: 'start', eventType: 'PAST', orderColumn: 'dateTime', orderBy: 'desc' };
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
  const events = await column('SELECT "id" AS "value" FROM "Event" WHERE "workspaceId" = $1 ORDER BY "id" LIMIT 20');
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
    { title: 'Events to book', operation: 'OpenEvents', variables: [{}] },
    { title: 'The form of an event', operation: 'BookingForm', variables: events.map((eventId) => ({ eventId })) },
  ];
}
