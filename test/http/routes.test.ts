import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorTable } from '#src/domain/errors.ts';
import { Routes } from '#src/http/routes.ts';
import { useApp } from '../support/app.ts';

const folder = path.join(import.meta.dirname, '../../build/web');
const app = await useApp({ application: { folder } });
const [script = ''] = (await readdir(path.join(folder, 'assets'))).filter((name) => name.endsWith('.js'));

/** Every path but those of the schema and the pages of the documentation, by the methods that it allows. */
const pathsByMethods = {
  'GET, HEAD': [
    ...['/healthz', '/readyz', '/metrics', '/'],
    ...['/calls', '/contacts', '/deals', '/events', '/overview', '/schedules', '/settings', '/assets/{file}'],
    ...['/openapi.json', '/favicon.ico', '/llms.txt', '/docs', '/docs/', '/docs/reference', '/docs/search.json'],
    ...['site.css', 'site.js', 'time-zone.js', 'icon.svg'].map((name) => `/docs/assets/…/${name}`),
    ...['booking', 'today'].flatMap((name) => ['light', 'dark'].map((look) => `/docs/assets/…/${name}-${look}.webp`)),
    ...['swagger-ui.css', 'swagger-ui-bundle.js', 'viewer.css', 'viewer.js'].map((name) => `/docs/assets/…/${name}`),
    ...['graphiql.css', 'graphiql.js', 'page.css', 'page.js'].map((name) => `/graphql/assets/…/${name}`),
    ...['editor', 'graphql', 'json'].map((name) => `/graphql/assets/…/${name}-worker.js`),
    ...['/booking/…/booking.js', '/embed.js', '/calendars/oauth/callback', '/calendar/{secret}.ics'],
    ...['/e/{username}/{event}/preview.png', '/e/{username}/{event}/qr.svg', '/oauth/logos/{clientId}'],
    '/pictures/{workspaceId}/{of}/{version}',
  ],
  'GET, HEAD, POST': [
    ...['/sign-in', '/sign-out', '/sign-up', '/sign-up/confirm', '/forgot-password', '/reset-password'],
    ...['/stronger-password', '/invitation', '/demo', '/oauth/authorize', '/weekly-mail/off'],
    ...['/e/{username}', '/e/{username}/{event}', '/b/{token}', '/b/{token}.ics', '/b/confirm/{token}'],
  ],
  'GET, HEAD, OPTIONS': [
    '/.well-known/oauth-authorization-server',
    ...['', '/v1', '/graphql'].map((suffix) => `/.well-known/oauth-protected-resource${suffix}`),
  ],
  'GET, OPTIONS': ['', '/preview', '/deny'].map((below) => `/v1/oauth/authorize${below}`),
  'POST, OPTIONS': ['/v1/oauth/token', '/v1/oauth/revoke'],
  'GET, POST': ['/graphql'],
  GET: ['/changes'],
  POST: ['/calendars/push/google', '/calendars/push/microsoft'],
  'PUT, DELETE': ['/oauth-clients/{id}/logo', '/workspace/logo', '/account/picture'],
};

const labels = new Map([...app.labels].map((label) => [label.replace(/\/[0-9a-f.-]{16,}\//, '/…/'), label]));

/** Sends the request, and returns what logs call its path. */
async function labelAt(
  at: string,
  init: RequestInit = {},
): Promise<{ label: unknown; status: number; allow: unknown }> {
  const { status, headers } = await app.request(at, init);
  const entry = app.logged.findLast(({ message }) => message === 'request');
  return { label: entry?.detail.route, status, allow: headers.get('allow') };
}

test('a path has one row: of two, one would never be answered', () => {
  const endpoint = () => undefined;
  const rows = ['/a', '/b', '/a'].map((path) => ({ path, endpoint }));
  expect(() => new Routes(rows)).toThrow('Two rows of the table of paths are /a');
  expect(new Routes(rows.slice(1)).at('/a')?.path).toBe('/a');
});

describe('the table of paths', () => {
  test('has these paths, those of the schema and the pages of the documentation', () => {
    const ofSchema = /^\/v1\/(?!oauth\/)/;
    const ofPages = /^\/docs\/(?!reference$)[a-z-]+(?:\.md)?$/;
    const others = [...labels.keys()].filter((label) => !ofSchema.test(label) && !ofPages.test(label));
    expect(others.sort()).toEqual(Object.values(pathsByMethods).flat().sort());
  });

  test.each(Object.entries(pathsByMethods).flatMap(([allow, names]) => names.map((name) => [name, allow])))(
    '%s allows %s, and has a label of its own',
    async (name, allow) => {
      const label = labels.get(name) ?? name;
      const at = label
        .replace('{id}', '1')
        .replace('{workspaceId}/{of}', '1/logo')
        .replace('{file}', script)
        .replace(/\{\w+\}/g, 'some-name');
      // Whoever has the link of a booking can change it, so logs have nothing of it.
      const logged = label === '/b/confirm/{token}' ? '/b/{token}' : label;
      expect(await labelAt(at, { method: 'PATCH' })).toEqual({ label: logged, status: 405, allow });
    },
  );

  test.each([
    ['/contacts/12', '/contacts'],
    ['/settings/developer/api-keys', '/settings'],
    ['/settings/', '/settings'],
    ['/settingsx', 'other'],
    ['/assets/a/b', '/assets/{file}'],
    ['/e/Nobody', '/e/{username}'],
    ['/e/nobody/call/preview.jpg', 'other'],
    ['/e/Nobody/call/qr.svg', 'other'],
    ['/oauth-clients/one/logo', 'other'],
    ['/oauth/logos/a.b', 'other'],
    ['/docs/assets/site.css', 'other'],
    ['/v1', 'other'],
    ['/v1/nothing', 'other'],
    ['/v1/oauth/nothing', 'other'],
    ['/graphql/', 'other'],
  ])('calls %s %s', async (at, label) => {
    expect(await labelAt(at)).toMatchObject({ label });
  });

  test.each(['/e/Nobody', '/e/nobody/Call', '/b/a,b', '/b/confirm/a,b', `/calendar/${'a'.repeat(201)}.ics`])(
    'answers %s, which no link can be, as an unknown path',
    async (at) => {
      expect((await app.request(at)).body).toEqual({ code: 'NOT_FOUND', message: errorTable.NOT_FOUND.message });
    },
  );

  test.each([
    ['/graphql', 'GET, POST, OPTIONS'],
    ['/oauth-clients/1/logo', 'PUT, DELETE, OPTIONS'],
  ])('a preflight at %s learns of %s', async (at, allow) => {
    expect(await labelAt(at, { method: 'OPTIONS' })).toMatchObject({ status: 204, allow });
  });

  test.each([
    ['/v1/contacts', 'Origin'],
    ['/v1/nothing', 'Origin'],
    ['/v1', null],
    ['/v1/oauth/nothing', null],
  ])('an answer at %s to a page elsewhere varies by %s', async (at, vary) => {
    const { headers } = await app.request(at, { headers: { origin: 'https://elsewhere.example' } });
    expect(headers.get('vary')).toBe(vary);
  });
});
