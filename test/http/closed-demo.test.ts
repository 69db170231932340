import { afterEach, expect, test } from 'vitest';
import { confirmationPath, newHoldId } from '#src/domain/event-calls/booking-hold.ts';
import { BookingTokens } from '#src/domain/event-calls/booking-token.ts';
import { testSecretKey, useApp } from '../support/app.ts';
import { bookableEvent } from '../support/bookable-events.ts';
import { manyAddresses, openPage } from '../support/booking-pages.ts';
import { nextSerial } from '../support/serial.ts';

const closedDemos = new Set<number>();
const app = await useApp({ ...manyAddresses, baseUrl: 'own', closedDemos });
afterEach(() => closedDemos.clear());

const owner = await app.workspace();
const username = `demo-${nextSerial()}`;
await app.sql('UPDATE "User" SET "username" = $1 WHERE "id" = $2', [username, owner.userId]);
const linkPrefix = `${username}/demo`;
const demoEventId = await bookableEvent(app, owner, { linkPrefix, bookingFlow: 'FORM_FIRST' });

const at = (hour: number) => `2026-03-05T${String(hour).padStart(2, '0')}:00:00.000Z`;
let hour = 0;

function formFor(fields: Record<string, string> = {}): URLSearchParams {
  hour += 1;
  const email = `ira${hour}@example.com`;
  return new URLSearchParams({ email, isLead: '1', dateTime: at(hour), timeZone: 'UTC', ...fields });
}

const booked = await openPage(app, `/e/${linkPrefix}`, { form: formFor() });
const own = new URL(booked.location ?? '', `${app.url}/e/${linkPrefix}`).pathname;
const token = own.slice('/b/'.length);

async function feedPath(): Promise<string> {
  const document = 'mutation { createCalendarFeed(input: { scope: OWN }) { url } }';
  const { body } = await app.graphql(document, await app.session(owner));
  return new URL(body.data.createCalendarFeed.url).pathname;
}

const feed = await feedPath();

const held = { workspaceId: owner.workspaceId, id: newHoldId(), eventId: demoEventId };
const holdToken = new BookingTokens(testSecretKey).signHold(held);
await app.insert('BookingHold', {
  ...{ ...held, email: 'ira@example.com', dueAt: null, createdAt: app.clock.now() },
  input: { linkPrefix, email: 'ira@example.com', dateTime: at(23), timeZone: 'UTC' },
  expiresAt: new Date(app.clock.now().getTime() + 60_000),
});

/** What a workspace shows to whoever has no credential, and what of it such a caller may change. */
const pages: Record<string, () => Promise<number>> = {
  'the page of a member': async () => (await openPage(app, `/e/${username}`)).status,
  'the page of an event': async () => (await openPage(app, `/e/${linkPrefix}`)).status,
  'the form of an event': async () => (await openPage(app, `/e/${linkPrefix}`, { form: formFor() })).status,
  'a step of the form': async () =>
    (await openPage(app, `/e/${linkPrefix}`, { form: formFor({ show: 'times' }) })).status,
  'the preview of an event': async () => (await openPage(app, `/e/${linkPrefix}/preview.png`)).status,
  'the QR code of an event': async () => (await openPage(app, `/e/${linkPrefix}/qr.svg`)).status,
  'the page of a booking': async () => (await openPage(app, own)).status,
  'the file of a booking': async () => (await openPage(app, `${own}.ics`)).status,
  'a change of a booking': async () =>
    (
      await openPage(app, own, {
        form: new URLSearchParams({ do: 'move', dateTime: at(hour + 1), timeZone: 'UTC' }),
      })
    ).status,
  'the page of a held booking': async () => (await openPage(app, confirmationPath(holdToken))).status,
  'a feed': async () => (await openPage(app, feed)).status,
};

const documents: Record<string, () => string> = {
  publicEvent: () => `{ publicEvent(linkPrefix: "${linkPrefix}") { name } }`,
  publicEventDates: () => `{ publicEventDates(linkPrefix: "${linkPrefix}", timeZone: "UTC") { timeZone } }`,
  publicBooking: () => `{ publicBooking(token: "${token}") { name } }`,
  createPublicBooking: () => {
    hour += 1;
    return `mutation { createPublicBooking(input: { linkPrefix: "${linkPrefix}", email: "a${hour}@example.com", dateTime: "${at(hour)}", timeZone: "UTC" }) { token } }`;
  },
  createPublicLead: () =>
    `mutation { createPublicLead(input: { linkPrefix: "${linkPrefix}", email: "lead@example.com", timeZone: "UTC" }) { disqualified { message } } }`,
  reschedulePublicBooking: () => {
    hour += 1;
    return `mutation { reschedulePublicBooking(input: { token: "${token}", dateTime: "${at(hour)}", timeZone: "UTC" }) { name } }`;
  },
  cancelPublicBooking: () => `mutation { cancelPublicBooking(input: { token: "${token}" }) { name } }`,
};

test.each(Object.entries(pages))('%s is there as long as the demo is open, and then 404', async (_name, open) => {
  expect([200, 303]).toContain(await open());
  closedDemos.add(owner.workspaceId);
  expect(await open()).toBe(404);
});

test.each(Object.entries(documents))('%s of a closed demo finds nothing', async (_name, documentOf) => {
  closedDemos.add(owner.workspaceId);
  const refused = await app.graphql(documentOf());
  expect(['NOT_FOUND', 'EVENT_NOT_FOUND']).toContain(refused.body.errors?.[0]?.extensions.code);
  closedDemos.clear();
  expect((await app.graphql(documentOf())).body.errors).toBeUndefined();
});
