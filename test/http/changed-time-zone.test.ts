import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemZones, zoneRelease } from '#src/lib/time-zone-data/zoneinfo-folder.ts';
import type { ScratchDatabase } from '../../prisma/scratch-database.ts';
import { freePort } from '../bench/environment/server-process.ts';
import { type Body, send, testSecretKey } from '../support/app.ts';
import { json } from '../support/cli.ts';
import { compileCache } from '../support/compile-cache.ts';
import { type MailServer, mailServer } from '../support/mail-server.ts';
import { fromNow } from '../support/present.ts';
import { migratedDatabase } from '../support/scratch-database.ts';
import { changedZones, hasZoneTools } from '../support/zone-folder.ts';

/** In a week's time, when the clock of Berlin is an hour and a half ahead, as no release of tzdata has it. */
const date = fromNow(7 * 86_400_000).slice(0, 10);
const [start, end] = [`${date}T07:30:00.000Z`, `${date}T08:00:00.000Z`];
const compact = (instant: string) => instant.replaceAll(/[-:]|\.000/g, '');
const days = 'MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY'.split(' ');

describe.skipIf(!hasZoneTools)('a server with ICU_TIMEZONE_FILES_DIR', () => {
  let database: ScratchDatabase;
  let mail: MailServer;
  let server: ChildProcess;
  let address: string;
  let log = '';
  let headers: Record<string, string>;
  let userId: number;

  beforeAll(async () => {
    database = await migratedDatabase();
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    mail = await mailServer(address);
    // By its name an old release, so that the system has a later one.
    const { icuFolder } = changedZones('2001a', ['Zone Europe/Berlin 1:30 - XXX']);
    const env = {
      ...{ PATH: process.env.PATH, ...compileCache, DATABASE_URL: database.url, SECRET_KEY: testSecretKey },
      ...{ ICU_TIMEZONE_FILES_DIR: icuFolder, PORT: `${port}`, DEMO: 'off' },
      ...{ SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'slotline@example.com' },
      ...{ BASE_URL: address },
    };
    const cwd = path.join(import.meta.dirname, '../..');
    server = spawn(process.execPath, ['src/main.ts'], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [server.stdout, server.stderr]) stream?.on('data', (bytes) => (log += bytes));
    const owner = ['--name', 'Lime', '--owner-email', 'ada@example.com', '--owner-password', 'a quite long password 7'];
    const made = await json(['workspace', 'create', ...owner, '--time-zone', 'Europe/Berlin'], env as never);
    userId = Number(made.userId);
    const member = ['--workspace', `${made.workspaceId}`, '--user', `${userId}`];
    const { token } = await json(['session', 'create', ...member], env as never);
    headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    await vi.waitFor(() => expect(log).toContain('Slotline is ready.'), 60_000);
  }, 90_000);
  afterAll(async () => {
    const closed = once(server, 'close');
    server.kill('SIGTERM');
    await closed;
    await Promise.all([mail.close(), database.drop()]);
  });

  const post = (at: string, body: object) =>
    send(`${address}${at}`, { method: 'POST', headers, body: JSON.stringify(body) });
  async function graphql(query: string, input: object): Promise<Body> {
    const { body } = await post('/graphql', { query, variables: { input } });
    expect(body.errors).toBeUndefined();
    return body.data;
  }

  test('offers, shows, books, mails and publishes hours by these zones alike', async () => {
    const timings = [{ startTime: '09:00', endTime: '09:30' }];
    const week = days.map((name) => ({ name, timings }));
    const { createSchedule } = await graphql(
      'mutation ($input: CreateScheduleInput!) { createSchedule(input: $input) { schedule { id } } }',
      { userId, name: 'Mornings', timeZone: 'Europe/Berlin', isDefault: true, days: week },
    );
    const hosts = [{ userId, scheduleId: createSchedule.schedule.id }];
    const { createEvent } = await graphql(
      'mutation ($input: CreateEventInput!) { createEvent(input: $input) { event { id linkPrefix } } }',
      { name: 'Call', callType: 'STRATEGY_EVENT', duration: 30, hosts },
    );
    const { linkPrefix } = createEvent.event;

    const query = { linkPrefix, timeZone: 'Europe/Berlin', from: date, to: date };
    const { body: dates } = await post('/v1/events/eventDates', query);
    expect(dates.data.availabilities).toEqual({ [date]: ['09:00'] });
    expect(dates.data.slots).toMatchObject([{ dateTime: start }]);

    const page = await send(`${address}/e/${linkPrefix}?lang=en&timeZone=Europe/Berlin&date=${date}`);
    expect(String(page.body)).toMatch(new RegExp(`value="${start.slice(0, 16)}Z">0?9:00 AM<`));

    const booking = { linkPrefix, dateTime: start, timeZone: 'Europe/Berlin', email: 'ira@example.com' };
    const booked = await post('/v1/eventCalls', { ...booking, firstName: 'Ira' });
    expect(booked.status).toBe(201);

    const { createCalendarFeed } = await graphql(
      'mutation ($input: CreateCalendarFeedInput!) { createCalendarFeed(input: $input) { url } }',
      { scope: 'OWN' },
    );
    const feed = await send(createCalendarFeed.url);
    expect(String(feed.body)).toContain(`DTSTART:${compact(start)}\r\nDTEND:${compact(end)}\r\n`);

    const invitation = () => mail.received.find(({ to }) => to.includes('ira@example.com'))?.text;
    await expect.poll(invitation, { timeout: 20_000 }).toMatch(/, 9:00 – 9:30 AM \(.*, Europe\/Berlin\)/);
  });

  test('says in its log and at /healthz that the system has a later release', async () => {
    const later = zoneRelease(systemZones);
    const { body } = await send(`${address}/healthz?verbose`);
    expect(body).toEqual({ status: 'ok', timeZones: { release: '2001a', laterRelease: later } });
    expect((await send(`${address}/healthz`)).body).toEqual({ status: 'ok' });
    expect(log).toMatch(new RegExp(`"warn".*Time zones are from tzdata 2001a, but the system has ${later}: `));
  });
});
