import type { Database } from '#src/db/database.ts';
import { preparedStatement } from '#src/db/statement.ts';
import { dayMs } from '#src/lib/time/zone-offsets.ts';
import { type BookableRules, rulesOf, type SchedulingRow } from './scheduling-rows.ts';

/** Names one event of a workspace. */
export type EventReference =
  | { readonly eventId: number; readonly linkPrefix?: undefined }
  | { readonly eventId?: undefined; readonly linkPrefix: string };

/**
 * The margin around a range of starts: the choice of a host counts the calls of whole ISO weeks, and three days cover time
 * zones, the longest call and the longest buffer.
 */
const daysAround = 10;

const milliseconds = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;

/** SQL for a whole number: `extract` would return a numeric, which is slow to compute and print. */
const wholeMilliseconds = (column: string) => `(date_part('epoch', ${column}) * 1000)::int8`;

const utcDate = (parameter: string) => `(${parameter}::timestamptz AT TIME ZONE 'UTC')::date`;

/** The invitee questions of the event `e`, as a column. */
export const questionsOfForm = `coalesce((SELECT json_agg(json_build_object('statement', q."statement", 'type', q."type", 'required', q."required")
      ORDER BY q."displayIndex", q."id")
      FROM "InviteeQuestion" q WHERE q."workspaceId" = $1 AND q."eventId" = e."id"), '[]')`;

/** The custom fields that the form of the event `e` asks for, as a column. */
export const fieldsOfForm = `coalesce((SELECT json_agg(json_build_object('customFieldId', q."customFieldId", 'identifier', x."identifier", 'name', x."name",
      'inputType', x."inputType", 'required', q."required")
      ORDER BY q."displayIndex", q."customFieldId")
      FROM "EventSecondaryQuestion" q JOIN "CustomField" x ON x."workspaceId" = $1 AND x."id" = q."customFieldId"
      WHERE q."workspaceId" = $1 AND q."eventId" = e."id"), '[]')`;

/** SQL for the end of a connection's validity. One that failed before its first good read is invalid since then. */
export const readableUntil = (connection: string) =>
  `least(${connection}."readableUntil", CASE WHEN ${connection}."lastReadAt" IS NULL THEN ${connection}."failedAt" END)`;

/**
 * $1 workspace, $2 the event, $3 and $4 the range, $5 the excluded call, if any. The calls of a host are three arrays of
 * numbers, and the buffers of their events a separate list: with an array for each call, joined to its event, 5,000 calls took
 * five times as long. The busy times of all calendars are concatenated bytes in one text. 20,000 of them took 1.2 ms from
 * PostgreSQL to the engine; as arrays of numbers 2.3 ms, as separate rows 8 ms, as text within the JSON of each host 4 ms.
 * OFFSET 0 keeps PostgreSQL from joining the calendars of all members.
 */
const statement = (name: string, condition: string) =>
  preparedStatement(
    `scheduling.${name}`,
    `SELECT e."id", e."status", e."duration", e."slotInterval", e."bufferBefore", e."bufferAfter", e."minimumNotice", e."bookingWindow",
    e."dailyLimit", e."callType", e."bookedStatus", e."location", e."locationLink", w."timeZone" AS "workspaceTimeZone", w."assignsHostAsOwner",
    ${questionsOfForm} AS "questions",
    ${fieldsOfForm} AS "secondaryQuestions", (
      SELECT json_agg(json_build_object('userId', h."userId", 'priority', h."priority",
        'lastBookedAt', ${wholeMilliseconds('h."lastBookedAt"')}, 'timeZone', s."timeZone",
        'weekly', (
          SELECT json_agg(json_build_array(d."weekday", t."startMinute", t."endMinute") ORDER BY t."startMinute")
          FROM "ScheduleDay" d JOIN "ScheduleTiming" t ON t."workspaceId" = $1 AND t."dayId" = d."id"
          WHERE d."workspaceId" = $1 AND d."scheduleId" = s."id"),
        'overrides', (
          SELECT json_agg(json_build_array(o."date", o."startMinutes", o."endMinutes")) FROM "ScheduleOverride" o
          WHERE o."workspaceId" = $1 AND o."scheduleId" = s."id" AND o."date" BETWEEN ${utcDate('$3')} AND ${utcDate('$4')}),
        'timeOff', (
          SELECT json_agg(json_build_array(${milliseconds('f."startTime"')}, ${milliseconds('f."endTime"')}))
          FROM "TimeOff" f
          WHERE f."workspaceId" = $1 AND f."userId" = h."userId" AND f."endTime" > $3 AND f."startTime" < $4),
        'calls', (
          SELECT json_build_array(array_agg(${wholeMilliseconds('c."dateTime"')}), array_agg(c."duration"), array_agg(c."eventId"))
          FROM "EventCall" c
          WHERE c."workspaceId" = $1 AND c."userId" = h."userId" AND c."dateTime" >= $3 AND c."dateTime" < $4
            AND c."status" <> 'CANCELLED' AND c."id" IS DISTINCT FROM $5::int)
      ) ORDER BY h."userId")
      FROM "EventHost" h JOIN "Schedule" s ON s."workspaceId" = $1 AND s."id" = h."scheduleId"
      WHERE h."workspaceId" = $1 AND h."eventId" = e."id") AS "hosts", (
      SELECT json_agg(json_build_array(x."id", x."bufferBefore", x."bufferAfter")) FROM "Event" x
      WHERE x."workspaceId" = $1 AND (x."bufferBefore" > 0 OR x."bufferAfter" > 0)
        AND (x."deletedAt" IS NULL OR EXISTS (
          SELECT FROM "EventCall" c WHERE c."workspaceId" = $1 AND c."eventId" = x."id" AND c."dateTime" >= $3))) AS "buffers",
    b."calendars", b."busy"
  FROM "Event" e JOIN "Workspace" w ON w."id" = $1
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_array(n."userId", n."id",
      CASE WHEN n."disconnectedAt" IS NULL THEN ${wholeMilliseconds('n."readableUntil"')} END,
      k."id", ${wholeMilliseconds('k."busyUntil"')}, length(k."busy")) ORDER BY k."id") AS "calendars",
      encode(string_agg(k."busy", '' ORDER BY k."id"), 'base64') AS "busy"
    FROM "EventHost" h
    CROSS JOIN LATERAL (
      SELECT c."id", c."userId", c."disconnectedAt",
        ${readableUntil('c')} AS "readableUntil"
      FROM "CalendarConnection" c
      WHERE c."workspaceId" = $1 AND c."userId" = h."userId" OFFSET 0) n
    LEFT JOIN LATERAL (
      SELECT d."id", d."busyUntil", d."busy" FROM "Calendar" d
      WHERE d."workspaceId" = $1 AND d."connectionId" = n."id" AND d."countsAsBusy" OFFSET 0) k ON true
    WHERE h."workspaceId" = $1 AND h."eventId" = e."id") b
  WHERE e."workspaceId" = $1 AND ${condition} AND e."deletedAt" IS NULL`,
  );

const byId = statement('byId', 'e."id" = $2::int');
const byLink = statement('byLink', 'e."linkPrefix" = $2::text');

export interface SchedulingQuery {
  readonly workspaceId: number;
  readonly event: EventReference;
  /** The range of starts, in epoch milliseconds. */
  readonly from: number;
  readonly until: number;
  /** A call to ignore, because it is being rescheduled. */
  readonly exceptCallId?: number;
  /** True to read the event also if it is deactivated, for a preview of its booking page. */
  readonly isPreview?: boolean | undefined;
}

/** Reads, in one statement, a live event and all data that determines when its hosts are free; undefined if there is none. */
export async function readBookableRules(
  db: Pick<Database, 'run'>,
  query: SchedulingQuery,
): Promise<BookableRules | undefined> {
  const row = bookable(await readRow(db, query));
  return row && rulesOf(row);
}

/** Reads the same as an unconverted row, for another thread. */
export async function readBookableRow(
  db: Pick<Database, 'run'>,
  query: SchedulingQuery,
): Promise<SchedulingRow | undefined> {
  return bookable(await readRow(db, query), query);
}

function bookable(
  row: SchedulingRow | undefined,
  { isPreview = false }: Pick<SchedulingQuery, 'isPreview'> = {},
): SchedulingRow | undefined {
  return row?.hosts && (isPreview || row.status === 'ACTIVATED') ? row : undefined;
}

/** Reads the same for an event that may not be live: deactivated, or without hosts. */
export async function readRules(db: Pick<Database, 'run'>, query: SchedulingQuery): Promise<BookableRules | undefined> {
  const row = await readRow(db, query);
  return row && rulesOf(row);
}

async function readRow(
  db: Pick<Database, 'run'>,
  { workspaceId, event, from, until, exceptCallId }: SchedulingQuery,
): Promise<SchedulingRow | undefined> {
  const [first, last] = [from - daysAround * dayMs, until + daysAround * dayMs].map((instant) =>
    new Date(instant).toISOString(),
  );
  const values = [first, last, exceptCallId ?? null];
  const [row] =
    event.eventId === undefined
      ? await db.run<SchedulingRow>(byLink, [workspaceId, event.linkPrefix, ...values])
      : await db.run<SchedulingRow>(byId, [workspaceId, event.eventId, ...values]);
  return row;
}
