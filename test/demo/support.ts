import type pg from 'pg';
import type { Database } from '#src/db/database.ts';
import { migrate } from '#src/db/migrate.ts';
import { migrationsDirectory } from '#src/db/open.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { webhookSecretPurpose } from '#src/domain/webhooks/secret.ts';
import { SealedTexts } from '#src/lib/secrets/sealed-texts.ts';
import type { Clock } from '#src/lib/time/clock.ts';
import type { CallerContext, ServiceContext } from '#src/services/context.ts';
import { scratchDatabase } from '../support/scratch-database.ts';

/** A Friday after the change of the clocks in Europe and America. */
const someDay: Clock = { now: () => new Date('2026-11-20T15:30:00Z') };

export interface Stage {
  context: ServiceContext & Pick<CallerContext, 'webhookSecrets'>;
  db: Database;
  rows<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Runs a statement that returns one number. */
  count(sql: string, values?: unknown[]): Promise<number>;
  close(): Promise<void>;
}

/** A database with all tables and no rows. */
export async function emptyStage(clock: Clock = someDay): Promise<Stage> {
  const scratch = await scratchDatabase();
  await migrate(scratch.client, { directory: migrationsDirectory });
  const db = openDatabase({ connection: { connectionString: scratch.url } });
  const webhookSecrets = new SealedTexts('0123456789abcdef'.repeat(2), webhookSecretPurpose);
  const rows = async <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) =>
    (await db.pool.query<Row>(sql, values)).rows;
  return {
    context: { db, clock, webhookSecrets },
    db,
    rows,
    count: async (sql, values) => Number(Object.values((await rows(sql, values))[0] ?? {})[0]),
    close: async () => {
      await db.close();
      await scratch.drop();
    },
  };
}

/** Numbers of the ranges that each country reserves for films and examples, as a pattern of PostgreSQL. */
export const fictionalNumber = '^\\+(1\\d{3}55501\\d\\d|447700900\\d{3}|493023125\\d{3}|3363998\\d{4}|6125550\\d{4})$';

/** Calls of a workspace that are not wholly within the hours of their host's schedule on its wall clock. */
export const outsideSchedule = `
  SELECT count(*) FROM "EventCall" c
  JOIN "EventHost" h ON h."workspaceId" = c."workspaceId" AND h."eventId" = c."eventId" AND h."userId" = c."userId"
  JOIN "Schedule" s ON s."workspaceId" = c."workspaceId" AND s."id" = h."scheduleId"
  CROSS JOIN LATERAL (SELECT c."dateTime" AT TIME ZONE s."timeZone" AS "from", c."endTime" AT TIME ZONE s."timeZone" AS "until") l
  WHERE c."workspaceId" = $1 AND NOT EXISTS (
    SELECT FROM "ScheduleDay" d JOIN "ScheduleTiming" t ON t."workspaceId" = d."workspaceId" AND t."dayId" = d."id"
    WHERE d."workspaceId" = $1 AND d."scheduleId" = s."id" AND d."weekday"::text = trim(to_char(l."from", 'day'))
      AND l."from" >= l."from"::date + make_interval(mins => t."startMinute")
      AND l."until" <= l."from"::date + make_interval(mins => t."endMinute"))`;

/** Calls whose host does not host their event. */
export const withoutHost = `
  SELECT count(*) FROM "EventCall" c WHERE c."workspaceId" = $1 AND NOT EXISTS (
    SELECT FROM "EventHost" h WHERE h."workspaceId" = $1 AND h."eventId" = c."eventId" AND h."userId" = c."userId")`;

/** Calls that begin before an earlier one of the same host has ended, among those of a condition. */
export function overlapping(condition = 'true'): string {
  return `SELECT count(*) FROM (
    SELECT "dateTime" < max("endTime") OVER (
      PARTITION BY "userId" ORDER BY "dateTime", "id" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ) AS "isLate" FROM "EventCall" WHERE "workspaceId" = $1 AND ${condition}
  ) c WHERE "isLate"`;
}

const dimensions = [
  '0',
  '"userId"',
  '"setterId"',
  '"eventId"',
  `CASE WHEN "outcome" IS NULL AND "status" = 'CANCELLED' THEN NULL
    ELSE coalesce(array_position(enum_range(NULL::"CallOutcome"), "outcome"), 0) END`,
  `array_position(enum_range(NULL::"CallStatus"), "status")`,
  `array_position(enum_range(NULL::"CallType"), "callType")`,
];

const counted = dimensions
  .flatMap((value, dimension) =>
    [`'-infinity'::date`, `("dateTime" AT TIME ZONE 'UTC')::date`].map(
      (day) =>
        `SELECT ${dimension} AS "dimension", ${value} AS "value", ${day} AS "day" FROM "EventCall" WHERE "workspaceId" = $1`,
    ),
  )
  .join(' UNION ALL ');

/** Values and days for which the rollups and the calls themselves disagree. */
export const wrongRollups = `
  SELECT count(*) FROM (
    SELECT "dimension", "value", "day", count(*) AS "amount" FROM (${counted}) c WHERE "value" IS NOT NULL GROUP BY 1, 2, 3
  ) c FULL JOIN (
    SELECT "dimension"::int, "value", "day", sum("amount") AS "amount" FROM "EventCallRollup" WHERE "workspaceId" = $1
    GROUP BY 1, 2, 3 HAVING sum("amount") <> 0
  ) t USING ("dimension", "value", "day")
  WHERE c."amount" IS DISTINCT FROM t."amount"`;
