import { request } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { openPage } from '../../support/consent-pages.ts';
import { authorizationQuery, oauthApp } from '../../support/oauth.ts';

const app = await useApp();
const owner = await app.workspace();
const client = await oauthApp(app, owner, { status: 'PENDING' });
const cookie = `session=${await app.session(owner)}`;

/** The path and the body go out as they are: what fetch would tidy up must not be tidied here. */
function ask(path: string, { body = '', sentCookie = cookie } = {}): Promise<{ status: number; location?: string }> {
  return new Promise((resolve, reject) => {
    const headers = { cookie: sentCookie, 'content-type': 'application/x-www-form-urlencoded' };
    const method = body === '' ? 'GET' : 'POST';
    const { port } = new URL(app.url);
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      response.resume();
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '' }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const names = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
];
const percent = fc
  .uint8Array({ maxLength: 8 })
  .map((bytes) => [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
const text = fc.oneof(
  fc.constantFrom(
    '',
    '%00',
    '%',
    '%ff',
    '%ud800',
    'code',
    'token',
    'S256',
    'https%3A%2F%2Fevil.example',
    '[object%20Object]',
  ),
  fc.string({ maxLength: 30 }).map((value) => encodeURIComponent(value.toWellFormed())),
  percent,
);
const members = fc.array(fc.tuple(fc.constantFrom(...names, 'workspaceId', 'prompt', 'request', '__proto__'), text), {
  maxLength: 6,
});
const queryOf = (parameters: [string, string][]) => parameters.map(([name, value]) => `${name}=${value}`).join('&');

test('no query makes the consent page fail, or redirect to an address that is not registered', async () => {
  await fc.assert(
    fc.asyncProperty(members, fc.boolean(), async (parameters, isRight) => {
      const query = `${isRight ? `${authorizationQuery(client)}&` : ''}${queryOf(parameters)}`;
      const { status, location } = await ask(`/oauth/authorize?${query}`);
      expect([200, 303, 400, 403]).toContain(status);
      const [target] = (location ?? '').split('?');
      expect(target).toBe(status === 303 ? client.redirectUri : '');
    }),
    { numRuns: 300 },
  );
  expect(app.unexpected).toEqual([]);
});

test('no form makes the consent page fail, or allows what was not shown', async () => {
  const path = `/oauth/authorize?${authorizationQuery(client)}`;
  const { fields } = await openPage(app, path, cookie);
  const forms = fc.array(fc.tuple(fc.constantFrom('csrf', 'scope', 'workspaceId', 'decision'), text), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(forms, fc.boolean(), async (parameters, isRight) => {
      const body = `${isRight ? `csrf=${fields.csrf}&scope=${encodeURIComponent(String(fields.scope))}&` : ''}decision=allow&${queryOf(parameters)}`;
      expect((await ask(path, { body })).status).toBe(403);
    }),
    { numRuns: 150 },
  );
  expect(await app.sql('SELECT FROM "OAuthGrant"')).toEqual([]);
  expect(app.unexpected).toEqual([]);
});

test('no request makes the sign-in page fail, or redirect to another site', async () => {
  const here = new URL('http://app.test/sign-in');
  await fc.assert(
    fc.asyncProperty(text, fc.webPath(), fc.boolean(), async (next, path, isSignedIn) => {
      for (const target of [next, encodeURIComponent(path), `%2F%2F${next}`]) {
        const { status, location } = await ask(`/sign-in?next=${target}`, {
          sentCookie: isSignedIn ? cookie : 'browser=%00',
        });
        expect(status).toBe(isSignedIn ? 303 : 200);
        expect(new URL(location ?? '', here).origin).toBe(here.origin);
      }
    }),
    { numRuns: 150 },
  );
  const bodies = fc.array(fc.tuple(fc.constantFrom('csrf', 'email', 'password'), text), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(bodies, async (parameters) => {
      expect((await ask('/sign-in', { body: queryOf(parameters) })).status).toBe(403);
    }),
    { numRuns: 100 },
  );
  expect(app.unexpected).toEqual([]);
});
