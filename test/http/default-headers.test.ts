import { connect } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { deniedFeatures } from '#src/lib/network/headers.ts';
import { bearer, useApp } from '../support/app.ts';
import { bookableEvent } from '../support/bookable-events.ts';
import { manyAddresses, openPage } from '../support/booking-pages.ts';
import { builtApplication } from '../support/built-application.ts';
import { nextSerial } from '../support/serial.ts';

const script = 'assets/index-12345678.js';
const build = builtApplication({
  'index.html': '<!doctype html><div id="app"></div>',
  [script]: 'export {};',
  'assets/style-12345678.css': 'a{}',
});
afterAll(() => build[Symbol.dispose]());
const app = await useApp({ ...manyAddresses, baseUrl: 'own', appUrl: 'own', application: { folder: build.folder } });
const owner = await app.workspace();
const key = await app.apiKey(owner);
const session = await app.session(owner);

interface Kind {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

const browser = { headers: { accept: 'text/html' } };
const json = { 'content-type': 'application/json' };
const graphql = (query: string, headers = {}): Kind => ({
  ...{ method: 'POST', headers: { ...json, ...headers } },
  body: JSON.stringify({ query }),
});

const ask = (path: string, init: Kind = {}) => fetch(app.url + path, { redirect: 'manual', ...init });

const linkPrefix = `user-${owner.userId}/headers-${nextSerial()}`;
await bookableEvent(app, owner, { linkPrefix });
const form = new URLSearchParams({ email: 'ira@example.com', dateTime: '2026-03-05T10:00:00.000Z', timeZone: 'UTC' });
const { location } = await openPage(app, `/e/${linkPrefix}`, { form });
const own = new URL(location ?? '', `${app.url}/e/${linkPrefix}`).pathname;
const feedOf = await app.graphql('mutation { createCalendarFeed(input: { scope: OWN }) { url } }', session);
const feed = new URL(feedOf.body.data.createCalendarFeed.url).pathname;

/** Whether a cache that others share, or a browser once its person has signed out, could show the answer. */
const isStored = (headers: Headers) => !(headers.get('cache-control') ?? '').split(', ').includes('no-store');

async function expectDefaults(path: string, init?: Kind): Promise<Response> {
  const response = await ask(path, init);
  const { headers, status } = response;
  const named = `${init?.method ?? 'GET'} ${path} ${status}`;
  expect([named, headers.get('x-content-type-options')]).toEqual([named, 'nosniff']);
  expect([named, headers.get('cache-control') ?? 'none']).not.toEqual([named, 'none']);
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
  expect([named, headers.get('permissions-policy')]).toEqual([named, isPage ? deniedFeatures : null]);
  if (status >= 400)
    expect([named, headers.get('cache-control')]).not.toEqual([named, expect.stringMatching(/public/)]);
  await response.arrayBuffer();
  return response;
}

describe('an answer of any kind is of its type alone, and says whether it may be stored', () => {
  test.each([...app.paths])('%s', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      await expectDefaults(path, { method });
    }
    await expectDefaults(path, browser);
    await expectDefaults(path, { headers: bearer(key) });
    await expectDefaults(path, { headers: bearer('service_unknown') });
  });

  test.each<[string, string, Kind?]>([
    ['an unknown path', '/nothing'],
    ['an unknown page', '/nothing', browser],
    ['an unknown endpoint', '/v1/nothing'],
    ['a page of the application', '/contacts', browser],
    ['a script of the application', `/${script}`],
    ['an unknown script', '/assets/none-12345678.js'],
    ['a logo that there is not', '/oauth/logos/ocl_nothing'],
    ['an upload without a credential', '/oauth-clients/1/logo', { method: 'PUT', body: 'x' }],
    ['the page of an event', `/e/${linkPrefix}`],
    ['the page of no event', '/e/nobody/nothing'],
    ['a method that a page does not have', `/e/${linkPrefix}`, { method: 'PUT' }],
    ['the preview of an event', `/e/${linkPrefix}/preview.png`],
    ['the QR code of no event', '/e/nobody/nothing/qr.svg'],
    ['the page of a booking', own],
    ['the file of a booking', `${own}.ics`],
    ['a feed', feed],
    ['a feed that there is not', '/calendar/nothing.ics'],
    ['a document with data', '/graphql', graphql('{ viewer { user { email } } }', bearer(session))],
    ['a document with an error', '/graphql', graphql('{')],
    ['a target that cannot be read', '/%'],
    ['another host', '/', { headers: { host: 'other.example' } }],
  ])('%s', async (_name, path, init) => {
    await expectDefaults(path, init);
  });

  test('bytes that are not HTTP', async () => {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname, () => socket.write('NONSENSE\r\n\r\n'));
    const answer = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
    socket.destroy();
    expect(answer).toContain('\r\nX-Content-Type-Options: nosniff\r\n');
    expect(answer).toContain('\r\nCache-Control: no-store\r\n');
  });
});

describe('nothing stores data of people', () => {
  test.each<[string, string, Kind?]>([
    ['contacts', '/v1/contacts', { headers: bearer(key) }],
    ['the caller', '/v1/me', { headers: bearer(key) }],
    ['a document', '/graphql', graphql('{ viewer { user { email } } }', bearer(session))],
    ['a booking', own],
    ['the file of a booking', `${own}.ics`],
    ['a feed', feed],
    ['the page of an event with what was typed', `/e/${linkPrefix}?email=ira@example.com`],
    ['a link of a mail', '/invitation?token=x'],
    ['the consent page', '/oauth/authorize?client_id=x'],
    ['the metrics', '/metrics'],
  ])('%s', async (_name, path, init) => {
    expect(isStored((await expectDefaults(path, init)).headers)).toBe(false);
  });
});

describe('what is the same for everybody is stored as before', () => {
  test.each([
    ['a script of the application', `/${script}`, 'public, max-age=31536000, immutable'],
    ['the documentation', '/docs', 'public, no-cache'],
    ['the preview of an event', `/e/${linkPrefix}/preview.png`, 'public, max-age=3600'],
    ['the script that embeds', '/embed.js', 'public, max-age=600'],
    ['the metadata of OAuth', '/.well-known/oauth-authorization-server', 'public, max-age=3600'],
  ])('%s', async (_name, path, caching) => {
    expect((await expectDefaults(path)).headers.get('cache-control')).toBe(caching);
  });
});

test('lists with data of people are compressed', async () => {
  for (let index = 0; index < 20; index++) await app.contact(owner.workspaceId, { email: `c${index}@example.com` });
  const compressed = (path: string, headers: object) =>
    ask(path, { headers: { ...headers, 'accept-encoding': 'gzip' } });
  const list = await compressed('/v1/contacts?limit=20', bearer(key));
  expect([list.headers.get('cache-control'), list.headers.get('content-encoding')]).toEqual([
    'private, no-store',
    'gzip',
  ]);
});
