import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { filledIn, manyAddresses, openPage } from '../../support/booking-pages.ts';
import type { Member } from '../../support/factories.ts';
import { memoryInviteeLimits } from '../../support/login-throttle.ts';
import { nextSerial } from '../../support/serial.ts';

const app = await useApp({ ...manyAddresses, inviteeLimits: memoryInviteeLimits(() => 0) });
let owner: Member;
let path: string;
const dateTime = '2026-03-05T10:00:00.000Z';
const ira = { name: 'Ira Vale', email: 'ira@example.com' };

async function newEvent(draft: object = {}): Promise<void> {
  owner = await app.workspace();
  const { workspaceId } = owner;
  const linkPrefix = `user-${owner.userId}/referrer-${nextSerial()}`;
  const eventId = await bookableEvent(app, owner, { linkPrefix, ...draft });
  path = `/e/${linkPrefix}`;
  for (const type of ['NAME', 'EMAIL']) {
    await app.insert('InviteeQuestion', { workspaceId, eventId, type, statement: `${type}?`, required: true });
  }
}
beforeEach(() => newEvent());

const stored = async () =>
  (
    await app.sql<{ referrer: string | null }>('SELECT "referrer" FROM "Contact" WHERE "workspaceId" = $1', [
      owner.workspaceId,
    ])
  ).map(({ referrer }) => referrer);

/** Opens the days, then the form of a time with the parameters of the first page, and sends it, as a browser without script does. */
async function bookFrom(headers: Record<string, string>, query = ''): Promise<void> {
  const days = await openPage(app, `${path}?timeZone=UTC${query}`, { headers });
  const next = new URLSearchParams(days.values);
  next.set('dateTime', dateTime);
  const form = await openPage(app, `${path}?${next}`);
  expect((await openPage(app, path, { form: filledIn(form, ira) })).status).toBe(303);
}

test.each([
  [
    'the page with the link',
    { referer: 'https://www.example.com/pricing?plan=pro#buy' },
    '',
    'https://www.example.com/pricing',
  ],
  ['its origin alone', { referer: 'https://www.example.com/' }, '', 'https://www.example.com/'],
  [
    'the page that the link names',
    { referer: 'https://www.example.com/' },
    '&referrer=https://shop.example/cart?id=7',
    'https://shop.example/cart',
  ],
  [
    'the page with a link whose parameter is no page',
    { referer: 'https://www.example.com/a' },
    '&referrer=javascript:1',
    'https://www.example.com/a',
  ],
  ['no page for a bad header', { referer: 'about:blank' }, '', null],
  ['no page that is too long', { referer: `https://www.example.com/${'x'.repeat(2100)}` }, '', null],
  ['no page without a header', {}, '', null],
])('a new contact has %s', async (_, headers, query, expected) => {
  await bookFrom(headers, query);
  expect(await stored()).toEqual([expected]);
});

test('our own pages lead to no form', async () => {
  await bookFrom({ referer: `${app.url}/e/user-1` });
  expect(await stored()).toEqual([null]);
});

test('the list of events passes the page on to its events', async () => {
  const [, , username] = path.split('/');
  await app.sql('UPDATE "User" SET "username" = $1 WHERE "id" = $2', [username, owner.userId]);
  const { html } = await openPage(app, `/e/${username}`, { headers: { referer: 'https://www.example.com/team?x=1' } });
  expect(html).toContain(`${path.split('/').at(-1)}?referrer=https%3A%2F%2Fwww.example.com%2Fteam`);
});

test('a form that comes first stores it with the lead', async () => {
  await newEvent({ bookingFlow: 'FORM_FIRST' });
  const page = await openPage(app, path, { headers: { referer: 'https://www.example.com/pricing?a=b' } });
  expect((await openPage(app, path, { form: filledIn(page, ira) })).status).toBe(200);
  expect(await stored()).toEqual(['https://www.example.com/pricing']);
});

test('the link of a page that a site may not frame keeps it', async () => {
  const headers = {
    'sec-fetch-dest': 'iframe',
    'sec-fetch-site': 'cross-site',
    referer: 'https://evil.example/page?q=1',
  };
  const { html } = await openPage(app, path, { headers });
  expect(html).toContain('referrer=https%3A%2F%2Fevil.example%2Fpage');
});
