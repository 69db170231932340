import { afterAll, expect, test } from 'vitest';
import { ArrivalLimits } from '#src/access/arrival-limits.ts';
import { memoryWindows } from '#src/access/rate-limit/memory.ts';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { filledIn, manyAddresses, openPage } from '../../support/booking-pages.ts';
import { memoryInviteeLimits } from '../../support/login-throttle.ts';
import { mailServer } from '../../support/mail-server.ts';
import { nextSerial } from '../../support/serial.ts';

/** The time of the limits: a request of the test takes none of it. */
let now = 0;
const clock = () => now;
// With mail: where there is none, a server takes fewer bookings of one network.
const mail = await mailServer();
afterAll(() => mail.close());
const app = await useApp({
  ...manyAddresses,
  mailer: mail.mailer,
  arrivalLimits: new ArrivalLimits(undefined, memoryWindows(clock, 10)),
  inviteeLimits: memoryInviteeLimits(clock),
});

interface Step {
  readonly atMs: number;
  readonly run: () => Promise<number>;
}

const people = 200;
const firstStart = Date.parse('2026-03-06T00:00:00Z');
const at = (slot: number) => new Date(firstStart + slot * 15 * 60_000).toISOString();

/** When each person scans the code on the wall: half of them as soon as it is shown, the others within the ten minutes. */
const startOf = (person: number) => (person < 100 ? person * 600 : 60_000 + (person - 100) * 4_500);

async function eventPath(): Promise<string> {
  const owner = await app.workspace();
  const linkPrefix = `user-${owner.userId}/crowd-${nextSerial()}`;
  await bookableEvent(app, owner, { linkPrefix, duration: 15, slotInterval: 15 });
  return `/e/${linkPrefix}`;
}

/** What one person sends: looks at days and times, the steps of the form, and the booking, a few seconds apart. */
function stepsOf(person: number, path: string, headers: Record<string, string>): Step[] {
  const look = (query: string) => async () => (await openPage(app, path + query, { headers })).status;
  const send = (fields: Record<string, string>) => async () =>
    (await openPage(app, path, { form: new URLSearchParams(fields), headers })).status;
  const own = { email: `person${person}@example.com`, timeZone: 'UTC' };
  const book = (slot: number) => async () => {
    const page = await openPage(app, `${path}?dateTime=${at(slot)}&timeZone=UTC`, { headers });
    if (page.status !== 200) return page.status;
    return (await openPage(app, path, { form: filledIn(page, own), headers })).status;
  };
  const runs = [
    look(''),
    look('?month=2026-03'),
    look('?date=2026-03-06'),
    send({ ...own, show: 'step', dateTime: at(person) }),
    send({ ...own, show: 'times', dateTime: at(person) }),
    // Every fourth person wants the time that somebody else has just taken.
    ...(person % 4 === 3 ? [send({ ...own, dateTime: at(person - 3) })] : []),
    book(person),
  ];
  return runs.map((run, index) => ({ atMs: startOf(person) + index * 5_000, run }));
}

test('two hundred people behind one address book within ten minutes, and none of them is refused', async () => {
  const path = await eventPath();
  const headers = { 'x-forwarded-for': '192.0.2.77' };
  const steps = Array.from({ length: people }, (_, person) => stepsOf(person, path, headers)).flat();
  const statuses = new Map<number, number>();
  for (const { atMs, run } of steps.sort((one, other) => one.atMs - other.atMs)) {
    now = atMs;
    const status = await run();
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  // The first are booked, the others are asked to confirm. Those who were too late for a time read so, and chose another.
  expect([...statuses.keys()].sort()).toEqual([200, 303, 400]);
}, 240_000);

test('two hundred people who open the page in the same ten seconds all see it', async () => {
  const path = await eventPath();
  const headers = { 'x-forwarded-for': '192.0.2.78' };
  for (let person = 0; person < people; person++) {
    now += 50;
    expect((await openPage(app, path, { headers })).status).toBe(200);
  }
}, 120_000);

test('a robot at one address is refused, and says when to come again', async () => {
  const path = await eventPath();
  const headers = { 'x-forwarded-for': '192.0.2.79' };
  const statuses: number[] = [];
  for (let sent = 0; sent < 205; sent++) {
    statuses.push((await openPage(app, path, { form: new URLSearchParams({ email: 'nope' }), headers })).status);
  }
  expect(statuses.slice(0, 200)).not.toContain(429);
  expect(statuses.slice(200)).toEqual([429, 429, 429, 429, 429]);
}, 120_000);
