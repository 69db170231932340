import type { Database } from '#src/db/database.ts';
import type { RecordKey } from '#src/db/keys.ts';
import { preparedStatement } from '#src/db/statement.ts';
import type { CalendarKind } from '#src/domain/calendars/calendar.ts';

/** A calendar, as the readers and writers of calendars need it. */
export interface StoredCalendar {
  readonly id: number;
  readonly externalId: string;
  readonly name: string;
  readonly timeZone: string | null;
  readonly countsAsBusy: boolean;
  readonly takesBookings: boolean;
  readonly syncState: string | null;
  /** The end of the known busy times. */
  readonly busyUntil: string | null;
}

/** A connection with its credential. */
export interface StoredConnection {
  readonly workspaceId: number;
  readonly id: number;
  readonly userId: number;
  readonly kind: CalendarKind;
  readonly secret: Buffer;
  readonly failures: number;
  readonly disconnectedAt: string | null;
  /** The number of refusals of the credential since the last good read, and the time of the first. */
  readonly refusals: number;
  readonly refusedAt: string | null;
  /** The IANA time zone of the member. */
  readonly timeZone: string;
  readonly calendars: readonly StoredCalendar[];
}

const calendarColumns = `k."id" AS "calendarId", k."externalId", k."name", k."timeZone" AS "calendarTimeZone", k."countsAsBusy",
  k."takesBookings", k."syncState", k."busyUntil"`;

const select = (name: string, condition: string) =>
  preparedStatement(
    `calendarConnections.${name}`,
    `SELECT c."id", c."userId", c."kind", c."secret", c."failures", c."disconnectedAt", c."refusals", c."refusedAt",
       u."timeZone", ${calendarColumns}
     FROM "CalendarConnection" c JOIN "User" u ON u."id" = c."userId"
     LEFT JOIN "Calendar" k ON k."workspaceId" = $1 AND k."connectionId" = c."id"
     WHERE c."workspaceId" = $1 AND ${condition} ORDER BY c."id", k."id"`,
  );

const byId = select('byId', 'c."id" = $2');
const ofMember = select('ofMember', 'c."userId" = $2');

export async function readConnection(
  { run }: Pick<Database, 'run'>,
  [workspaceId, id]: RecordKey,
): Promise<StoredConnection | undefined> {
  return connectionsOf(workspaceId, await run<Row>(byId, [workspaceId, id]))[0];
}

/** Reads the connections of a member, including disconnected ones. */
export async function readConnectionsOfMember(
  { run }: Pick<Database, 'run'>,
  workspaceId: number,
  userId: number,
): Promise<StoredConnection[]> {
  return connectionsOf(workspaceId, await run<Row>(ofMember, [workspaceId, userId]));
}

type CalendarRow = Omit<StoredCalendar, 'id' | 'timeZone'> & {
  readonly calendarId: number | null;
  readonly calendarTimeZone: string | null;
};

type Row = Omit<StoredConnection, 'workspaceId' | 'calendars'> & CalendarRow;

/** The rows contain one row for each calendar, and one for a connection without calendars. */
function connectionsOf(workspaceId: number, rows: readonly Row[]): StoredConnection[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((ofConnection) => {
    const { id, userId, kind, secret, failures, disconnectedAt, refusals, refusedAt, timeZone } =
      ofConnection[0] as Row;
    const calendars = ofConnection.flatMap((row) => (row.calendarId === null ? [] : [calendarOf(row, row.calendarId)]));
    const state = { failures, disconnectedAt, refusals, refusedAt };
    return { workspaceId, id, userId, kind, secret, ...state, timeZone, calendars };
  });
}

function calendarOf(
  { externalId, name, calendarTimeZone: timeZone, countsAsBusy, takesBookings, syncState, busyUntil }: CalendarRow,
  id: number,
): StoredCalendar {
  return { id, externalId, name, timeZone, countsAsBusy, takesBookings, syncState, busyUntil };
}
