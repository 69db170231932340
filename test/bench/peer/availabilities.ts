import type { Server } from 'fastify';
import { type Caller, requireScope, seesWholeWorkspace } from './caller.ts';
import type { Prepared, Queries } from './queries.ts';

/** $1 workspace, $2 user or null. A row a schedule, its days and timings as JSON. */
const schedules: Prepared = {
  name: 'schedules',
  text: `SELECT s."id", s."userId", s."name", s."timeZone", s."isDefault", s."createdAt", d."days", h."eventId"
  FROM "Schedule" s
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_array(d."id", d."weekday", t."timings") ORDER BY d."weekday") AS "days"
    FROM "ScheduleDay" d
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_array(t."startMinute", t."endMinute") ORDER BY t."startMinute", t."id") AS "timings"
      FROM "ScheduleTiming" t WHERE t."workspaceId" = $1 AND t."dayId" = d."id") t ON true
    WHERE d."workspaceId" = $1 AND d."scheduleId" = s."id") d ON true
  LEFT JOIN LATERAL (
    SELECT array_agg(h."eventId" ORDER BY h."eventId") AS "eventId"
    FROM "EventHost" h WHERE h."workspaceId" = $1 AND h."scheduleId" = s."id") h ON true
  WHERE s."workspaceId" = $1 AND ($2::int IS NULL OR s."userId" = $2)
  ORDER BY s."id"`,
};

/** Distinguishes an unknown user from one without schedules. Runs only if there are no schedules. */
const isMember: Prepared = {
  name: 'isMember',
  text: 'SELECT 1 AS "one" FROM "Membership" WHERE "workspaceId" = $1 AND "userId" = $2',
};

type DayRow = [id: number, name: string, timings: [number, number][] | null];

interface ScheduleRow {
  readonly days: DayRow[] | null;
  readonly eventId: number[] | null;
  readonly [column: string]: unknown;
}

const querystring = { type: 'object', properties: { userId: { type: 'integer', minimum: 1, maximum: 2147483647 } } };

export function availabilitiesRoute(app: Server, queries: Queries): void {
  const onRequest = requireScope(queries, 'availabilities:read');
  app.get('/v1/userAvailabilities', { schema: { querystring }, onRequest }, async (request, reply) => {
    const caller = request.caller as Caller;
    const requested = (request.query as { userId?: number }).userId ?? null;
    const userId = seesWholeWorkspace(caller) ? requested : caller.userId;
    const rows = await queries.run<ScheduleRow>(schedules, [caller.workspaceId, userId]);
    if (requested !== null && (await isUnknown(queries, caller, { requested, found: rows.length }))) {
      return reply.code(404).send({ message: 'Not found' });
    }
    return { data: rows.map(schedule) };
  });
}

function schedule({ days, eventId, ...columns }: ScheduleRow): object {
  return { ...columns, 'the service': (days ?? []).map(day), eventId: eventId ?? [] };
}

async function isUnknown(queries: Queries, caller: Caller, { requested, found }: { requested: number; found: number }) {
  if (!seesWholeWorkspace(caller)) return requested !== caller.userId;
  return found === 0 && (await queries.run(isMember, [caller.workspaceId, requested])).length === 0;
}

function day([id, name, minutes]: DayRow): object {
  const timings = (minutes ?? []).map(([start, end]) => ({ startTime: clock(start), endTime: clock(end) }));
  return { id, name, active: timings.length > 0, timings };
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}
