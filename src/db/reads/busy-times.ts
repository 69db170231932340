import type { Database } from '#src/db/database.ts';
import type { MemberKey } from '#src/db/keys.ts';
import { preparedStatement } from '#src/db/statement.ts';
import type { HostCalendar, HostConnection } from '#src/domain/scheduling/rules.ts';
import { readableUntil } from './scheduling.ts';

/** OFFSET 0 keeps PostgreSQL from reading the calendars of all members. */
const statement = preparedStatement(
  'busyTimes.ofMember',
  `SELECT c."id", CASE WHEN c."disconnectedAt" IS NULL THEN ${readableUntil('c')} END AS "readableUntil",
     k."id" AS "calendarId", k."busyUntil", k."busy"
   FROM "CalendarConnection" c
   LEFT JOIN LATERAL (
     SELECT d."id", d."busyUntil", d."busy" FROM "Calendar" d
     WHERE d."workspaceId" = $1 AND d."connectionId" = c."id" AND d."countsAsBusy" OFFSET 0) k ON true
   WHERE c."workspaceId" = $1 AND c."userId" = $2 ORDER BY c."id", k."id"`,
);

/** A calendar that counts as busy, with its connection, or a connection without such a calendar. */
type Row = { readonly id: number; readonly readableUntil: string | null } & (
  | { readonly calendarId: number; readonly busyUntil: string | null; readonly busy: Buffer }
  | { readonly calendarId: null }
);

/** Reads the connections of a member with the stored busy times of the calendars that count as busy. */
export async function readBusyConnections(
  { run }: Pick<Database, 'run'>,
  [workspaceId, userId]: MemberKey,
): Promise<HostConnection[]> {
  const rows = await run<Row>(statement, [workspaceId, userId]);
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, ofConnection]) => ({
    id,
    readableUntil: instantOf(ofConnection[0]?.readableUntil ?? null),
    calendars: ofConnection.flatMap((row): HostCalendar[] =>
      row.calendarId === null ? [] : [{ id: row.calendarId, busyUntil: instantOf(row.busyUntil), busy: row.busy }],
    ),
  }));
}

function instantOf(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}
