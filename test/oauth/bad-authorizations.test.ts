import { afterAll, describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { askConsent, authorizationQuery, type Fields, newVerifier, type OAuthApp, oauthApp } from '../support/oauth.ts';

const app = await useApp();
const owner = await app.workspace({ rateLimitPoints: 1_000_000 });
const session = await app.session(owner);
const confidential = await oauthApp(app, owner);
const publicApp = await oauthApp(app, owner, { clientType: 'PUBLIC' });
const grantless = await oauthApp(app, owner, { grantTypes: '{REFRESH_TOKEN}' });
afterAll(async () => {
  expect(await app.sql('SELECT FROM "OAuthGrant"')).toEqual([]);
});

interface Row {
  readonly name: string;
  readonly fields?: Fields;
  readonly more?: string;
  readonly client?: () => OAuthApp;
  readonly error: string;
  readonly text: string;
}

const unregistered = "redirect_uri did not match any of the client's registered redirect_uris";
const at = 'https://dialer.example';

/** Shown to the user and to nobody else: wherever this would be sent is not known to belong to the app. */
const shown: Row[] = [
  {
    name: 'no client',
    fields: { client_id: undefined },
    error: 'invalid_request',
    text: "missing required parameter 'client_id'",
  },
  {
    name: 'an unknown client',
    fields: { client_id: 'ocl_unknown' },
    error: 'invalid_client',
    text: 'client is invalid',
  },
  { name: 'a client with a NUL', fields: { client_id: 'ocl_\0' }, error: 'invalid_client', text: 'client is invalid' },
  {
    name: 'two clients',
    more: '&client_id=ocl_b',
    error: 'invalid_request',
    text: "'client_id' parameter must not be provided twice",
  },
  {
    name: 'no redirect_uri',
    fields: { redirect_uri: undefined },
    error: 'invalid_request',
    text: "missing required parameter 'redirect_uri'",
  },
  {
    name: 'a foreign redirect_uri',
    fields: { redirect_uri: 'https://evil.example/callback' },
    error: 'invalid_redirect_uri',
    text: unregistered,
  },
  {
    name: 'a trailing slash',
    fields: { redirect_uri: `${at}/callback/` },
    error: 'invalid_redirect_uri',
    text: unregistered,
  },
  {
    name: 'another case',
    fields: { redirect_uri: `${at}/Callback` },
    error: 'invalid_redirect_uri',
    text: unregistered,
  },
  {
    name: 'another port',
    fields: { redirect_uri: `${at}:8443/callback` },
    error: 'invalid_redirect_uri',
    text: unregistered,
  },
  {
    name: 'another scheme',
    fields: { redirect_uri: 'http://dialer.example/callback' },
    error: 'invalid_redirect_uri',
    text: unregistered,
  },
  {
    name: 'a query besides',
    fields: { redirect_uri: `${at}/callback?x=1` },
    error: 'invalid_redirect_uri',
    text: unregistered,
  },
  {
    name: 'a path that leads there',
    fields: { redirect_uri: `${at}/x/../callback` },
    error: 'invalid_redirect_uri',
    text: unregistered,
  },
  {
    name: 'two redirect_uris',
    more: '&redirect_uri=https%3A%2F%2Fevil.example',
    error: 'invalid_request',
    text: "'redirect_uri' parameter must not be provided twice",
  },
  {
    name: 'a foreign redirect_uri and a wrong scope',
    fields: { redirect_uri: 'https://evil.example/', scope: 'x' },
    error: 'invalid_redirect_uri',
    text: unregistered,
  },
];

/** Errors that the app receives, at its registered address. */
const redirected: Row[] = [
  {
    name: 'no response_type',
    fields: { response_type: undefined },
    error: 'invalid_request',
    text: "missing required parameter 'response_type'",
  },
  {
    name: 'response_type=token',
    fields: { response_type: 'token' },
    error: 'unsupported_response_type',
    text: 'unsupported response_type requested',
  },
  {
    name: 'code_challenge_method=plain',
    fields: { code_challenge: newVerifier(), code_challenge_method: 'plain' },
    error: 'invalid_request',
    text: 'not supported value of code_challenge_method',
  },
  {
    name: 'a challenge without a method',
    fields: { code_challenge: newVerifier() },
    error: 'invalid_request',
    text: 'code_challenge_method must be provided',
  },
  {
    name: 'a method without a challenge',
    fields: { code_challenge_method: 'S256' },
    error: 'invalid_request',
    text: 'code_challenge must be provided with code_challenge_method',
  },
  {
    name: 'a challenge that is too short',
    fields: { code_challenge: 'a'.repeat(42), code_challenge_method: 'S256' },
    error: 'invalid_request',
    text: 'code_challenge must be a string with a minimum length of 43 characters',
  },
  {
    name: 'a public client without a challenge',
    client: () => publicApp,
    error: 'invalid_request',
    text: 'Authorization Server policy requires PKCE to be used for this request',
  },
  {
    name: 'an unknown scope',
    fields: { scope: 'contacts:read faxes:read' },
    error: 'invalid_scope',
    text: 'This app may not request these scopes: faxes:read',
  },
  {
    name: 'an unknown scope beside openid',
    fields: { scope: 'openid faxes:read' },
    error: 'invalid_scope',
    text: 'This app may not request these scopes: faxes:read',
  },
  {
    name: "a scope beyond the client's",
    fields: { scope: 'contacts:read deals:read' },
    error: 'invalid_scope',
    text: 'This app may not request these scopes: deals:read',
  },
  {
    name: 'a scope with a NUL',
    fields: { scope: 'contacts:read\0' },
    error: 'invalid_scope',
    text: 'scope contains invalid characters',
  },
  {
    name: 'two scopes parameters',
    more: '&scope=a&scope=b',
    error: 'invalid_request',
    text: "'scope' parameter must not be provided twice",
  },
  {
    name: 'a client without the grant',
    client: () => grantless,
    error: 'invalid_request',
    text: 'requested response_type is not allowed for this client',
  },
];

const ask = ({ fields = {}, more = '', client = () => confidential }: Row, options: Parameters<typeof askConsent>[3]) =>
  askConsent(app, session, authorizationQuery(client(), fields) + more, options);

describe.each(['', '/preview', '/deny'] as const)('GET /v1/oauth/authorize%s', (endpoint) => {
  test.each(shown)('$name is never redirected', async (row) => {
    for (const accept of ['application/json', 'text/html']) {
      const { status, body, headers } = await ask(row, { endpoint, headers: { accept } });
      expect({ status, body }).toEqual({
        status: 400,
        body: { error: row.error, error_description: row.text, message: row.text },
      });
      expect(headers.get('location')).toBe(null);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  test.each(redirected)('$name is sent to the app', async (row) => {
    const { status, body } = await ask(row, { endpoint });
    const { redirectUrl, ...rest } = body.data;
    const { origin, pathname, searchParams, hash } = new URL(redirectUrl);
    const parameters = Object.fromEntries(searchParams);
    expect(hash).toBe('');
    expect({ status, address: origin + pathname }).toEqual({ status: 200, address: confidential.redirectUri });
    expect(parameters).toMatchObject({ error: row.error, error_description: row.text, iss: 'http://api.test' });
    expect(rest).toEqual(endpoint === '/preview' ? { error: row.error, errorDescription: row.text } : {});
  });
});

test('parameters that are none of ours change nothing', async () => {
  const extras =
    'prompt=none&response_mode=form_post&request=x&request_uri=https%3A%2F%2Fevil.example&max_age=0&claims=x';
  const answer = await askConsent(app, session, `${authorizationQuery(confidential)}&${extras}`, {
    endpoint: '/preview',
  });
  expect(answer.body.data.client.clientId).toBe(confidential.clientId);
});

describe('an app that registered loopback addresses', () => {
  const hosts = ['localhost', '127.0.0.1', '[::1]'];
  const registered = hosts.flatMap((host) => [`http://${host}/callback`, `http://${host}:3000/callback`]);
  const preview = (client: OAuthApp, redirect_uri: string) =>
    askConsent(app, session, authorizationQuery(client, { redirect_uri }), { endpoint: '/preview' });

  test('is not sent to another port of them', async () => {
    const client = await oauthApp(app, owner, { redirectUris: registered });
    for (const host of hosts) {
      const { status, body } = await preview(client, `http://${host}:4000/callback`);
      expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid_redirect_uri' });
    }
    for (const address of registered) expect((await preview(client, address)).status).toBe(200);
  });
});
