import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entryLeaseMs } from '#src/db/writes/calendar-entry-leases.ts';
import { startWorkerProcess, type WorkerProcess } from '../../bench/environment/worker-process.ts';
import { testSecretKey, useApp } from '../../support/app.ts';
import { bookingIn } from '../../support/bookings.ts';
import { caldavMissing, caldavServerForTests, entriesIn } from '../../support/caldav-calendar.ts';
import { connectCalendars } from '../../support/calendar-workers.ts';
import { ofLoad } from '../../support/extent.ts';
import { fromNow, presentMs } from '../../support/present.ts';
import { type SlowProxy, slowProxy } from '../../support/slow-proxy.ts';
import { pause } from '../../support/waiting.ts';

const kills = ofLoad({ part: 8, full: 50 });
const maxDelayMs = 60;

describe.skipIf(caldavMissing)(`killed workers${caldavMissing ? ` (${caldavMissing})` : ''}`, async () => {
  const app = await useApp();
  const server = caldavServerForTests();
  let proxy: SlowProxy;
  const workers: WorkerProcess[] = [];
  const startWorker = () =>
    startWorkerProcess({
      ...{ databaseUrl: app.databaseUrl, secretKey: testSecretKey },
      env: { BASE_URL: 'http://api.test' },
    });

  beforeAll(async () => {
    proxy = await slowProxy(server.url, maxDelayMs);
    for (const place of [0, 1]) workers[place] = await startWorker();
  });
  afterAll(async () => {
    for (const worker of workers) await worker.stop();
    await proxy.close();
  });

  /** A host whose bookings go into a calendar of the server. */
  async function hostWithCalendar(name: string) {
    const booking = await bookingIn(app);
    const calendar = await server.createCalendar(name);
    const { username, password } = server;
    const id = await connectCalendars(app, booking.owner, { kind: 'CALDAV', url: proxy.url, username, password });
    const isIt = `"externalId" LIKE '%/' || $2 || '/'`;
    await app.sql(
      `UPDATE "Calendar" SET "countsAsBusy" = ${isIt}, "takesBookings" = ${isIt} WHERE "connectionId" = $1`,
      [id, new URL(calendar).pathname.split('/').at(-2)],
    );
    const known = () =>
      app.sql(`SELECT FROM "Calendar" WHERE "connectionId" = $1 AND "countsAsBusy" AND "busyUntil" IS NOT NULL`, [id]);
    await expect.poll(known).toHaveLength(1);
    return { booking, calendar, workspaceId: booking.workspaceId };
  }

  const due = async () => (await app.sql('SELECT FROM "CalendarEntry" WHERE "dueAt" IS NOT NULL')).length;
  const now = async () => (await app.sql<{ now: string }>('SELECT clock_timestamp() AS "now"'))[0]?.now;

  test(`${kills} workers that are killed while they write leave each call in the calendar once, as it is`, async () => {
    app.clock.set(fromNow());
    const hosts = [await hostWithCalendar('First'), await hostWithCalendar('Second')];
    let isOver = false;
    let changes = 0;
    const first = Math.ceil(presentMs() / 3_600_000) + 48;
    const instant = (hour: number) => new Date(hour * 3_600_000).toISOString();
    const change = async ({ booking }: (typeof hosts)[number]) => {
      const ids: number[] = [];
      for (let hour = first; !isOver; hour++) {
        const kind = randomInt(4);
        const id = ids[randomInt(Math.max(1, ids.length))];
        if (kind < 2 || id === undefined) ids.push((await booking.booked({ dateTime: instant(hour) })).id);
        else if (kind === 2) await booking.reschedule({ id, dateTime: instant(hour), timeZone: 'UTC' });
        else await booking.cancel({ id });
        changes += 1;
        await pause(randomInt(60));
      }
    };
    const kill = async () => {
      for (let number = 0; number < kills; number++) {
        const before = proxy.answered();
        for (let turn = 0; turn < 200 && proxy.answered() < before + 5; turn++) await pause(10);
        await pause(randomInt(80));
        await workers[number % 2]?.kill();
        const killedAt = await now();
        workers[number % 2] = await startWorker();
        // The leases of the killed worker end. The other one has finished what it leased before.
        await app.sql(
          `UPDATE "CalendarEntry" SET "leasedUntil" = now() - interval '1 ms' WHERE "leasedUntil" <= $1::timestamptz + $2 * interval '1 ms'`,
          [killedAt, entryLeaseMs],
        );
      }
    };
    const working = hosts.map(change);
    await kill().finally(() => {
      isOver = true;
    });
    await Promise.all(working);
    await expect.poll(due, { timeout: 2 * entryLeaseMs + 60_000, interval: 200 }).toBe(0);

    for (const { calendar, workspaceId } of hosts) {
      const calls = await app.sql<{ uid: string; start: string; sequence: number }>(
        `SELECT "previewId" || '@api.test' AS "uid", "dateTime" AS "start", "sequence" FROM "EventCall"
         WHERE "workspaceId" = $1 AND "status" <> 'CANCELLED' ORDER BY "dateTime"`,
        [workspaceId],
      );
      const entries = await entriesIn(server, calendar);
      expect(entries.map(({ uid, start, sequence }) => ({ uid, start, sequence }))).toEqual(
        calls.map(({ start, ...call }) => ({ ...call, start: new Date(start).toISOString() })),
      );
    }
    expect(changes).toBeGreaterThan(kills);
    const statuses = await app.sql('SELECT DISTINCT "status" FROM "CalendarEntry" ORDER BY 1');
    expect(statuses.map((row) => (row as { status: string }).status)).toEqual(['WRITTEN', 'REMOVED']);
  }, 600_000);
});
