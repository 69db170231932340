import type { ClientBase } from 'pg';
import type { Database } from '#src/db/database.ts';
import { preparedStatement } from '#src/db/statement.ts';
import {
  type CalendarConnection,
  type ConnectedCalendar,
  connectedCalendarRecord,
} from '#src/domain/calendars/connection.ts';
import type { RecordKey } from '../keys.ts';
import type { JsonRow } from './json-record.ts';
import { columnsOfRecord, instants, plain, recordReader, rowsOf } from './record-reader.ts';

/** A connection without its credential. Its status and `isBeingRead` are computed from the clock. */
export type CalendarConnectionRecord = Omit<CalendarConnection, 'status' | 'isBeingRead'> & {
  readonly disconnectedAt: string | null;
  readonly readableUntil: string;
  readonly leasedUntil: string | null;
};

const connections = recordReader<CalendarConnectionRecord>({
  ...plain('r', 'id', 'userId', 'kind', 'name', 'problem'),
  ...instants('r', 'lastReadAt', 'createdAt', 'disconnectedAt', 'readableUntil', 'leasedUntil'),
  calendars: rowsOf<ConnectedCalendar>(columnsOfRecord('k', connectedCalendarRecord), {
    from: '"Calendar" k WHERE k."workspaceId" = $1 AND k."connectionId" = r."id"',
    orderBy: 'k."id"',
  }),
});

const select = (name: string, condition: string) =>
  preparedStatement(
    `listedCalendarConnections.${name}`,
    `SELECT ${connections.record} FROM "CalendarConnection" r WHERE r."workspaceId" = $1${condition} ORDER BY r."userId", r."id"`,
  );

const ofWorkspace = select('ofWorkspace', '');
const ofMember = select('ofMember', ' AND r."userId" = $2');

/** Lists the connections of a member or of all members, in the order of the members. */
export async function listConnections(
  { run }: Pick<Database, 'run'>,
  workspaceId: number,
  userId: number | undefined,
): Promise<CalendarConnectionRecord[]> {
  const rows =
    userId === undefined
      ? await run<JsonRow>(ofWorkspace, [workspaceId])
      : await run<JsonRow>(ofMember, [workspaceId, userId]);
  return connections.of(rows);
}

/** Reads one connection within the transaction. */
export async function readListedConnection(
  client: Pick<ClientBase, 'query'>,
  key: RecordKey,
): Promise<CalendarConnectionRecord | undefined> {
  const { rows } = await client.query<JsonRow>(
    `SELECT ${connections.record} FROM "CalendarConnection" r WHERE r."workspaceId" = $1 AND r."id" = $2`,
    [...key],
  );
  return connections.of(rows)[0];
}
