import { afterEach, describe, expect, test } from 'vitest';
import { wakeRead } from '#src/db/writes/calendar-channels.ts';
import type { CalendarSecret } from '#src/services/calendars/providers/provider.ts';
import { refreshConnection } from '#src/services/calendars/read-connection.ts';
import { storeConnection } from '#src/services/calendars/store-connection.ts';
import { useApp } from '../../support/app.ts';
import { calendarGateway } from '../../support/calendar-gateway.ts';
import { GoogleStandIn } from '../../support/calendar-stand-ins/google.ts';
import { standInClient } from '../../support/calendar-stand-ins/oauth.ts';
import { calendarWorkers } from '../../support/calendar-workers.ts';
import { credential, type DavAnswer, multistatus, resource, useDavServer } from '../../support/dav-server.ts';

const app = await useApp();
const { readDue, errors } = calendarWorkers(app);
const start = '2026-03-04T12:00:00.000Z';
const server = await useDavServer();
afterEach(async () => {
  app.clock.set(start);
  await app.sql('DELETE FROM "CalendarConnection"');
  expect(errors.splice(0)).toEqual([]);
});

const minutes = (count: number) => new Date(Date.parse(start) + count * 60_000).toISOString();
const weekMinutes = 7 * 24 * 60;

const emptyCalendar = (): DavAnswer => multistatus(resource('/work/', ''));
const refusal: DavAnswer = { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } };
const answers = (answer: DavAnswer | undefined) =>
  server.answer(({ method }) => answer ?? (method === 'REPORT' ? multistatus() : emptyCalendar()));

const foundCalendar = (externalId: string) => ({
  ...{ externalId, name: 'Work', timeZone: null, isWritable: true, isPrimary: true },
});

async function store(secret: CalendarSecret, externalId: string) {
  const member = await app.workspace();
  const found = { name: 'Ada', calendars: [foundCalendar(externalId)] };
  const connect = (next: CalendarSecret, connectionId: number | null) =>
    storeConnection(app.context, [member.workspaceId, member.userId], { secret: next, found, connectionId });
  const id = await connect(secret, null);
  const state = async () => {
    const [row] = await app.sql<Record<string, string | number | null>>(
      'SELECT * FROM "CalendarConnection" WHERE "id" = $1',
      [id],
    );
    const iso = (name: string) => (row?.[name] ? new Date(row[name]).toISOString() : null);
    return {
      ...{ refusals: row?.refusals, failures: row?.failures, refusedAt: iso('refusedAt') },
      ...{ disconnectedAt: iso('disconnectedAt'), readableUntil: iso('readableUntil') },
      ...{ lastReadAt: iso('lastReadAt'), nextReadAt: iso('nextReadAt') },
    };
  };
  const key = [member.workspaceId, id] as const;
  return { key, state, reconnect: () => connect(secret, id) };
}

const caldavSecret = (): CalendarSecret => ({ kind: 'CALDAV', url: server.url, ...credential });

/** A calendar that was read at the start, and answers so from then on. */
async function connected(answer?: DavAnswer) {
  const connection = await store(caldavSecret(), `${server.url}work/`);
  answers(undefined);
  await readDue();
  expect(await connection.state()).toMatchObject({ lastReadAt: start, refusals: 0 });
  answers(answer);
  return connection;
}

async function readAt(minute: number): Promise<void> {
  app.clock.set(minutes(minute));
  await readDue();
}

describe('refusals of a credential', () => {
  test('disconnect at the third that comes 15 minutes after the first or later; what was read is believed until then', async () => {
    const { state } = await connected(refusal);
    await app.sql(`UPDATE "CalendarConnection" SET "readableUntil" = $1`, [minutes(60)]);
    const seen = [];
    for (const minute of [2, 3, 5, 10]) {
      await readAt(minute);
      seen.push(await state());
    }
    expect(seen.map(({ refusals, nextReadAt }) => [refusals, nextReadAt])).toEqual([
      ...[
        [1, minutes(3)],
        [2, minutes(5)],
        [3, minutes(10)],
        [4, minutes(20)],
      ],
    ]);
    expect(
      seen.map(({ refusedAt, disconnectedAt, readableUntil }) => [refusedAt, disconnectedAt, readableUntil]),
    ).toEqual(seen.map(() => [minutes(2), null, minutes(60)]));
    await readAt(20);
    expect(await state()).toMatchObject({
      ...{ refusals: 5, refusedAt: minutes(2), disconnectedAt: minutes(20), readableUntil: minutes(20) },
      nextReadAt: minutes(80),
    });
  });

  test('do not disconnect when there are two, however far apart', async () => {
    const { state } = await connected(refusal);
    await readAt(2);
    answers({ status: 503 });
    await readAt(3);
    answers(refusal);
    await readAt(60);
    expect(await state()).toMatchObject({ refusals: 2, failures: 3, disconnectedAt: null });
    await readAt(61);
    await readAt(70);
    expect(await state()).toMatchObject({ refusals: 3, disconnectedAt: minutes(70) });
  });

  test('begin anew after a good read, also after one that a node of the version before recorded', async () => {
    const { state } = await connected(refusal);
    for (const minute of [2, 3, 5]) await readAt(minute);
    answers(undefined);
    await readAt(10);
    expect(await state()).toMatchObject({ refusals: 0, refusedAt: null, lastReadAt: minutes(10) });
    answers(refusal);
    await readAt(20);
    expect(await state()).toMatchObject({ refusals: 1, refusedAt: minutes(20), disconnectedAt: null });
    await app.sql('UPDATE "CalendarConnection" SET "failures" = 0, "refusals" = 9');
    await readAt(60);
    expect(await state()).toMatchObject({ refusals: 1, refusedAt: minutes(60), disconnectedAt: null });
  });

  test('of bookings, entries and a member who tries again within seconds are one outage', async () => {
    const { key, state } = await connected(refusal);
    const second = calendarWorkers(app);
    for (const secondsLater of [0, 11, 22, 33, 44]) {
      app.clock.set(new Date(Date.parse(minutes(2)) + secondsLater * 1_000).toISOString());
      await wakeRead(app.context.db, key, app.clock.now());
      await Promise.all([refreshConnection(app.context, key), readDue(), second.readDue()]);
    }
    expect((await state()).refusals).toBeGreaterThanOrEqual(3);
    expect(await state()).toMatchObject({ refusedAt: minutes(2), disconnectedAt: null, readableUntil: minutes(15) });
    expect(second.errors).toEqual([]);
  });

  test('of access that the member took back at Google count likewise', async () => {
    const google = await GoogleStandIn.open();
    google.calendar('ada@example.com', { primary: true });
    const calendars = calendarGateway({ google: standInClient, endpoints: { GOOGLE: google.endpoints } });
    const workers = calendarWorkers({ context: { ...app.context, calendars } });
    const secret = google.oauth.grant('GOOGLE', Date.parse(start));
    const { state } = await store(secret, 'ada@example.com');
    google.oauth.revoke();
    for (const minute of [0, 1, 3, 8]) {
      app.clock.set(minutes(minute));
      await workers.readDue();
    }
    expect(await state()).toMatchObject({ refusals: 4, disconnectedAt: null });
    app.clock.set(minutes(18));
    await workers.readDue();
    expect(await state()).toMatchObject({ refusals: 5, disconnectedAt: minutes(18) });
    app.clock.set(minutes(78));
    await workers.readDue();
    expect(await state()).toMatchObject({ refusals: 6, disconnectedAt: minutes(18), nextReadAt: minutes(138) });
    expect(workers.errors).toEqual([]);
    await calendars.close();
    await google.close();
  });
});

describe('a disconnected calendar', () => {
  async function disconnected() {
    const connection = await connected(refusal);
    for (const minute of [2, 3, 5, 10, 20]) await readAt(minute);
    expect(await connection.state()).toMatchObject({ disconnectedAt: minutes(20) });
    return connection;
  }

  test('is tried once an hour for a week, whatever it answers, and then no more', async () => {
    await disconnected();
    answers({ status: 503 });
    let reads = 0;
    for (let minute = 40; minute <= 20 + weekMinutes + 180; minute += 20) {
      const before = server.requests.length;
      await readAt(minute);
      if (server.requests.length > before) reads += 1;
      if (minute === 500) answers(refusal);
      if (minute === 500) expect(reads).toBe(8);
    }
    // The last hour of the week ends as the week does.
    expect(reads).toBe(7 * 24 - 1);
  });

  test('that works again opens the host by itself', async () => {
    const { state } = await disconnected();
    answers(undefined);
    await readAt(79);
    expect(await state()).toMatchObject({ disconnectedAt: minutes(20) });
    await readAt(80);
    expect(await state()).toMatchObject({
      ...{ disconnectedAt: null, refusals: 0, refusedAt: null, lastReadAt: minutes(80), readableUntil: minutes(95) },
    });
  });

  test('is read at once when somebody reads it by hand or connects it again, also after the week', async () => {
    const { key, state, reconnect } = await disconnected();
    const later = weekMinutes + 600;
    await readAt(later);
    await refreshConnection(app.context, key);
    expect(await state()).toMatchObject({ disconnectedAt: minutes(20), nextReadAt: minutes(later + 60) });
    answers(undefined);
    app.clock.set(minutes(later + 1));
    await refreshConnection(app.context, key);
    expect(await state()).toMatchObject({ disconnectedAt: null, lastReadAt: minutes(later + 1) });
    answers(refusal);
    for (const pause of [5, 6, 8, 13, 23]) await readAt(later + pause);
    expect(await state()).toMatchObject({ disconnectedAt: minutes(later + 23) });
    await reconnect();
    expect(await state()).toMatchObject({ disconnectedAt: null, refusals: 0, refusedAt: null });
    // The first refusal after it counts as one.
    await readDue();
    expect(await state()).toMatchObject({ disconnectedAt: null, refusals: 1 });
  });
});

test('a secret that was sealed with another key is a refusal, and asks nobody', async () => {
  const { state } = await connected(refusal);
  await app.sql('UPDATE "CalendarConnection" SET "secret" = $1', [Buffer.alloc(64)]);
  answers(undefined);
  for (const minute of [2, 3, 5, 10, 20]) await readAt(minute);
  expect(await state()).toMatchObject({ refusals: 5, disconnectedAt: minutes(20) });
  const [row] = await app.sql('SELECT "problem" FROM "CalendarConnection"');
  expect(row).toEqual({
    problem: 'The stored credential cannot be read with this SECRET_KEY: connect the calendar again.',
  });
  expect(server.requests).toEqual([]);
});
