import { afterEach, expect, test } from 'vitest';
import type { RecordKey } from '#src/db/keys.ts';
import { wakeRead } from '#src/db/writes/calendar-channels.ts';
import { addBusy } from '#src/db/writes/calendar-checks.ts';
import { unpackBusy } from '#src/domain/calendars/busy.ts';
import { readNewConnection, refreshConnection } from '#src/services/calendars/read-connection.ts';
import { storeConnection } from '#src/services/calendars/store-connection.ts';
import { useApp } from '../../support/app.ts';
import { answerWith, useCalendarServer } from '../../support/calendar-feeds.ts';
import { calendarWorkers, connectCalendars } from '../../support/calendar-workers.ts';

const app = await useApp();
const server = await useCalendarServer();
const { reader, readDue, errors } = calendarWorkers(app);
const start = '2026-03-04T12:00:00.000Z';

afterEach(async () => {
  app.clock.set(start);
  await app.sql('DELETE FROM "CalendarConnection"');
  expect(errors.splice(0)).toEqual([]);
});

const seconds = (count: number) => new Date(Date.parse(start) + count * 1_000).toISOString();
const minutes = (count: number) => seconds(60 * count);
const hours = (count: number) => minutes(60 * count);

interface State {
  readonly problem: string | null;
  readonly failures: number;
  readonly lastReadAt: string | null;
  readonly readableUntil: string;
  readonly nextReadAt: string;
  readonly disconnectedAt: string | null;
  readonly leases: number;
}

async function connected() {
  const member = await app.workspace();
  const address = server.address();
  const id = await connectCalendars(app, member, { kind: 'ICS', url: address.url });
  address.requests.splice(0);
  const state = async () => {
    const [row] = await app.sql<State>('SELECT * FROM "CalendarConnection" WHERE "id" = $1', [id]);
    const iso = (name: keyof State) => row?.[name] && new Date(row[name] as string).toISOString();
    const { problem, failures, leases } = row as State;
    const instants = { readableUntil: iso('readableUntil'), nextReadAt: iso('nextReadAt') };
    return {
      problem,
      failures,
      leases,
      lastReadAt: iso('lastReadAt'),
      disconnectedAt: iso('disconnectedAt'),
      ...instants,
    };
  };
  const calendar = async () => {
    const [row] = await app.sql<{ busy: Buffer; busyUntil: string | null; syncState: string | null }>(
      'SELECT "busy", "busyUntil", "syncState" FROM "Calendar" WHERE "connectionId" = $1',
      [id],
    );
    const busy = unpackBusy(row?.busy as Buffer).map(({ start: from, end }) => [minuteText(from), minuteText(end)]);
    return { busy, until: row?.busyUntil && new Date(row.busyUntil).toISOString(), syncState: row?.syncState };
  };
  return { ...member, address, id, state, calendar };
}

const minuteText = (instant: number) => `${new Date(instant).toISOString().slice(0, 16)}Z`;

test('a new connection is read at once: from yesterday until 60 days ahead, and then every five minutes', async () => {
  const { address, state, calendar } = await connected();
  address.entries = [
    ['2026-03-05T10:00Z', '2026-03-05T11:00Z'],
    ['2026-05-10T10:00Z', '2026-05-10T11:00Z'],
  ];
  await readDue();
  expect(await calendar()).toMatchObject({
    busy: [['2026-03-05T10:00Z', '2026-03-05T11:00Z']],
    until: '2026-05-03T00:00:00.000Z',
  });
  expect(await state()).toMatchObject({
    ...{ problem: null, failures: 0, lastReadAt: start, readableUntil: minutes(15), nextReadAt: minutes(5) },
  });
  app.clock.set(minutes(4.99));
  await readDue();
  expect(address.requests).toHaveLength(1);
  app.clock.set(minutes(5));
  await readDue();
  expect(await state()).toMatchObject({ lastReadAt: minutes(5), readableUntil: minutes(20) });
  expect(address.requests.map(({ headers }) => headers['if-none-match'] !== undefined)).toEqual([false, true]);
});

test('what can be booked is read: the longest window of the live events of the member, and a few days more', async () => {
  const { workspaceId, userId, calendar } = await connected();
  for (const [bookingWindow, status] of [
    [100, 'ACTIVATED'],
    [300, 'DEACTIVATED'],
  ]) {
    const eventId = await app.event({ workspaceId, userId });
    await app.sql('UPDATE "Event" SET "bookingWindow" = $2, "status" = $3::text::"EventStatus" WHERE "id" = $1', [
      eventId,
      bookingWindow,
      status,
    ]);
    const scheduleId = await app.schedule({ workspaceId, userId });
    await app.insert('EventHost', { workspaceId, userId, eventId, scheduleId });
  }
  await readDue();
  expect((await calendar()).until).toBe('2026-06-16T00:00:00.000Z');
});

test('an unchanged calendar keeps its times; on the next day it is read whole', async () => {
  const { address, calendar } = await connected();
  address.entries = [
    ['2026-03-04T08:00Z', '2026-03-04T09:00Z'],
    ['2026-05-03T10:00Z', '2026-05-03T11:00Z'],
  ];
  await readDue();
  app.clock.set(minutes(5));
  await readDue();
  expect((await calendar()).busy).toEqual([['2026-03-04T08:00Z', '2026-03-04T09:00Z']]);
  app.clock.set(hours(24));
  await readDue();
  expect(address.requests.map(({ headers }) => headers['if-none-match'] !== undefined)).toEqual([false, true, false]);
  expect(await calendar()).toMatchObject({
    busy: [
      ['2026-03-04T08:00Z', '2026-03-04T09:00Z'],
      ['2026-05-03T10:00Z', '2026-05-03T11:00Z'],
    ],
    until: '2026-05-04T00:00:00.000Z',
  });
});

test('a failed read keeps what is known until it is too old, and is tried again after 1, 2, 5 and then every 10 minutes', async () => {
  const { address, state, calendar } = await connected();
  address.entries = [['2026-03-05T10:00Z', '2026-03-05T11:00Z']];
  await readDue();
  address.answer = answerWith(500);
  let at = 5;
  for (const [index, pause] of [1, 2, 5, 10, 10].entries()) {
    app.clock.set(minutes(at));
    await readDue();
    const { problem, ...after } = await state();
    expect(problem).toMatch(/500/);
    expect(after).toMatchObject({ failures: index + 1, readableUntil: minutes(15), nextReadAt: minutes(at + pause) });
    at += pause;
  }
  expect((await calendar()).busy).toEqual([['2026-03-05T10:00Z', '2026-03-05T11:00Z']]);
  address.answer = undefined;
  address.entries = [];
  app.clock.set(minutes(at));
  await readDue();
  expect(await state()).toMatchObject({ problem: null, failures: 0, readableUntil: minutes(at + 15) });
  expect((await calendar()).busy).toEqual([]);
});

test.each([
  ['120', 2],
  ['1800', 30],
  ['86400', 60],
])('a provider that wants no request for %s seconds gets none for %i minutes', async (retryAfter, pause) => {
  const { address, state } = await connected();
  address.answer = answerWith(429, { 'retry-after': retryAfter });
  await readDue();
  expect((await state()).nextReadAt).toBe(minutes(pause));
});

test('an answer that is no calendar is a failed read, and no free time', async () => {
  const { address, state, calendar } = await connected();
  address.answer = (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
  await readDue();
  expect(await state()).toMatchObject({ failures: 1, lastReadAt: null });
  expect(await calendar()).toMatchObject({ busy: [], until: null });
});

test('two workers read each connection once', async () => {
  const all = await Promise.all(Array.from({ length: 12 }, connected));
  const second = calendarWorkers(app);
  await Promise.all([readDue(), second.readDue()]);
  expect(all.map(({ address }) => address.requests.length)).toEqual(all.map(() => 1));
  expect(second.errors).toEqual([]);
});

test('an address that hangs holds up no other connection, and is read again where its worker was killed', async () => {
  const [hanging, other] = [await connected(), await connected()];
  hanging.address.answer = () => undefined;
  const killed = calendarWorkers(app);
  await killed.reader.run();
  await expect.poll(async () => (await other.state()).lastReadAt).toBe(start);
  await expect.poll(() => hanging.address.requests.length).toBe(1);
  app.clock.set(minutes(1));
  await readDue();
  expect(hanging.address.requests).toHaveLength(1);
  // Its lease has ended: another worker reads, and what the first one learns later is not stored.
  app.clock.set(minutes(1.6));
  const [, first] = [hanging.address.answer, hanging.address.requests[0]];
  hanging.address.answer = undefined;
  hanging.address.entries = [['2026-03-05T10:00Z', '2026-03-05T11:00Z']];
  await readDue();
  expect(await hanging.state()).toMatchObject({ lastReadAt: minutes(1.6), leases: 2 });
  first?.socket.destroy();
  await killed.reader.settled();
  expect(await hanging.state()).toMatchObject({ failures: 0, problem: null, leases: 2 });
  expect((await hanging.calendar()).busy).toEqual([['2026-03-05T10:00Z', '2026-03-05T11:00Z']]);
});

test('a worker that stops gives back what it reads', async () => {
  const { address, state } = await connected();
  address.answer = () => undefined;
  const stopping = calendarWorkers(app);
  await stopping.reader.run();
  await expect.poll(() => address.requests.length).toBe(1);
  // The database is closed after it.
  await stopping.reader.stop();
  expect(stopping.reader.inFlight).toBe(0);
  expect(await state()).toMatchObject({ failures: 0, problem: null });
  address.answer = undefined;
  await readDue();
  expect(await state()).toMatchObject({ lastReadAt: start });
  expect(stopping.errors).toEqual([]);
});

test('a read on request comes at once, and after the one that is under way', async () => {
  const { address, id, workspaceId, state } = await connected();
  await readDue();
  app.clock.set(minutes(1));
  await refreshConnection(app.context, [workspaceId, id]);
  expect(await state()).toMatchObject({ lastReadAt: minutes(1), nextReadAt: minutes(6) });
  const released = Promise.withResolvers<void>();
  address.answer = (_request, response) => {
    void released.promise.then(() => response.writeHead(500).end());
  };
  app.clock.set(minutes(6));
  await reader.run();
  await expect.poll(() => address.requests.length).toBe(3);
  app.clock.set(minutes(7));
  await refreshConnection(app.context, [workspaceId, id]);
  expect(await state()).toMatchObject({ lastReadAt: minutes(1), nextReadAt: seconds(430) });
  released.resolve();
  await reader.settled();
  expect(await state()).toMatchObject({ failures: 1, nextReadAt: seconds(430) });
  address.answer = undefined;
  app.clock.set(seconds(430));
  await readDue();
  expect(await state()).toMatchObject({ failures: 0, lastReadAt: seconds(430) });
});

test('who wants a read again and again gets one in ten seconds, also where it fails', async () => {
  const { address, id, workspaceId, state } = await connected();
  const refreshAt = async (second: number) => {
    app.clock.set(seconds(second));
    await refreshConnection(app.context, [workspaceId, id]);
    return address.requests.length;
  };
  expect(await refreshAt(0)).toBe(1);
  expect(await refreshAt(9)).toBe(1);
  address.answer = answerWith(500);
  expect(await refreshAt(10)).toBe(2);
  const failed = { failures: 1, lastReadAt: start, nextReadAt: seconds(70) };
  expect(await state()).toMatchObject(failed);
  expect(await refreshAt(19)).toBe(2);
  expect(await state()).toMatchObject(failed);
  expect(await refreshAt(20)).toBe(3);
  expect(await state()).toMatchObject({ failures: 2 });
});

test('a new credential is read at once, however short ago the one before was', async () => {
  const { address, id, workspaceId } = await connected();
  await refreshConnection(app.context, [workspaceId, id]);
  const before = address.requests.length;
  await readNewConnection(app.context, [workspaceId, id]);
  expect(address.requests.length).toBe(before + 1);
});

test('what a read with the credential of before finds is not stored', async () => {
  const { address, id, workspaceId, userId, state, calendar } = await connected();
  const released = Promise.withResolvers<void>();
  const { promise: isBegun, resolve: begin } = Promise.withResolvers<void>();
  address.entries = [['2026-03-05T10:00Z', '2026-03-05T11:00Z']];
  address.answer = (_request, response) => {
    begin();
    void released.promise.then(() => response.writeHead(200).end('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'));
  };
  await reader.run();
  await isBegun;
  const next = server.address();
  next.entries = [['2026-03-06T10:00Z', '2026-03-06T11:00Z']];
  const found = { externalId: 'ics', name: 'Next', timeZone: null, isWritable: false, isPrimary: true };
  await storeConnection(app.context, [workspaceId, userId], {
    ...{ secret: { kind: 'ICS', url: next.url }, connectionId: id, found: { name: 'next', calendars: [found] } },
  });
  released.resolve();
  await reader.settled();
  expect([await state(), await calendar()]).toMatchObject([{ lastReadAt: null }, { until: null, syncState: null }]);
  await readDue();
  expect([await state(), await calendar()]).toMatchObject([
    { lastReadAt: start },
    { busy: [['2026-03-06T10:00Z', '2026-03-06T11:00Z']] },
  ]);
});

test('of another address nothing is known before it is read, also where the earlier one answers later', async () => {
  const { address, id, workspaceId, userId, state, calendar } = await connected();
  await readDue();
  const released = Promise.withResolvers<void>();
  const empty = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//Test//EN', 'END:VCALENDAR', ''].join('\r\n');
  address.answer = (_request, response) => {
    void released.promise.then(() => response.writeHead(200, { 'content-type': 'text/calendar' }).end(empty));
  };
  app.clock.set(minutes(5));
  await reader.run();
  await expect.poll(() => address.requests.length).toBe(2);
  const other = server.address();
  other.entries = [['2026-03-05T10:00Z', '2026-03-05T11:00Z']];
  const calendars = [{ externalId: 'ics', name: 'Other', timeZone: null, isWritable: false, isPrimary: true }];
  const credential = { secret: { kind: 'ICS', url: other.url }, found: { name: 'other', calendars } } as const;
  await storeConnection(app.context, [workspaceId, userId], { ...credential, connectionId: id });
  released.resolve();
  await reader.settled();
  expect(await state()).toMatchObject({ lastReadAt: start, nextReadAt: minutes(5) });
  expect((await calendar()).until).toBeNull();
  await readDue();
  expect(await state()).toMatchObject({ lastReadAt: minutes(5) });
  expect((await calendar()).busy).toEqual([['2026-03-05T10:00Z', '2026-03-05T11:00Z']]);
});

test.each<[string, (key: RecordKey) => Promise<unknown>]>([
  ['a busy time that a booking finds', addHour],
  ['a change that the provider reports', (key) => wakeRead(app.context.db, key, app.clock.now())],
])('%s during a read is read after it', async (_, change) => {
  const { address, id, workspaceId, state } = await connected();
  await readDue();
  const released = Promise.withResolvers<void>();
  address.answer = (_request, response) => void released.promise.then(() => response.writeHead(304).end());
  app.clock.set(minutes(5));
  await reader.run();
  await expect.poll(() => address.requests.length).toBe(2);
  app.clock.set(minutes(6));
  await change([workspaceId, id]);
  released.resolve();
  await reader.settled();
  expect(await state()).toMatchObject({ lastReadAt: minutes(5), nextReadAt: minutes(6) });
});

async function addHour([workspaceId, connectionId]: RecordKey): Promise<void> {
  const [row] = await app.sql<{ id: number }>('SELECT "id" FROM "Calendar" WHERE "connectionId" = $1', [connectionId]);
  const times = [{ start: Date.parse('2026-03-05T10:00Z'), end: Date.parse('2026-03-05T11:00Z') }];
  const found = { connectionId, calendarId: row?.id ?? 0, times, now: app.clock.now() };
  await app.context.db.write((client) => addBusy(client, workspaceId, found));
}

test('a calendar that is not read any more keeps no times', async () => {
  const { address, calendar, id } = await connected();
  address.entries = [['2026-03-05T10:00Z', '2026-03-05T11:00Z']];
  await readDue();
  await app.sql('UPDATE "Calendar" SET "countsAsBusy" = false WHERE "connectionId" = $1', [id]);
  app.clock.set(minutes(5));
  await readDue();
  expect(await calendar()).toEqual({ busy: [], until: null, syncState: null });
});
