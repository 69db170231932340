import { describe, expect, test } from 'vitest';
import type { InviteeAction } from '#src/access/invitee-limits.ts';
import { confirmationPath, newHoldId } from '#src/domain/event-calls/booking-hold.ts';
import { BookingTokens } from '#src/domain/event-calls/booking-token.ts';
import { testSecretKey, useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { manyAddresses, nextAddress, openPage } from '../../support/booking-pages.ts';
import { memoryInviteeLimits } from '../../support/login-throttle.ts';
import { nextSerial } from '../../support/serial.ts';

// What an invitee does counts as a look or as a change, each with a limit of its own.

const inviteeLimits = memoryInviteeLimits(() => 0);
const app = await useApp({ ...manyAddresses, baseUrl: 'own', inviteeLimits });
const owner = await app.workspace();
const username = `counted-${nextSerial()}`;
await app.sql('UPDATE "User" SET "username" = $1 WHERE "id" = $2', [username, owner.userId]);
const linkPrefix = `${username}/call`;
const eventId = await bookableEvent(app, owner, { linkPrefix, bookingFlow: 'FORM_FIRST' });

let hour = 0;
/** A time that nobody has booked yet. */
function nextTime(): string {
  hour += 1;
  return new Date(Date.UTC(2026, 2, 5, hour)).toISOString();
}
const form = (fields: Record<string, string>) => new URLSearchParams({ timeZone: 'UTC', isLead: '1', ...fields });
const bookingForm = () => form({ email: `a${nextSerial()}@example.com`, dateTime: nextTime() });

const booked = await openPage(app, `/e/${linkPrefix}`, { form: bookingForm() });
const own = new URL(booked.location ?? '', `${app.url}/e/${linkPrefix}`).pathname;

async function heldPath(): Promise<string> {
  const held = { workspaceId: owner.workspaceId, id: newHoldId(), eventId };
  const email = `held${nextSerial()}@example.com`;
  await app.insert('BookingHold', {
    ...{ ...held, email, dueAt: null, createdAt: app.clock.now() },
    input: { linkPrefix, email, dateTime: nextTime(), timeZone: 'UTC' },
    expiresAt: new Date(app.clock.now().getTime() + 60_000),
  });
  return confirmationPath(new BookingTokens(testSecretKey).signHold(held));
}

async function feedPath(): Promise<string> {
  const document = 'mutation { createCalendarFeed(input: { scope: OWN }) { url } }';
  const { body } = await app.graphql(document, await app.session(owner));
  return new URL(body.data.createCalendarFeed.url).pathname;
}
const feed = await feedPath();

type Headers = Readonly<Record<string, string>>;
const get = (path: string) => async (headers: Headers) => (await openPage(app, path, { headers })).status;
const post = (path: string, fields: () => URLSearchParams) => async (headers: Headers) =>
  (await openPage(app, path, { form: fields(), headers })).status;

const counted: readonly (readonly [string, InviteeAction, (headers: Headers) => Promise<number>])[] = [
  ['a look at the page of a member', 'read', get(`/e/${username}`)],
  ['a look at the page of an event', 'read', get(`/e/${linkPrefix}`)],
  ['the code of an event', 'read', get(`/e/${linkPrefix}/qr.svg`)],
  ['a step of a form', 'read', post(`/e/${linkPrefix}`, () => form({ show: 'times' }))],
  ['a form that books', 'write', post(`/e/${linkPrefix}`, bookingForm)],
  ['a form of a lead', 'write', post(`/e/${linkPrefix}`, () => form({ email: 'lead@example.com' }))],
  ['a look at a booking', 'read', get(own)],
  ['the file of a booking', 'read', get(`${own}.ics`)],
  ['a move of a booking', 'write', post(own, () => form({ do: 'move', dateTime: nextTime() }))],
  ['a look at a held booking', 'read', async (headers) => get(await heldPath())(headers)],
  ['a read of a feed', 'read', get(feed)],
];

const points = { read: 300, write: 200 };
/** Uses up what an address has of a limit, each time for another event. */
async function useUp(action: InviteeAction, { 'x-forwarded-for': address = '' }: Headers): Promise<void> {
  for (let count = 0; count < points[action]; count++) {
    await inviteeLimits.run(action, { address, event: `event ${nextSerial()}` }, async () => undefined);
  }
}

describe.each(counted)('%s', (_name, action, ask) => {
  test('counts as what it is', async () => {
    const headers = nextAddress();
    await useUp(action, headers);
    expect(await ask(headers)).toBe(429);
  });

  test('passes where the other limit is used up', async () => {
    const headers = nextAddress();
    await useUp(action === 'read' ? 'write' : 'read', headers);
    expect([200, 303]).toContain(await ask(headers));
  });
});

test.each(['read', 'write'] as const)(
  'a confirmation looks at the booking and makes it, so it counts as %s too',
  async (action) => {
    const confirm = async (headers: Headers) => post(await heldPath(), () => form({ do: 'confirm' }))(headers);
    const headers = nextAddress();
    expect(await confirm(headers)).toBe(303);
    await useUp(action, headers).catch(() => undefined);
    expect(await confirm(headers)).toBe(429);
  },
);

test('a move that was made is shown beyond the limit of changes, as long as the address may still look', async () => {
  const headers = nextAddress();
  const dateTime = nextTime();
  const move = async () => (await openPage(app, own, { form: form({ do: 'move', dateTime }), headers })).status;
  expect(await move()).toBe(303);
  await useUp('write', headers).catch(() => undefined);
  expect(await move()).toBe(303);
  await useUp('read', headers).catch(() => undefined);
  expect(await move()).toBe(429);
});

test('bookings that fill the limit of an event leave room for its leads, and leads for bookings', async () => {
  const fill = async (event: string) => {
    for (let count = 0; count < 120; count++) {
      const { 'x-forwarded-for': address = '' } = nextAddress();
      await inviteeLimits.run('write', { address, event }, async () => undefined).catch(() => undefined);
    }
  };
  const ofLead = post(`/e/${linkPrefix}`, () => form({ email: 'lead@example.com' }));
  const ofBooking = post(`/e/${linkPrefix}`, bookingForm);
  const ofHeld = post(await heldPath(), () => form({ do: 'confirm' }));
  await fill(linkPrefix);
  // A confirmation is a booking of its event too.
  const statuses = [await ofBooking(nextAddress()), await ofHeld(nextAddress()), await ofLead(nextAddress())];
  expect(statuses).toEqual([429, 429, 200]);
  await fill(`apart ${linkPrefix}`);
  expect(await ofLead(nextAddress())).toBe(429);
});
