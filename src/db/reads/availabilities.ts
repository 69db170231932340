import type { ClientBase } from 'pg';
import type { Database } from '#src/db/database.ts';
import type { Prisma } from '#src/db/generated/prisma/client.ts';
import { headedStatement } from '#src/db/statement.ts';
import { type Instant, isoText } from '#src/db/types.ts';
import type { Availability, AvailabilityDay, Weekday } from '#src/domain/availabilities/availability.ts';
import { type Minutes, timingsOf } from '#src/domain/availabilities/timings.ts';

type Columns = Pick<Availability, 'id' | 'userId' | 'name' | 'timeZone' | 'isDefault'> & {
  readonly createdAt: Instant;
};

/** The record of a schedule, from either source. */
function availability(row: Columns, days: AvailabilityDay[], eventId: number[]): Availability {
  const { id, userId, name, timeZone, isDefault } = row;
  return { id, userId, name, timeZone, isDefault, createdAt: isoText(row.createdAt), days, eventId };
}

function day(id: number, name: Weekday, minutes: readonly Minutes[]): AvailabilityDay {
  const timings = timingsOf(minutes);
  return { id, name, active: timings.length > 0, timings };
}

/** What Prisma includes for the record of a schedule. */
export const availabilityParts = {
  dayEntries: {
    select: {
      ...{ id: true, weekday: true },
      timings: { select: { startMinute: true, endMinute: true }, orderBy: [{ startMinute: 'asc' }, { id: 'asc' }] },
    },
    orderBy: { weekday: 'asc' },
  },
  hostings: { select: { eventId: true }, orderBy: { eventId: 'asc' } },
} as const satisfies Prisma.ScheduleInclude;

type PrismaRow = Prisma.ScheduleGetPayload<{ include: typeof availabilityParts }>;

export function availabilityOfRow(row: PrismaRow): Availability {
  const days = row.dayEntries.map(({ id, weekday, timings }) =>
    day(
      id,
      weekday,
      timings.map(({ startMinute, endMinute }) => [startMinute, endMinute] as const),
    ),
  );
  return availability(
    row,
    days,
    row.hostings.map(({ eventId }) => eventId),
  );
}

/** Of a schedule `s`; $1 is the workspace. */
const columns = `s."id", s."userId", s."name", s."timeZone", s."isDefault", s."createdAt",
    ARRAY(SELECT h."eventId" FROM "EventHost" h WHERE h."workspaceId" = $1 AND h."scheduleId" = s."id" ORDER BY h."eventId") AS "eventId",
    (SELECT json_agg(json_build_array(d."id", d."weekday", (
        SELECT json_agg(json_build_array(t."startMinute", t."endMinute") ORDER BY t."startMinute", t."id")
        FROM "ScheduleTiming" t WHERE t."workspaceId" = $1 AND t."dayId" = d."id"
      )) ORDER BY d."weekday")
      FROM "ScheduleDay" d WHERE d."workspaceId" = $1 AND d."scheduleId" = s."id") AS "days"`;

/** $1 workspace, $2 user or null. One row a schedule; `member` is false for an unknown user. */
const statement = headedStatement(
  'availabilities.list',
  `SELECT m.*, ${columns}
  FROM (SELECT $3::int AS "nonce", $2::int IS NULL OR EXISTS (
      SELECT FROM "Membership" WHERE "workspaceId" = $1 AND "userId" = $2 AND "removedAt" IS NULL) AS "member") m
  LEFT JOIN "Schedule" s ON s."workspaceId" = $1 AND ($2::int IS NULL OR s."userId" = $2)
  ORDER BY s."id"`,
);

interface SqlRow extends Columns {
  readonly member: boolean;
  readonly eventId: number[];
  readonly days: [number, Weekday, Minutes[] | null][] | null;
}

/** The schedules of a workspace, or of one user; undefined if the user is not a member of the workspace. */
export async function readAvailabilities(
  db: Database,
  workspaceId: number,
  userId: number | undefined,
): Promise<Availability[] | undefined> {
  const rows = await db.pipelined.run<SqlRow>(statement, [workspaceId, userId ?? null]);
  if (!rows[0]?.member) return undefined;
  return rows.filter(({ id }) => id !== null).map(availabilityOfSql);
}

function availabilityOfSql(row: SqlRow): Availability {
  const days = (row.days ?? []).map(([id, name, minutes]) => day(id, name, minutes ?? []));
  return availability(row, days, row.eventId);
}

/** One schedule, inside this transaction. */
export async function readAvailability(
  client: ClientBase,
  workspaceId: number,
  id: number,
): Promise<Availability | undefined> {
  const { rows } = await client.query<SqlRow>(
    `SELECT ${columns} FROM "Schedule" s WHERE s."workspaceId" = $1 AND s."id" = $2`,
    [workspaceId, id],
  );
  return rows[0] && availabilityOfSql(rows[0]);
}
