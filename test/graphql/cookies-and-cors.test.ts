import { describe, expect, test } from 'vitest';
import { hashPassword } from '#src/lib/secrets/password.ts';
import { type Answer, bearer, type TestApp, useApp } from '../support/app.ts';

const password = 'a long password';
const app = await useApp({ appUrl: 'http://app.test:8080/web' });
const secure = await useApp({ appUrl: 'https://app.test', databaseUrl: app.databaseUrl });
const owner = await app.workspace();
const key = await app.apiKey(owner);
const hash = await hashPassword(password);
await app.sql('UPDATE "User" SET "email" = $1, "passwordHash" = $2 WHERE "id" = $3', ['me@x.test', hash, owner.userId]);

const ours = { 'x-slotline-client': '1' };
const viewer = '{ viewer { role } }';
const known = { status: 200, data: { viewer: { role: 'OWNER' } } };
const unknown = { status: 401, data: { viewer: null } };

async function ask(query: string, headers: Record<string, string> = {}, { request }: TestApp = app): Promise<Answer> {
  const body = JSON.stringify({ query });
  return request('/graphql', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
}

async function seen(headers: Record<string, string>, at?: TestApp) {
  const { status, body } = await ask(viewer, headers, at);
  return { status, data: body.data };
}

const signIn = (headers: Record<string, string> = ours, at?: TestApp) =>
  ask(`mutation { signIn(input: { email: "me@x.test", password: "${password}" }) { token } }`, headers, at);

describe('the session cookie', () => {
  test('is set by signIn, read again, and cleared by signOut', async () => {
    const { headers, body } = await signIn();
    const { token } = body.data.signIn;
    expect(headers.getSetCookie()).toEqual([`session=${token}; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax`]);
    const cookie = `theme=dark; session=${token}`;
    expect(await seen({ cookie, ...ours })).toEqual(known);
    const out = await ask('mutation { signOut }', { cookie, ...ours });
    expect(out.headers.getSetCookie()).toEqual(['session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
    expect(await seen({ cookie, ...ours })).toEqual(unknown);
    expect((await seen(bearer(token))).status).toBe(401);
  });

  test('is secure and bound to its host on https', async () => {
    const { headers, body } = await signIn(ours, secure);
    const { token } = body.data.signIn;
    expect(headers.getSetCookie()).toEqual([
      `__Host-session=${token}; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax; Secure`,
    ]);
    expect(await seen({ cookie: `__Host-session=${token}`, ...ours }, secure)).toEqual(known);
    expect(await seen({ cookie: `session=${token}`, ...ours }, secure)).toEqual(unknown);
  });

  test('is not set for a caller that is not our client, nor by a sign-in that fails', async () => {
    expect((await signIn({})).headers.getSetCookie()).toEqual([]);
    const wrong = await ask('mutation { signIn(input: { email: "me@x.test", password: "no" }) { token } }', ours);
    expect([wrong.status, wrong.headers.getSetCookie()]).toEqual([401, []]);
  });

  test('is no credential without the header, over REST and GraphQL', async () => {
    const cookie = `session=${await app.session(owner)}`;
    expect(await seen({ cookie })).toEqual(unknown);
    expect(await seen({ cookie, 'x-slotline-client': '' })).toEqual(unknown);
    expect((await app.request('/v1/eventCalls', { headers: { cookie } })).status).toBe(401);
    expect((await app.request('/v1/eventCalls', { headers: { cookie, ...ours } })).status).toBe(200);
    const get = `/graphql?query=${encodeURIComponent(viewer)}`;
    expect((await app.request(get, { headers: { cookie } })).status).toBe(401);
  });

  test('ends with the next sign-in on the same browser, whoever signs in', async () => {
    for (const member of [owner, await app.member(owner.workspaceId, 'CLOSER')]) {
      const earlier = await app.session(member);
      const elsewhere = await app.session(member);
      const { body } = await signIn({ cookie: `session=${earlier}`, ...ours });
      expect(await seen(bearer(earlier))).toMatchObject({ status: 401 });
      expect((await seen(bearer(elsewhere))).status).toBe(200);
      expect(await seen(bearer(body.data.signIn.token))).toEqual(known);
    }
    const other = await app.session(owner);
    await signIn({ cookie: `session=${other}` });
    expect(await seen(bearer(other))).toEqual(known);
  });

  test('stays as it is where a sign-in is refused', async () => {
    const session = await app.session(owner);
    const headers = { cookie: `session=${session}`, ...ours };
    await ask('mutation { signIn(input: { email: "me@x.test", password: "no" }) { token } }', headers);
    expect(await seen(bearer(session))).toEqual(known);
  });

  const origin = 'http://app.test:8080';
  test.each<[Record<string, string>, boolean]>([
    [{}, true],
    [{ origin }, true],
    [{ origin: 'http://api.test' }, true],
    [{ origin, 'sec-fetch-site': 'same-site' }, true],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'none' }, true],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ origin: 'null' }, false],
    [{ origin: 'null', 'sec-fetch-site': 'cross-site' }, false],
    [{ origin: 'http://app.test' }, false],
    [{ origin: 'https://app.test:8080' }, false],
    [{ origin: 'http://evil.test', 'sec-fetch-site': 'cross-site' }, false],
    [{ origin: 'http://evil.test', 'sec-fetch-site': 'same-site' }, false],
  ])('counts for %j: %s', async (headers, counts) => {
    const cookie = `session=${await app.session(owner)}`;
    expect(await seen({ cookie, ...ours, ...headers })).toEqual(counts ? known : unknown);
    const rest = await app.request('/v1/eventCalls', { headers: { cookie, ...ours, ...headers } });
    expect(rest.status).toBe(counts ? 200 : 401);
    const logo = await app.request('/oauth-clients/999/logo', {
      method: 'DELETE',
      headers: { cookie, ...ours, ...headers },
    });
    expect(logo.status).toBe(counts ? 404 : 401);
    const set = (await signIn({ ...ours, ...headers })).headers.getSetCookie();
    expect(set).toHaveLength(counts ? 1 : 0);
  });

  test('a sign-out without the header ends nothing', async () => {
    const cookie = `session=${await app.session(owner)}`;
    expect((await ask('mutation { signOut }', { cookie })).headers.getSetCookie()).toEqual([]);
    expect(await seen({ cookie, ...ours })).toEqual(known);
  });

  test('a bearer token takes precedence over it, even an invalid one', async () => {
    const closer = await app.session(await app.member(owner.workspaceId, 'CLOSER'));
    const cookie = `session=${await app.session(owner)}`;
    const { data } = await seen({ cookie, ...ours, ...bearer(closer) });
    expect(data.viewer.role).toBe('CLOSER');
    expect((await seen({ cookie, ...ours, ...bearer('service_x') })).status).toBe(401);
    expect((await seen({ cookie, ...ours, authorization: 'Basic eDp5' })).status).toBe(401);
  });

  test('an ended or invalid cookie does not prevent signing in', async () => {
    const ended = await app.session(owner, { expiresAt: '2026-03-04T11:59:59.999Z' });
    for (const token of [ended, 'service_ses_x', `service_ses_${'0'.repeat(43)}`, '', '%', await app.apiKey(owner)]) {
      const cookie = `session=${token}`;
      expect(await seen({ cookie, ...ours })).toEqual(unknown);
      expect((await signIn({ cookie, ...ours })).status).toBe(200);
    }
  });
});

describe('other origins', () => {
  const preflight = (path: string, origin: string) =>
    app.request(path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-slotline-client',
      },
    });
  const allowed = ({ headers }: Answer) => [...headers].filter(([name]) => name.startsWith('access-control-'));
  const appOrigin = 'http://app.test:8080';

  test('the web app may send requests with credentials', async () => {
    const { status, headers } = await preflight('/graphql', appOrigin);
    expect(status).toBe(204);
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': appOrigin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers':
        'Authorization, Content-Type, Idempotency-Key, Prefer, X-Request-Id, X-Slotline-Client',
      vary: 'Origin',
    });
    const answer = await ask(viewer, { origin: appOrigin, ...bearer(key) });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': appOrigin,
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    });
  });

  test.each(['http://evil.test', 'http://app.test', 'https://app.test:8080', 'http://app.test:8080.evil.test', 'null'])(
    '%s may not',
    async (origin) => {
      expect(allowed(await preflight('/graphql', origin))).toEqual([]);
      const answer = await ask(viewer, { origin, ...bearer(key) });
      expect([allowed(answer), answer.headers.get('vary')]).toEqual([[], 'Origin']);
    },
  );

  test('/v1 allows the origin of the web app a bearer credential, and neither the cookie nor its header', async () => {
    const { headers } = await preflight('/v1/eventCalls', appOrigin);
    expect(headers.get('access-control-allow-origin')).toBe(appOrigin);
    expect(headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(headers.get('access-control-allow-headers')).not.toContain('X-Slotline-Client');
    expect(headers.has('access-control-allow-credentials')).toBe(false);
    const answer = await app.get('/v1/eventCalls', key, { origin: appOrigin });
    expect(answer.headers.get('access-control-allow-origin')).toBe(appOrigin);
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
    expect(allowed(await app.get('/v1/eventCalls', key, { origin: 'http://evil.test' }))).toEqual([]);
  });

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
    'a form of type %s, which a foreign page may post, runs nothing',
    async (type) => {
      const cookie = `session=${await app.session(owner)}`;
      const body = type.startsWith('application') ? 'query=mutation{signOut}' : '{"query":"mutation{signOut}"}';
      const headers = { 'content-type': type, cookie, ...ours };
      const answer = await app.request('/graphql', { method: 'POST', headers, body });
      expect(answer.status).toBe(415);
      expect(await seen({ cookie, ...ours })).toEqual(known);
    },
  );
});
