import { describe, expect, test } from 'vitest';
import { send, useApp } from '../support/app.ts';
import {
  callWith,
  challengeFor,
  connect,
  credentialsOf,
  type Fields,
  fitting,
  formOf,
  newCode,
  newVerifier,
  oauthApp,
  refresh,
} from '../support/oauth.ts';
import { roomyLimiter } from '../support/roomy-limiter.ts';

const verifier = newVerifier();

let code: string;
const app = await useApp({ limiter: roomyLimiter() });
const owner = await app.workspace();
const session = await app.session(owner);
const client = await oauthApp(app, owner);
const other = await oauthApp(app, owner, { grantTypes: '{AUTHORIZATION_CODE}' });
const publicApp = await oauthApp(app, owner, { clientType: 'PUBLIC' });
code = await newCode(app, session, client, challengeFor(verifier));
const codeWithoutChallenge = await newCode(app, session, client);

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});
const errorBody = (error: string, text: string) => ({ error, error_description: text, message: text });
const json = { 'content-type': 'application/json' };

interface Row {
  readonly name: string;
  /** In place of what a right exchange has. */
  readonly fields?: () => Fields;
  readonly headers?: () => Record<string, string>;
  readonly body?: () => string | URLSearchParams;
  readonly status: number;
  readonly error: string;
  readonly text: string;
}

const right = (): Fields => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: client.redirectUri,
  code_verifier: verifier,
  ...credentialsOf(client),
});
const anonymous = { client_id: undefined, client_secret: undefined };
const invalidClient = { status: 401, error: 'invalid_client', text: 'client authentication failed' };
const invalidGrant = {
  status: 400,
  error: 'invalid_grant',
  text: 'The authorization code or refresh token is unknown, expired, revoked, already used, or belongs to another app',
};
const invalidRequest = { status: 400, error: 'invalid_request' };
const megabyte = 'x'.repeat(1_000_000);

const rows: Row[] = [
  { name: 'an unknown client', fields: () => ({ client_id: 'ocl_unknown' }), ...invalidClient },
  { name: 'a wrong secret', fields: () => ({ client_secret: `${client.secret}x` }), ...invalidClient },
  { name: "another client's secret", fields: () => ({ client_secret: other.secret }), ...invalidClient },
  { name: 'no secret', fields: () => ({ client_secret: undefined }), ...invalidClient },
  { name: 'an empty secret', fields: () => ({ client_secret: '' }), ...invalidClient },
  { name: 'a secret of a public client', fields: () => ({ client_id: publicApp.clientId }), ...invalidClient },
  {
    name: 'a wrong secret in the header',
    fields: () => anonymous,
    headers: () => basic(client.clientId, 'x'),
    ...invalidClient,
  },
  {
    name: 'no client',
    fields: () => anonymous,
    ...invalidRequest,
    text: 'no client authentication mechanism provided',
  },
  {
    name: 'both ways of authentication at once',
    headers: () => basic(client.clientId, client.secret),
    ...invalidRequest,
    text: 'client authentication must only be provided using one mechanism',
  },
  {
    name: 'a header of one client, a body of another',
    fields: () => ({ client_id: other.clientId, client_secret: undefined }),
    headers: () => basic(client.clientId, client.secret),
    ...invalidRequest,
    text: 'client_id mismatch',
  },
  {
    name: 'a bearer credential',
    fields: () => anonymous,
    headers: () => ({ authorization: 'Bearer service_x' }),
    ...invalidRequest,
    text: 'invalid authorization header value format',
  },
  {
    name: 'no grant_type',
    fields: () => ({ grant_type: undefined }),
    ...invalidRequest,
    text: "missing required parameter 'grant_type'",
  },
  {
    name: 'an unknown grant_type',
    fields: () => ({ grant_type: 'password' }),
    status: 400,
    error: 'unsupported_grant_type',
    text: 'unsupported grant_type requested',
  },
  {
    name: 'a grant_type that the client lacks',
    fields: () => ({ grant_type: 'refresh_token', refresh_token: 'x', ...credentialsOf(other) }),
    status: 400,
    error: 'unauthorized_client',
    text: 'requested grant type is not allowed for this client',
  },
  {
    name: 'no code',
    fields: () => ({ code: undefined }),
    ...invalidRequest,
    text: "missing required parameter 'code'",
  },
  {
    name: 'no redirect_uri',
    fields: () => ({ redirect_uri: undefined }),
    ...invalidRequest,
    text: "missing required parameter 'redirect_uri'",
  },
  {
    name: 'another redirect_uri',
    fields: () => ({ redirect_uri: `${client.redirectUri}/` }),
    status: 400,
    error: 'invalid_grant',
    text: 'redirect_uri differs from the one in the authorization',
  },
  { name: 'an unknown code', fields: () => ({ code: `service_ac_${'a'.repeat(43)}` }), ...invalidGrant },
  { name: 'a code that is no code', fields: () => ({ code: 'x\0y' }), ...invalidGrant },
  { name: 'a code of another client', fields: () => credentialsOf(other), ...invalidGrant },
  {
    name: 'a verifier that is too short',
    fields: () => ({ code_verifier: 'a'.repeat(42) }),
    ...invalidRequest,
    text: 'code_verifier must be a string with a minimum length of 43 characters',
  },
  {
    name: 'a verifier that is too long',
    fields: () => ({ code_verifier: 'a'.repeat(129) }),
    ...invalidRequest,
    text: 'code_verifier must be a string with a maximum length of 128 characters',
  },
  {
    name: 'a verifier of other characters',
    fields: () => ({ code_verifier: '+'.repeat(43) }),
    ...invalidRequest,
    text: 'code_verifier contains invalid characters',
  },
  {
    name: 'a wrong verifier',
    fields: () => ({ code_verifier: newVerifier() }),
    status: 400,
    error: 'invalid_grant',
    text: 'code_verifier does not match the code_challenge',
  },
  {
    name: 'no verifier',
    fields: () => ({ code_verifier: undefined }),
    status: 400,
    error: 'invalid_grant',
    text: 'code_verifier is required because the authorization had a code_challenge',
  },
  {
    name: 'a verifier without a challenge',
    fields: () => ({ code: codeWithoutChallenge }),
    status: 400,
    error: 'invalid_grant',
    text: 'code_verifier must be omitted because the authorization had no code_challenge',
  },
  {
    name: 'no refresh token',
    fields: () => ({ grant_type: 'refresh_token' }),
    ...invalidRequest,
    text: "missing required parameter 'refresh_token'",
  },
  {
    name: 'an unknown refresh token',
    fields: () => ({ grant_type: 'refresh_token', refresh_token: `service_rt_${'a'.repeat(43)}` }),
    ...invalidGrant,
  },
  {
    name: 'a code as a refresh token',
    fields: () => ({ grant_type: 'refresh_token', refresh_token: code }),
    ...invalidGrant,
  },
  {
    name: 'a parameter twice',
    body: () => `${formOf(right())}&code=x`,
    headers: () => ({ 'content-type': 'application/x-www-form-urlencoded' }),
    ...invalidRequest,
    text: "'code' parameter must not be provided twice",
  },
  {
    name: 'a body that is no object',
    body: () => '[]',
    headers: () => json,
    ...invalidRequest,
    text: 'Request body must be a JSON object',
  },
  {
    name: 'null',
    body: () => 'null',
    headers: () => json,
    ...invalidRequest,
    text: 'Request body must be a JSON object',
  },
  {
    name: 'a body that is no JSON',
    body: () => '{',
    headers: () => json,
    ...invalidRequest,
    text: 'Request body must be valid JSON',
  },
  {
    name: 'a number where a string is due',
    body: () => JSON.stringify({ ...right(), code: 5 }),
    headers: () => json,
    ...invalidRequest,
    text: 'code must be a string',
  },
  {
    name: 'a list where a string is due',
    body: () => JSON.stringify({ ...right(), client_id: [client.clientId] }),
    headers: () => json,
    ...invalidRequest,
    text: 'client_id must be a string',
  },
  {
    name: '1 MB of JSON',
    body: () => JSON.stringify({ ...right(), x: megabyte }),
    headers: () => json,
    status: 413,
    error: 'invalid_request',
    text: 'Request body is too large',
  },
  {
    name: '1 MB of a form',
    body: () => formOf({ ...right(), x: megabyte }),
    status: 413,
    error: 'invalid_request',
    text: 'Request body is too large',
  },
  {
    name: 'another type',
    body: () => '<x/>',
    headers: () => ({ 'content-type': 'text/xml' }),
    status: 415,
    error: 'invalid_request',
    text: 'Content-Type must be application/json or application/x-www-form-urlencoded',
  },
];

describe('POST /v1/oauth/token', () => {
  test.each(rows)('$name', async ({ fields, headers, body, status, error, text }) => {
    const answer = await fitting(`${app.url}/v1/oauth/token`, {
      method: 'POST',
      headers: headers?.() ?? {},
      body: body?.() ?? formOf({ ...right(), ...fields?.() }),
    });
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body: errorBody(error, text) });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const isBasic = headers?.().authorization?.startsWith('Basic') && status === 401;
    expect(answer.headers.get('www-authenticate')?.startsWith('Basic') ?? false).toBe(isBasic ?? false);
  });

  test('what was wrong before took nothing away: the right exchange works', async () => {
    const answer = await fitting(`${app.url}/v1/oauth/token`, { method: 'POST', body: formOf(right()) });
    expect(answer.status).toBe(200);
  });

  test('another method is a 405 that names the right one', async () => {
    const { status, body, headers } = await send(`${app.url}/v1/oauth/token`);
    expect({ status, body }).toEqual({
      status: 405,
      body: { message: 'Method not allowed', code: 'METHOD_NOT_ALLOWED' },
    });
    expect(headers.get('allow')).toBe('POST, OPTIONS');
  });

  test.each([
    '/v1/oauth/jwks',
    '/v1/oauth/authorize/abc',
    '/v1/oauth/Token',
    '/v1/oauth/token/',
    '/.well-known/openid-configuration',
  ])("%s, which is the library's, is not there", async (path) => {
    const { status, body } = await send(app.url + path);
    expect({ status, body }).toEqual({ status: 404, body: { message: 'Resource not found!', code: 'NOT_FOUND' } });
  });
});

describe('POST /v1/oauth/revoke', () => {
  const jwt = `${Buffer.from('{"alg":"ES256"}').toString('base64url')}.e30.x`;
  const ask = (fields: Fields) =>
    fitting(`${app.url}/v1/oauth/revoke`, { method: 'POST', body: formOf({ ...credentialsOf(client), ...fields }) });

  test.each([
    { name: 'an unknown token', fields: { token: `service_rt_${'a'.repeat(43)}` } },
    { name: 'a token that looks like a JWT', fields: { token: jwt } },
    { name: 'anything', fields: { token: 'x\0' } },
    { name: 'an unknown hint', fields: { token: 'x', token_type_hint: 'pizza' } },
  ])('$name is as good as revoked', async ({ fields }) => {
    const { status, body, headers } = await ask(fields);
    expect({ status, body }).toEqual({ status: 200, body: {} });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test.each(['access_token', 'refresh_token'] as const)(
    '%s of another app: the answer is the same, and the token stays valid',
    async (kind) => {
      const pair = await connect(app, session, publicApp);
      const { status, body } = await ask({ token: pair[kind] });
      expect({ status, body }).toEqual({ status: 200, body: {} });
      expect(await callWith(app, pair.access_token)).toBe(200);
      expect((await refresh(app, publicApp, pair.refresh_token)).status).toBe(200);
    },
  );

  test.each([
    { name: 'no token', fields: {}, ...invalidRequest, text: "missing required parameter 'token'" },
    { name: 'a wrong secret', fields: { token: 'x', client_secret: 'x' }, ...invalidClient },
    { name: 'a JWT and a wrong secret', fields: { token: jwt, client_secret: 'x' }, ...invalidClient },
  ])('$name', async ({ fields, status, error, text }) => {
    const answer = await ask(fields);
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body: errorBody(error, text) });
  });
});
