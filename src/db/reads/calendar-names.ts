import type { Database } from '#src/db/database.ts';
import type { MemberKey } from '#src/db/keys.ts';
import { preparedStatement } from '#src/db/statement.ts';
import type { NamedConnection } from '#src/domain/scheduling/why-unavailable.ts';

const statement = preparedStatement(
  'calendarNames.ofMember',
  `SELECT n."id", n."name", n."disconnectedAt", n."lastReadAt", coalesce((
     SELECT json_agg(json_build_object('id', k."id", 'name', k."name"))
     FROM "Calendar" k WHERE k."workspaceId" = $1 AND k."connectionId" = n."id"), '[]') AS "calendars"
   FROM "CalendarConnection" n WHERE n."workspaceId" = $1 AND n."userId" = $2 ORDER BY n."id"`,
);

type Row = Pick<NamedConnection, 'id' | 'name' | 'calendars'> &
  Readonly<Record<'disconnectedAt' | 'lastReadAt', string | null>>;

/** Reads the names of a member's calendars, which slots do not need. */
export async function readCalendarNames(
  { run }: Pick<Database, 'run'>,
  [workspaceId, userId]: MemberKey,
): Promise<NamedConnection[]> {
  const rows = await run<Row>(statement, [workspaceId, userId]);
  return rows.map(({ disconnectedAt, lastReadAt, ...row }) => ({
    ...row,
    disconnectedAt: instantOf(disconnectedAt),
    lastReadAt: instantOf(lastReadAt),
  }));
}

function instantOf(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}
