import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDemoWorkspace } from '#src/demo/demo-workspace.ts';
import { emptyStage, outsideSchedule, overlapping, type Stage, withoutHost, wrongRollups } from './support.ts';

/** What is certain in a week does not depend on the weekday on which the demo is made. */
describe.each([
  ['Friday', '2026-11-20'],
  ['Saturday', '2026-11-21'],
  ['Sunday', '2026-11-22'],
  ['Monday', '2026-11-23'],
  ['Tuesday', '2026-11-24'],
  ['Wednesday', '2026-11-25'],
  ['Thursday', '2026-11-26'],
])('a demo workspace made on a %s', (_, date) => {
  let stage: Stage;
  let workspaceId: number;
  const today = `'${date}T00:00:00Z'::timestamptz`;
  const now = `'${date}T15:30:00Z'::timestamptz`;
  const dayOf = (days: number) =>
    `"dateTime" >= ${today} + interval '${days} days' AND "dateTime" < ${today} + interval '${days + 1} days'`;
  const waiting = `"outcome" IS NULL AND "status" <> 'CANCELLED' AND "endTime" <= ${now}`;
  const countOf = (condition: string) => stage.count(`SELECT count(*) FROM "EventCall" WHERE ${condition}`);

  beforeAll(async () => {
    stage = await emptyStage({ now: () => new Date(`${date}T15:30:00Z`) });
    ({ workspaceId } = (await createDemoWorkspace(stage.context)) as { workspaceId: number });
  });
  afterAll(() => stage.close());

  test('has calls today of several members, spread over the day', async () => {
    const [day] = await stage.rows<{ calls: number; hosts: number; hours: number }>(
      `SELECT count(*)::int AS "calls", count(DISTINCT "userId")::int AS "hosts",
         (extract(epoch FROM max("dateTime") - min("dateTime")) / 3600)::int AS "hours"
       FROM "EventCall" WHERE ${dayOf(0)} AND "status" <> 'CANCELLED'`,
    );
    expect(day?.calls).toBeGreaterThanOrEqual(5);
    expect(day?.calls).toBeLessThan(20);
    expect(day?.hosts).toBeGreaterThanOrEqual(3);
    expect(day?.hours).toBeGreaterThanOrEqual(8);
  });

  test('has calls on each of the six days after, and on the day before', async () => {
    for (const day of [-1, 1, 2, 3, 4, 5, 6]) expect(await countOf(dayOf(day)), String(day)).toBeGreaterThanOrEqual(3);
  });

  test('has two calls that wait for an outcome, both of the last days', async () => {
    expect(await countOf(waiting)).toBe(2);
    expect(await countOf(`${waiting} AND "dateTime" < ${today} - interval '5 days'`)).toBe(0);
  });

  test('has calls that were booked and closed since the day before', async () => {
    const changed = `"updatedAt" BETWEEN ${today} - interval '1 day' AND ${today}`;
    expect(await countOf(`${changed} AND "outcome" IS NOT NULL`)).toBeGreaterThan(0);
    expect(await countOf(`${changed} AND "createdAt" = "updatedAt"`)).toBeGreaterThan(0);
  });

  test('has time off of the owner to come, and a feed', async () => {
    const midnight = `("startTime" AT TIME ZONE 'America/New_York')::time = '00:00'`;
    expect(await stage.count(`SELECT count(*) FROM "TimeOff" WHERE "startTime" > ${today} AND ${midnight}`)).toBe(1);
    expect(await stage.count('SELECT count(*) FROM "CalendarFeed"')).toBe(1);
  });

  test('has a webhook that works, with one delivery that failed and one that was late', async () => {
    const [found] = await stage.rows(
      `SELECT count(*)::int AS "all", count(*) FILTER (WHERE "status" = 'FAILED')::int AS "failed",
         count(*) FILTER (WHERE "status" = 'DELIVERED' AND "attempts" > 1)::int AS "late" FROM "WebhookDelivery"`,
    );
    expect(found).toEqual({ all: 25, failed: 1, late: 1 });
    const [last] = await stage.rows(
      'SELECT "responseStatus" AS "status" FROM "WebhookAttempt" ORDER BY "sentAt" DESC LIMIT 1',
    );
    expect(last).toEqual({ status: 200 });
  });

  test('has no two calls of a host at once, none outside the hours, and exact rollups', async () => {
    for (const sql of [overlapping(`"status" <> 'CANCELLED'`), outsideSchedule, withoutHost, wrongRollups])
      expect(await stage.count(sql, [workspaceId]), sql).toBe(0);
  });

  test('has no invitee with more calls to come than an event or the workspace allows', async () => {
    const toCome = `c."status" <> 'CANCELLED' AND c."endTime" > ${today}`;
    const ofEvent = `SELECT FROM "EventCall" c JOIN "Event" e ON e."id" = c."eventId" WHERE ${toCome}
      GROUP BY c."contactId", e."id" HAVING count(*) > max(e."maxUpcomingPerInvitee")`;
    const ofAll = `SELECT FROM "EventCall" c WHERE ${toCome} GROUP BY c."contactId" HAVING count(*) > 10`;
    expect(await stage.rows(ofEvent)).toEqual([]);
    expect(await stage.rows(ofAll)).toEqual([]);
  });
});
