import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { manyAddresses, openPage } from '../../support/booking-pages.ts';
import { nextSerial } from '../../support/serial.ts';

const app = await useApp(manyAddresses);
const owner = await app.workspace();
const username = `headers-${nextSerial()}`;
await app.sql('UPDATE "User" SET "username" = $1 WHERE "id" = $2', [username, owner.userId]);
const linkPrefix = `${username}/call`;
await bookableEvent(app, owner, { linkPrefix });
const form = (fields: Record<string, string>) => new URLSearchParams({ timeZone: 'UTC', ...fields });
const booking = form({ email: 'ira@example.com', dateTime: '2026-03-05T10:00:00.000Z' });
const booked = await openPage(app, `/e/${linkPrefix}`, { form: booking, headers: { 'accept-language': 'de' } });
const own = new URL(booked.location ?? '', `${app.url}/e/${linkPrefix}`).pathname;

const frameless = { 'x-frame-options': 'DENY' };
const pages: readonly [name: string, path: string, sent: URLSearchParams | undefined, status: number, more: object][] =
  [
    ['the page of a member', `/e/${username}`, undefined, 200, {}],
    ['the page of an event', `/e/${linkPrefix}`, undefined, 200, {}],
    ['a form with an error', `/e/${linkPrefix}`, form({ email: 'x', dateTime: '2026-03-05T12:00:00.000Z' }), 400, {}],
    ['the page of a booking', own, undefined, 200, {}],
    ['an event that is not there', `/e/${username}/none`, undefined, 404, frameless],
  ];

test.each(pages)(
  '%s has the headers of a page that nobody else keeps or sees',
  async (...[, path, sent, status, more]) => {
    const page = await openPage(app, path, { ...(sent && { form: sent }), headers: { 'accept-language': 'de' } });
    expect(page.status).toBe(status);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-language': 'de',
      'cache-control': 'no-store',
      vary: expect.stringContaining('Accept-Language'),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      ...more,
    });
  },
);

test('the page of a booking keeps the language in which it was booked', async () => {
  const { headers } = await openPage(app, own, { headers: { 'accept-language': 'fr' } });
  expect(headers.get('content-language')).toBe('de');
});

test.each([
  ['the page of an event', `/e/${linkPrefix}`, true],
  ['the page of a booking, which has its secret', own, false],
])('%s is compressed as this says', async (_name, path, isCompressed) => {
  const { headers } = await openPage(app, path, { headers: { 'accept-encoding': 'br' } });
  expect([headers.get('content-encoding'), headers.get('vary')?.includes('Accept-Encoding')]).toEqual([
    ...(isCompressed ? ['br', true] : [null, false]),
  ]);
  if (!isCompressed) return;
  const plain = await openPage(app, path, { headers: { 'accept-encoding': 'identity' } });
  expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([
    null,
    expect.stringContaining('Accept-Encoding'),
  ]);
});
