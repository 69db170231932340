import type { Database } from '#src/db/database.ts';
import { fixedStatement } from '#src/db/statement.ts';
import { weekdays } from '#src/domain/availabilities/availability.ts';
import type { CallType, EventCall } from '#src/domain/event-calls/event-call.ts';
import type { BookableEvent, EventQuestion, EventSecondaryQuestion } from '#src/domain/events/event.ts';
import type { BusyCall, EventRules, Host, Interval, SlotQuery, Timing } from '#src/domain/scheduling/rules.ts';
import { dayMs, minuteMs } from '#src/lib/zone-offsets.ts';

/** An event as booking needs it. */
export interface BookableRules extends EventRules {
  readonly id: number;
  readonly status: BookableEvent['status'];
  readonly callType: CallType;
  readonly location: EventCall['location'];
  readonly locationLink: string | null;
  readonly questions: readonly Pick<EventQuestion, 'statement' | 'type' | 'required'>[];
  readonly secondaryQuestions: readonly Pick<
    EventSecondaryQuestion,
    'customFieldId' | 'name' | 'inputType' | 'required'
  >[];
  readonly workspaceTimeZone: string;
  readonly hosts: readonly Host[];
}

/** Names one event of a workspace. */
export type EventReference =
  | { readonly eventId: number; readonly linkPrefix?: undefined }
  | { readonly eventId?: undefined; readonly linkPrefix: string };

/**
 * What is read around a range of starts: the calls of the ISO weeks that it touches, because the choice of a host counts
 * them, and three days for the zones, the longest call and the longest buffer.
 */
const daysAround = 10;

const milliseconds = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;

const utcDate = (parameter: string) => `(${parameter}::timestamptz AT TIME ZONE 'UTC')::date`;

/** $1 workspace, $2 the event, $3 and $4 the range. */
const statement = (name: string, condition: string) =>
  fixedStatement(
    `scheduling.${name}`,
    `SELECT e."id", e."status", e."duration", e."slotInterval", e."bufferBefore", e."bufferAfter", e."minimumNotice", e."bookingWindow",
    e."dailyLimit", e."callType", e."location", e."locationLink", w."timeZone" AS "workspaceTimeZone",
    coalesce((SELECT json_agg(json_build_object('statement', q."statement", 'type', q."type", 'required', q."required")
      ORDER BY q."displayIndex", q."id")
      FROM "InviteeQuestion" q WHERE q."workspaceId" = $1 AND q."eventId" = e."id"), '[]') AS "questions",
    coalesce((SELECT json_agg(json_build_object('customFieldId', q."customFieldId", 'name', x."name", 'inputType', x."inputType", 'required', q."required")
      ORDER BY q."displayIndex", q."customFieldId")
      FROM "EventSecondaryQuestion" q JOIN "CustomField" x ON x."workspaceId" = $1 AND x."id" = q."customFieldId"
      WHERE q."workspaceId" = $1 AND q."eventId" = e."id"), '[]') AS "secondaryQuestions", (
      SELECT json_agg(json_build_object('userId', h."userId", 'priority', h."priority", 'timeZone', s."timeZone",
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
          SELECT json_agg(json_build_array(${milliseconds('c."dateTime"')}, c."duration", x."bufferBefore", x."bufferAfter",
            c."eventId", c."id"))
          FROM "EventCall" c JOIN "Event" x ON x."workspaceId" = $1 AND x."id" = c."eventId"
          WHERE c."workspaceId" = $1 AND c."userId" = h."userId" AND c."dateTime" >= $3 AND c."dateTime" < $4
            AND c."status" <> 'CANCELLED')
      ) ORDER BY h."userId")
      FROM "EventHost" h JOIN "Schedule" s ON s."workspaceId" = $1 AND s."id" = h."scheduleId"
      WHERE h."workspaceId" = $1 AND h."eventId" = e."id") AS "hosts"
  FROM "Event" e JOIN "Workspace" w ON w."id" = $1
  WHERE e."workspaceId" = $1 AND ${condition} AND e."deletedAt" IS NULL`,
  );

const byId = statement('byId', 'e."id" = $2::int');
const byLink = statement('byLink', 'e."linkPrefix" = $2::text');

type CallColumns = [
  start: number,
  duration: number,
  bufferBefore: number,
  bufferAfter: number,
  eventId: number,
  id: number,
];

interface HostColumns {
  readonly userId: number;
  readonly priority: number;
  readonly timeZone: string;
  readonly weekly: [weekday: (typeof weekdays)[number], startMinute: number, endMinute: number][] | null;
  readonly overrides: [date: string, startMinutes: number[], endMinutes: number[]][] | null;
  readonly timeOff: [start: number, end: number][] | null;
  readonly calls: CallColumns[] | null;
}

type Row = Omit<BookableRules, 'hosts'> & { readonly hosts: HostColumns[] | null };

interface SchedulingQuery {
  readonly workspaceId: number;
  readonly event: EventReference;
  /** The range of starts, in epoch milliseconds. */
  readonly from: number;
  readonly until: number;
  /** A call that counts as if it were not there, because it is to be moved. */
  readonly exceptCallId?: number;
}

/** Reads a live event and all that decides when its hosts are free; undefined if there is none. One statement. */
export async function readBookableRules(
  db: Pick<Database, 'pooled'>,
  query: SchedulingQuery,
): Promise<BookableRules | undefined> {
  const rules = await readRules(db, query);
  return rules?.status === 'ACTIVATED' && rules.hosts.length > 0 ? rules : undefined;
}

/** Reads the same of an event that is perhaps not live: deactivated, or without hosts. */
export async function readRules(
  db: Pick<Database, 'pooled'>,
  { workspaceId, event, from, until, exceptCallId }: SchedulingQuery,
): Promise<BookableRules | undefined> {
  const range = [from - daysAround * dayMs, until + daysAround * dayMs].map((instant) =>
    new Date(instant).toISOString(),
  );
  const [row] =
    event.eventId === undefined
      ? await db.pooled.run<Row>(byLink, [workspaceId, event.linkPrefix, ...range])
      : await db.pooled.run<Row>(byId, [workspaceId, event.eventId, ...range]);
  return row && { ...row, hosts: (row.hosts ?? []).map((host) => hostOf(host, row.id, exceptCallId)) };
}

function hostOf(row: HostColumns, eventId: number, exceptCallId: number | undefined): Host {
  const weekly: Timing[][] = weekdays.map(() => []);
  for (const [weekday, startMinute, endMinute] of row.weekly ?? []) {
    weekly[weekdays.indexOf(weekday)]?.push([startMinute, endMinute]);
  }
  return {
    userId: row.userId,
    priority: row.priority,
    schedule: { timeZone: row.timeZone, weekly, overrides: new Map((row.overrides ?? []).map(overrideOf)) },
    calls: (row.calls ?? []).filter(([, , , , , id]) => id !== exceptCallId).map((call) => busyCall(call, eventId)),
    timeOff: (row.timeOff ?? []).map(([start, end]): Interval => ({ start, end })),
  };
}

function overrideOf([date, startMinutes, endMinutes]: [string, number[], number[]]): [string, Timing[]] {
  return [date, startMinutes.map((startMinute, index) => [startMinute, endMinutes[index] as number])];
}

function busyCall([start, duration, bufferBefore, bufferAfter, eventId]: CallColumns, bookedEventId: number): BusyCall {
  return { start, end: start + duration * minuteMs, bufferBefore, bufferAfter, isSameEvent: eventId === bookedEventId };
}

/** The query of the engine for the starts in a range. */
export function slotQueryOf(rules: BookableRules, range: Pick<SlotQuery, 'now' | 'from' | 'until'>): SlotQuery {
  return { event: rules, hosts: rules.hosts, workspaceTimeZone: rules.workspaceTimeZone, ...range };
}
