import { beforeAll, describe, expect, test } from 'vitest';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { type Answer, send, testApp, useApp } from '../support/app.ts';
import { connect, type Fields, formOf, type OAuthApp, oauthApp, type Pair } from '../support/oauth.ts';

const app = await useApp();
const owner = await app.workspace();
const session = await app.session(owner);

const authentication = ['client_secret_basic', 'client_secret_post', 'none'];

describe('metadata', () => {
  test.each(['oauth-authorization-server', 'oauth-protected-resource', 'oauth-protected-resource/v1'])(
    'at %s is for GET, also of a page that adds headers of its own',
    async (name) => {
      const url = `${app.url}/.well-known/${name}`;
      const posted = await send(url, { method: 'POST' });
      expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      expect(posted.body).toEqual({ message: 'Method not allowed', code: 'METHOD_NOT_ALLOWED' });
      const preflight = await send(url, { method: 'OPTIONS' });
      expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([204, '*']);
    },
  );

  test('of the authorization server (RFC 8414)', async () => {
    const { status, body, headers } = await send(`${app.url}/.well-known/oauth-authorization-server`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        issuer: 'http://api.test',
        authorization_endpoint: 'http://app.test/oauth/authorize',
        token_endpoint: 'http://api.test/v1/oauth/token',
        revocation_endpoint: 'http://api.test/v1/oauth/revoke',
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        scopes_supported: allScopes,
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: authentication,
        revocation_endpoint_auth_methods_supported: authentication,
        authorization_response_iss_parameter_supported: true,
        protected_resources: ['http://api.test', 'http://api.test/v1', 'http://api.test/graphql'],
        service_documentation: 'http://api.test/docs/oauth.md',
      },
    });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  test.each(['', '/v1', '/graphql'])('of the protected resource %s (RFC 9728)', async (suffix) => {
    const { status, body } = await send(`${app.url}/.well-known/oauth-protected-resource${suffix}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        resource: `http://api.test${suffix}`,
        authorization_servers: ['http://api.test'],
        scopes_supported: allScopes,
        bearer_methods_supported: ['header'],
        resource_name: 'Slotline',
        resource_documentation: 'http://api.test/docs',
      },
    });
  });
});

test('a base address with a path is found behind the well-known part, and without it', async () => {
  const below = await testApp({ baseUrl: 'https://example.com/slotline', databaseUrl: app.databaseUrl });
  try {
    const read = async (path: string) => (await send(`${below.url}/.well-known/${path}`)).body;
    for (const base of ['', '/slotline']) {
      expect((await read(`oauth-authorization-server${base}`)).issuer).toBe('https://example.com/slotline');
      expect((await read(`oauth-protected-resource${base}/v1`)).resource).toBe('https://example.com/slotline/v1');
    }
    const { headers } = await below.request('/v1/contacts');
    expect(headers.get('www-authenticate')).toBe(
      'Bearer resource_metadata="https://example.com/.well-known/oauth-protected-resource/slotline/v1", scope="contacts:read"',
    );
  } finally {
    await below.close();
  }
});

test.each([
  ['/v1/contacts', 'contacts:read'],
  ['/graphql?query={contacts{count}}', 'contacts:read'],
  ['/v1/oauth/authorize', null],
])('a 401 of %s leads to the metadata of its resource, and those to the server', async (path, scope) => {
  const { status, headers } = await send(app.url + path);
  const challenge = String(headers.get('www-authenticate'));
  const metadataUrl = /^Bearer resource_metadata="http:\/\/api\.test([^"]+)"/.exec(challenge)?.[1];
  const { body } = await send(`${app.url}${metadataUrl}`);
  expect([status, body.resource]).toEqual([401, `http://api.test/${path.split(/[/?]/)[1]}`]);
  expect(/ scope="([^"]*)"/.exec(challenge)?.[1] ?? null).toBe(scope);
  expect(body.authorization_servers).toEqual(['http://api.test']);
});

describe('pages of other origins', () => {
  let single: OAuthApp;
  let server: OAuthApp;
  beforeAll(async () => {
    const redirectUris = ['https://spa.example:8443/callback?x=1', 'http://localhost:5173/'];
    single = {
      ...(await oauthApp(app, owner, { clientType: 'PUBLIC', redirectUris })),
      redirectUri: redirectUris[1] ?? '',
    };
    server = await oauthApp(app, owner, { redirectUris: ['https://server.example/callback'] });
    server = { ...server, redirectUri: 'https://server.example/callback' };
  });

  const preflight = (origin: string, path = 'token', method = 'POST'): Promise<Answer> =>
    send(`${app.url}/v1/oauth/${path}`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'content-type' },
    });
  const allowed = ({ headers }: Answer) => headers.get('access-control-allow-origin');

  test.each(['https://spa.example:8443', 'http://localhost:5173'])(
    'a preflight from %s, which a public app has registered, is let through',
    async (origin) => {
      for (const path of ['token', 'revoke']) {
        const answer = await preflight(origin, path);
        expect([answer.status, allowed(answer)]).toEqual([204, origin]);
        expect(answer.headers.get('access-control-allow-methods')).toBe('POST');
        expect(answer.headers.get('access-control-allow-headers')).toBe('Content-Type, Prefer, X-Request-Id');
        expect(answer.headers.get('access-control-allow-credentials')).toBe(null);
        expect(answer.headers.get('vary')).toBe('Origin');
      }
    },
  );

  test.each(['https://spa.example', 'https://evil.example', 'https://server.example', 'null', 'https://', "'"])(
    'a preflight from %s is not',
    async (origin) => {
      const answer = await preflight(origin);
      expect([answer.status, allowed(answer)]).toEqual([204, null]);
    },
  );

  test.each([
    ['http://localhost:5173', 'http://localhost:5173'],
    ['https://server.example', null],
    ['null', null],
  ])(
    '%s, if a public app has registered it, may use /v1 and /graphql, without the cookie',
    async (origin, expected) => {
      const headers = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      };
      for (const path of ['/v1/contacts', '/graphql']) {
        const answer = await send(app.url + path, { method: 'OPTIONS', headers });
        expect([path, allowed(answer)]).toEqual([path, expected]);
        expect(answer.headers.get('access-control-allow-headers') ?? '').not.toContain('X-Slotline-Client');
        expect(answer.headers.get('access-control-allow-credentials')).toBe(null);
      }
      const asked = { method: 'POST', body: JSON.stringify({ query: '{ viewer { role } }' }) };
      const sent = { origin, 'content-type': 'application/json', authorization: `Bearer ${session}` };
      const answer = await send(`${app.url}/graphql`, { ...asked, headers: sent });
      expect([answer.body.data, allowed(answer)]).toEqual([{ viewer: { role: 'OWNER' } }, expected]);
    },
  );

  test('no preflight is let through at the endpoints for sessions, or for another method', async () => {
    expect(allowed(await preflight('http://localhost:5173', 'authorize'))).toBe(null);
    expect(allowed(await preflight('http://localhost:5173', 'token', 'DELETE'))).toBe(null);
  });

  test('a page of the web app may use both, for every app, and the API; never with the cookie', async () => {
    const origin = 'http://app.test';
    for (const path of ['token', 'revoke']) expect(allowed(await preflight(origin, path))).toBe(origin);
    const pair = await connect(app, session, server);
    const answer = await refreshFrom(origin, server, pair);
    expect([answer.status, allowed(answer)]).toEqual([200, origin]);
    const wrong = await refreshFrom(origin, { ...server, clientId: 'ocl_x' }, pair);
    expect([wrong.status, allowed(wrong)]).toEqual([401, origin]);
    const headers = { origin, authorization: `Bearer ${answer.body.access_token}` };
    const call = await send(`${app.url}/v1/contacts`, { headers });
    expect([call.status, allowed(call)]).toEqual([200, origin]);
    const asked = { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' };
    const ahead = await send(`${app.url}/v1/contacts`, { method: 'OPTIONS', headers: asked });
    expect([ahead.status, allowed(ahead)]).toEqual([204, origin]);
    expect(ahead.headers.get('access-control-allow-headers')).not.toMatch(/x-slotline-client/i);
    for (const each of [answer, wrong, call, ahead]) {
      expect(each.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  const refreshFrom = (origin: string, client: OAuthApp, { refresh_token }: Pair, fields: Fields = {}) => {
    const form = {
      grant_type: 'refresh_token',
      refresh_token,
      client_id: client.clientId,
      client_secret: client.secret,
    };
    return send(`${app.url}/v1/oauth/token`, {
      method: 'POST',
      headers: { origin },
      body: formOf({ ...form, ...fields }),
    });
  };

  test('a public app is answered where it has registered, with errors too', async () => {
    const pair = await connect(app, session, single);
    const answer = await refreshFrom('https://spa.example:8443', single, pair);
    expect([answer.status, allowed(answer)]).toEqual([200, 'https://spa.example:8443']);
    const wrong = await refreshFrom('http://localhost:5173', single, pair, { refresh_token: 'x' });
    expect([wrong.status, allowed(wrong)]).toEqual([400, 'http://localhost:5173']);
  });

  test('every other origin is refused, and nothing happens', async () => {
    const [mine, theirs] = [await connect(app, session, single), await connect(app, session, server)];
    for (const [client, pair, origin] of [
      [single, mine, 'https://evil.example'],
      [single, mine, 'https://server.example'],
      [server, theirs, 'https://server.example'],
    ] as const) {
      const answer = await refreshFrom(origin, client, pair);
      expect([answer.status, answer.body.error, allowed(answer)]).toEqual([400, 'invalid_request', null]);
    }
    const unknown = await refreshFrom('http://localhost:5173', { ...single, clientId: 'ocl_x' }, mine);
    expect([unknown.status, allowed(unknown)]).toEqual([401, null]);
    const unused = await app.sql('SELECT FROM "OAuthToken" WHERE "kind" = $1 AND "consumedAt" IS NULL', ['REFRESH']);
    expect(unused.length).toBeGreaterThanOrEqual(2);
    expect((await refreshFrom('http://localhost:5173', single, mine)).status).toBe(200);
  });

  describe('at the API', () => {
    const call = (origin: string, init: RequestInit = {}): Promise<Answer> =>
      send(`${app.url}/v1/contacts`, { ...init, headers: { origin, ...init.headers } });
    const allowed = ({ headers }: Answer) => headers.get('access-control-allow-origin');

    test('may use a token of a public app, and read the rate limit headers', async () => {
      const { access_token } = await connect(app, session, single, { redirect_uri: single.redirectUri });
      const answer = await call('http://localhost:5173', { headers: { authorization: `Bearer ${access_token}` } });
      expect([answer.status, allowed(answer)]).toEqual([200, 'http://localhost:5173']);
      expect(answer.headers.get('access-control-expose-headers')).toContain('RateLimit-Remaining');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    });

    test('learn so from a preflight, which never allows the header that a cookie requires', async () => {
      const headers = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
      const answer = await call('https://spa.example:8443', { method: 'OPTIONS', headers });
      expect([answer.status, allowed(answer)]).toEqual([204, 'https://spa.example:8443']);
      const names = answer.headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
      expect(names).toEqual(['authorization', 'content-type', 'idempotency-key', 'prefer', 'x-request-id']);
    });

    test.each(['https://server.example', 'https://evil.example', 'null', 'https://spa.example'])(
      'get no permission when they come from %s',
      async (origin) => {
        expect(allowed(await call(origin))).toBeNull();
        expect(allowed(await call(origin, { method: 'OPTIONS' }))).toBeNull();
      },
    );
  });
});
