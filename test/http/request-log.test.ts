import { describe, expect, test } from 'vitest';
import { parseNetworks } from '#src/lib/network/addresses.ts';
import { useApp } from '../support/app.ts';
import { authorizePath, openPage, postPage } from '../support/consent-pages.ts';
import { connect, oauthApp, postForm } from '../support/oauth.ts';

const address = '203.0.113.7';
const app = await useApp({ trustedProxies: parseNetworks('loopback') ?? [] });
const owner = await app.workspace();
const client = await oauthApp(app, owner);

/** The entry of the latest request. */
function latest() {
  const {
    requestId: _,
    ms: __,
    ...detail
  } = app.logged.filter(({ message }) => message === 'request').at(-1)?.detail ?? {};
  return detail;
}

const headersOf = (credential?: string) => ({
  'x-forwarded-for': address,
  ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
});

describe('the log entry of a request', () => {
  test('names the kind of credential, its workspace, the address, the route and the status', async () => {
    const { workspaceId } = owner;
    const key = await app.apiKey(owner);
    const session = await app.session(owner);
    const { access_token } = await connect(app, session, client);
    const request = { method: 'GET', path: '/v1/contacts', route: '/v1/contacts', address };
    for (const [credential, expected] of [
      [key, { credential: 'api_key', workspaceId, status: 200 }],
      [access_token, { credential: 'access_token', workspaceId, status: 200 }],
      [session, { credential: 'session', workspaceId, status: 200 }],
      [undefined, { credential: 'none', workspaceId: undefined, status: 401 }],
      [`service_${'a'.repeat(38)}`, { credential: 'none', workspaceId: undefined, status: 401 }],
    ] as const) {
      await app.request('/v1/contacts?search=secret-name', { headers: headersOf(credential) });
      expect(latest()).toEqual({ ...request, ...expected });
    }
    const cookie = `session=${session}`;
    await app.request('/v1/contacts', { headers: { ...headersOf(), cookie, 'x-slotline-client': 'web' } });
    expect(latest()).toEqual({ ...request, credential: 'session', workspaceId, status: 200 });
  });

  test('of a page names the session of its cookie', async () => {
    const cookie = `session=${await app.session(owner)}`;
    const path = authorizePath(client);
    const { fields } = await openPage(app, path, cookie);
    const ofPage = { credential: 'session', workspaceId: owner.workspaceId, path: '/oauth/authorize' };
    expect(latest()).toMatchObject({ ...ofPage, method: 'GET', status: 200 });
    await postPage(app, path, { cookie, fields: { ...fields, decision: 'deny' } });
    expect(latest()).toMatchObject({ ...ofPage, method: 'POST', status: 303 });
    await openPage(app, '/sign-in', cookie);
    expect(latest()).toMatchObject({ ...ofPage, path: '/sign-in' });
    await openPage(app, path, `session=service_ses_${'0'.repeat(43)}`);
    expect(latest()).toMatchObject({ credential: 'none', workspaceId: undefined, status: 303 });
  });

  test('has no secret and nothing of a query or a body', async () => {
    const session = await app.session(owner);
    const { access_token, refresh_token } = await connect(app, session, client);
    await postForm(app, '/v1/oauth/revoke', {
      client_id: client.clientId,
      client_secret: client.secret,
      token: access_token,
    });
    await app.graphql('mutation { signIn(input: {email: "a@example.com", password: "secret-word"}) { token } }');
    const text = JSON.stringify(app.logged);
    for (const secret of [session, access_token, refresh_token, client.secret, 'secret-', 'service_', 'code=']) {
      expect(text).not.toContain(secret);
    }
    expect(app.unexpected).toEqual([]);
  });

  test('has no credential that a caller put into the path or the request id', async () => {
    const key = await app.apiKey(owner);
    const { headers } = await app.request(`/v1/contacts/${key}`, { headers: { 'x-request-id': `of-${key}` } });
    expect(headers.get('x-request-id')).not.toContain('service_');
    expect(latest()).toMatchObject({ path: '/v1/contacts/service_…', status: 404 });
    for (const path of [
      key.replace('_', '%5F'),
      key.replace('s', '%73'),
      key.toUpperCase(),
      `${key.slice(0, -1)}%5A`,
    ]) {
      await app.request(`/v1/contacts/${path}`);
      expect(latest().path).toMatch(/^\/v1\/contacts\/service_…$/i);
    }
    await app.request('/v1/a%20b/100%', { headers: { 'x-request-id': key.toUpperCase() } });
    expect(latest().path).toBe('/v1/a%20b/100%');
    await app.request('/v1/contacts/whsec_c2VjcmV0+/=', { headers: headersOf(key) });
    expect(latest()).toMatchObject({ path: '/v1/contacts/whsec_…' });
    expect(JSON.stringify(app.logged)).not.toContain(key.slice(10));
  });
});
