import { beforeEach, describe, expect, test } from 'vitest';
import { generateApiKey, generateSessionToken } from '#src/domain/principal/credentials.ts';
import { type Answer, useApp } from '../support/app.ts';
import { challengeOf } from '../support/challenges.ts';

const app = await useApp();
const owner = await app.workspace();
beforeEach(() => app.clock.set('2026-03-04T12:00:00.000Z'));

const paths = ['/v1/eventCalls', '/v1/userAvailabilities'];
const ask = (authorization?: string, path = paths[0] as string): Promise<Answer> =>
  app.request(path, { headers: authorization === undefined ? {} : { authorization } });

const missing = { message: 'API key is required', code: 'MISSING_API_KEY' };
const scopeOf = (path: string) => (path === paths[0] ? 'eventCalls:read' : 'availabilities:read');
const noToken = (path = paths[0] as string) => challengeOf('/v1', { scope: scopeOf(path) });
const foreignToken = (path: string) =>
  challengeOf('/v1', {
    ...{ error: 'invalid_token', scope: scopeOf(path) },
    description: 'A credential begins with service_',
  });
const invalidToken = (path = paths[0] as string) =>
  challengeOf('/v1', { error: 'invalid_token', scope: scopeOf(path) });

/** The whole of a 401: what it says and what it does not. */
function expectRefusal({ status, body, headers }: Answer, expected: { body: object; challenge: string }): void {
  expect({ status, body, challenge: headers.get('www-authenticate') }).toEqual({ status: 401, ...expected });
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get('ratelimit-limit')).toBeNull();
}

describe.each(paths)('GET %s', (path) => {
  test.each([
    ['no header', undefined],
    ['another scheme', 'Basic c2VydmljZV86eA=='],
    ['another scheme with our prefix', 'Token service_abc'],
    ['a key without a scheme', generateApiKey()],
    ['the scheme alone', 'Bearer'],
    ['the scheme and a space', 'Bearer '],
  ])('%s: an API key is required, and no token is called invalid', async (_, authorization) => {
    expectRefusal(await ask(authorization, path), { body: missing, challenge: noToken(path) });
  });

  test.each([
    ['a token without the prefix', 'Bearer abc'],
    ['a JWT', 'Bearer eyJhbGciOiJub25lIn0.e30.'],
    ['the prefix in capitals', `Bearer ${generateApiKey().replace('service_', 'SERVICE_')}`],
    ['a client id', 'Bearer ocl_abc'],
    ['the text of a variable that is not set', 'Bearer undefined'],
  ])('%s: an API key is required, and the challenge says how one begins', async (_, authorization) => {
    expectRefusal(await ask(authorization, path), { body: missing, challenge: foreignToken(path) });
  });

  test.each([
    ['unknown key', generateApiKey()],
    ['key with a wrong checksum', `service_${'0'.repeat(38)}`],
    ['key that is too short', 'service_abc'],
    ['bare prefix', 'service_'],
    ['key with something after it', `${generateApiKey()} x`],
    ['key with letters that no key has', `service_${'é'.repeat(38)}`],
    ['refresh token', 'service_rt_abc'],
    ['client secret', 'service_cs_abc'],
    ['key of 8 kB', `service_${'a'.repeat(8000)}`],
  ])('%s: invalid API key', async (_, token) => {
    expectRefusal(await ask(`Bearer ${token}`, path), {
      body: { message: 'Invalid API key' },
      challenge: invalidToken(path),
    });
  });

  test.each([
    ['access token', 'service_at_abc', 'Invalid access token'],
    ['session that is unknown', generateSessionToken(), 'Invalid session'],
    ['session that is malformed', 'service_ses_abc', 'Invalid session'],
  ])('%s: the message names the kind of credential', async (_, token, message) => {
    expectRefusal(await ask(`Bearer ${token}`, path), { body: { message }, challenge: invalidToken(path) });
  });

  test('a key or session past its expiry, to the millisecond', async () => {
    const expiresAt = '2026-03-04T12:00:00.500Z';
    const key = await app.apiKey(owner, { expiresAt });
    const session = await app.session(owner, { expiresAt });
    app.clock.set('2026-03-04T12:00:00.499Z');
    expect((await ask(`Bearer ${key}`, path)).status).toBe(200);
    expect((await ask(`Bearer ${session}`, path)).status).toBe(200);
    app.clock.set(expiresAt);
    expectRefusal(await ask(`Bearer ${key}`, path), {
      body: { message: 'API key expired' },
      challenge: invalidToken(path),
    });
    expectRefusal(await ask(`Bearer ${session}`, path), {
      body: { message: 'Session expired' },
      challenge: invalidToken(path),
    });
  });

  test.each(['bearer', 'BEARER', 'Bearer  '])('the scheme may be written %s', async (scheme) => {
    expect((await ask(`${scheme} ${await app.apiKey(owner)}`, path)).status).toBe(200);
  });
});

describe('the order of the checks', () => {
  test('an invalid credential is reported before a wrong parameter, and an unknown path before both', async () => {
    expectRefusal(await ask('Bearer service_x', '/v1/eventCalls?page=x'), {
      body: { message: 'Invalid API key' },
      challenge: invalidToken(),
    });
    expect((await ask(undefined, '/v1/unknown')).status).toBe(404);
  });

  test('a credential in the query, a cookie or a body counts for nothing', async () => {
    const key = await app.apiKey(owner);
    const path = `/v1/eventCalls?api_key=${key}&access_token=${key}`;
    const headers = { cookie: `session=${await app.session(owner)}`, 'x-api-key': key };
    expectRefusal(await app.request(path, { headers }), { body: missing, challenge: noToken() });
  });

  test('what is wrong with a credential is said without repeating it', async () => {
    const { body } = await ask('Bearer service_secret-secret');
    expect(JSON.stringify(body)).not.toContain('secret-secret');
  });
});
