import type { ClientBase } from 'pg';
import type { Database } from '#src/db/database.ts';
import type { Prisma } from '#src/db/generated/prisma/client.ts';
import type { RecordKey } from '#src/db/keys.ts';
import { nonceStatement } from '#src/db/statement.ts';
import {
  type Availability,
  type AvailabilityDay,
  availabilityRecord,
  type Weekday,
} from '#src/domain/availabilities/availability.ts';
import { type Minutes, timingsOf } from '#src/domain/availabilities/timings.ts';
import type { JsonRow } from './json-record.ts';
import { columnsOfRecord, recordReader } from './record-reader.ts';

function day(id: number, name: Weekday, minutes: readonly Minutes[]): AvailabilityDay {
  const timings = timingsOf(minutes);
  return { id, name, active: timings.length > 0, timings };
}

/** The relations that Prisma includes for the record of a schedule. */
export const availabilityParts = {
  dayEntries: {
    select: {
      id: true,
      weekday: true,
      timings: { select: { startMinute: true, endMinute: true }, orderBy: [{ startMinute: 'asc' }, { id: 'asc' }] },
    },
    orderBy: { weekday: 'asc' },
  },
  hostings: { select: { eventId: true }, orderBy: { eventId: 'asc' } },
} as const satisfies Prisma.ScheduleInclude;

type PrismaRow = Prisma.ScheduleGetPayload<{ include: typeof availabilityParts }>;

/** Computes the fields of a schedule that Prisma's row lacks. */
export function availabilityOfRow({ dayEntries, hostings }: PrismaRow): Pick<Availability, 'days' | 'eventId'> {
  return {
    days: dayEntries.map(({ id, weekday, timings }) =>
      day(
        id,
        weekday,
        timings.map(({ startMinute, endMinute }) => [startMinute, endMinute] as const),
      ),
    ),
    eventId: hostings.map(({ eventId }) => eventId),
  };
}

const schedules = recordReader<Availability>({
  ...columnsOfRecord('r', availabilityRecord),
  days: {
    sql: `(SELECT json_agg(json_build_array(d."id", d."weekday", ARRAY(SELECT ARRAY[t."startMinute", t."endMinute"]
        FROM "ScheduleTiming" t WHERE t."workspaceId" = $1 AND t."dayId" = d."id" ORDER BY t."startMinute", t."id"
      )) ORDER BY d."weekday")
      FROM "ScheduleDay" d WHERE d."workspaceId" = $1 AND d."scheduleId" = r."id")`,
    read: (days: [number, Weekday, Minutes[]][] | null) => (days ?? []).map((each) => day(...each)),
  },
  eventId: {
    sql: `ARRAY(SELECT h."eventId" FROM "EventHost" h WHERE h."workspaceId" = $1 AND h."scheduleId" = r."id"
      ORDER BY h."eventId")`,
  },
});

/** $1 workspace, $2 user or null. One row for each schedule; `member` is false for an unknown user. */
const statement = nonceStatement(
  'availabilities.list',
  `SELECT m.*, ${schedules.record}
  FROM (SELECT $3::int AS "nonce", $2::int IS NULL OR EXISTS (
      SELECT FROM "Membership" WHERE "workspaceId" = $1 AND "userId" = $2 AND "removedAt" IS NULL) AS "member") m
  LEFT JOIN "Schedule" r ON r."workspaceId" = $1 AND ($2::int IS NULL OR r."userId" = $2)
  ORDER BY r."id"`,
);

/** Reads the schedules of a workspace, or of one user; undefined if the user is not a member. */
export async function readAvailabilities(
  db: Database,
  workspaceId: number,
  userId: number | undefined,
): Promise<Availability[] | undefined> {
  const rows = await db.run<JsonRow & { member: boolean }>(statement, [workspaceId, userId ?? null]);
  return rows[0]?.member ? schedules.of(rows) : undefined;
}

/** Reads one schedule within the transaction. */
export async function readAvailability(client: ClientBase, key: RecordKey): Promise<Availability | undefined> {
  const { rows } = await client.query<JsonRow>(
    `SELECT ${schedules.record} FROM "Schedule" r WHERE r."workspaceId" = $1 AND r."id" = $2`,
    [...key],
  );
  return schedules.of(rows)[0];
}
