import { expect } from 'vitest';
import { wrongRollups } from '../../demo/support.ts';
import type { Factories } from '../../support/factories.ts';

const liveCalls = `"EventCall" c JOIN "Event" e ON e."workspaceId" = $1 AND e."id" = c."eventId"
  WHERE c."workspaceId" = $1 AND c."status" <> 'CANCELLED'`;

/** Rows without exactly one event of this kind, and events without their row. */
const unlikeEvents = (kind: string, rows: string) => `SELECT count(*) FROM (
    SELECT r."id" FROM ${rows}
  ) r FULL JOIN (
    SELECT (w."payload"->>'id')::int AS "id", count(*) AS "events" FROM "WebhookEvent" w
    WHERE w."workspaceId" = $1 AND w."kind" = '${kind}' GROUP BY 1
  ) w USING ("id") WHERE r."id" IS NULL OR w."events" IS DISTINCT FROM 1`;

/**
 * Each says what must not be found in workspace $1, where every call and contact was made by a booking and events keep
 * their buffers, limits and questions.
 */
const forbidden: Record<string, string> = {
  'two live calls of a host that are nearer than their buffers': `
    WITH "live" AS (SELECT c."id", c."userId", c."dateTime", c."endTime", e."bufferBefore", e."bufferAfter" FROM ${liveCalls})
    SELECT count(*) FROM "live" a JOIN "live" b ON b."userId" = a."userId" AND b."id" <> a."id"
      AND (b."dateTime", b."id") > (a."dateTime", a."id")
    WHERE b."dateTime" < a."endTime" + make_interval(mins => greatest(a."bufferAfter", b."bufferBefore"))`,
  'a day with more calls of a host than the limit of the event': `
    SELECT count(*) FROM (
      SELECT FROM "EventCall" c
      JOIN "Event" e ON e."workspaceId" = $1 AND e."id" = c."eventId"
      JOIN "EventHost" h ON h."workspaceId" = $1 AND h."eventId" = e."id" AND h."userId" = c."userId"
      JOIN "Schedule" s ON s."workspaceId" = $1 AND s."id" = h."scheduleId"
      WHERE c."workspaceId" = $1 AND c."status" <> 'CANCELLED'
      GROUP BY c."userId", e."id", e."dailyLimit", (c."dateTime" AT TIME ZONE s."timeZone")::date
      HAVING count(*) > e."dailyLimit"
    ) d`,
  'an invitee with more calls than the event allows': `SELECT count(*) FROM (SELECT FROM ${liveCalls}
    GROUP BY c."contactId", e."id", e."maxUpcomingPerInvitee" HAVING count(*) > e."maxUpcomingPerInvitee") i`,
  'an invitee with more calls than the workspace allows': `SELECT count(*) FROM (SELECT FROM ${liveCalls}
    GROUP BY c."contactId" HAVING count(*) > greatest(10, max(e."maxUpcomingPerInvitee"))) i`,
  'a host of another event': `SELECT count(*) FROM "EventCall" c WHERE c."workspaceId" = $1 AND NOT EXISTS (
    SELECT FROM "EventHost" h WHERE h."workspaceId" = $1 AND h."eventId" = c."eventId" AND h."userId" = c."userId")`,
  'rollups unlike the calls': wrongRollups,
  'calls unlike the events of bookings': unlikeEvents('call.booked', '"EventCall" r WHERE r."workspaceId" = $1'),
  'cancelled calls unlike the events of them': unlikeEvents(
    'call.cancelled',
    `"EventCall" r WHERE r."workspaceId" = $1 AND r."status" = 'CANCELLED'`,
  ),
  'contacts unlike the events of them': unlikeEvents('contact.created', '"Contact" r WHERE r."workspaceId" = $1'),
  'a call without the answers to its questions': `SELECT count(*) FROM "EventCall" c
    WHERE c."workspaceId" = $1 AND ARRAY[c."inviteeEmail", c."inviteeName"] IS DISTINCT FROM (
      SELECT array_agg(a."answer"::varchar ORDER BY a."type") FROM "InviteeAnswer" a
      WHERE a."workspaceId" = $1 AND a."eventCallId" = c."id" AND a."contactId" = c."contactId" AND a."eventId" = c."eventId")`,
  'a call without the answers to its secondary questions': `SELECT count(*) FROM "EventCall" c
    WHERE c."workspaceId" = $1 AND (SELECT count(*) FROM "CustomFieldAnswer" a
      WHERE a."workspaceId" = $1 AND a."eventCallId" = c."id" AND a."answer" = ARRAY[c."inviteeEmail"]::text[]) <> 1`,
  'a call of another contact': `SELECT count(*) FROM "EventCall" c JOIN "Contact" p ON p."workspaceId" = $1 AND p."id" = c."contactId"
    WHERE c."workspaceId" = $1 AND p."email" <> c."inviteeEmail"`,
  'a contact without a call': `SELECT count(*) FROM "Contact" p WHERE p."workspaceId" = $1 AND NOT EXISTS (
    SELECT FROM "EventCall" c WHERE c."workspaceId" = $1 AND c."contactId" = p."id")`,
  'a stored result without its call': `SELECT count(*) FROM "IdempotencyRecord" r WHERE r."workspaceId" = $1 AND NOT EXISTS (
    SELECT FROM "EventCall" c WHERE c."workspaceId" = $1 AND c."id" = (r."result"::json->>'id')::int)`,
};

export async function expectNothingForbidden(app: Factories, workspaceId: number): Promise<void> {
  const found: Record<string, number> = {};
  for (const [name, sql] of Object.entries(forbidden)) {
    const [row] = await app.sql<{ count: number }>(sql, [workspaceId]);
    if (Number(row?.count) !== 0) found[name] = Number(row?.count);
  }
  expect(found).toEqual({});
}

/** How many events of each kind a workspace has. */
export async function eventCounts(app: Factories, workspaceId: number): Promise<Record<string, number>> {
  const rows = await app.sql<{ kind: string; count: number }>(
    'SELECT "kind", count(*)::int AS "count" FROM "WebhookEvent" WHERE "workspaceId" = $1 GROUP BY 1 ORDER BY 1',
    [workspaceId],
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}
