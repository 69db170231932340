import { beforeEach, expect, test } from 'vitest';
import { type Answer, useApp } from '../support/app.ts';
import { connect, credentialsOf, type OAuthApp, oauthApp, postForm, refresh } from '../support/oauth.ts';

let session: string;
let client: OAuthApp;
const app = await useApp();
beforeEach(async () => {
  const owner = await app.workspace();
  session = await app.session(owner);
  client = await oauthApp(app, owner);
});

const attempt = (endpoint: 'token' | 'revoke', headers = {}): Promise<Answer> => {
  const secret = headers && 'authorization' in headers ? undefined : 'service_cs_guess';
  const fields = { ...credentialsOf(client), client_secret: secret, token: 'x', grant_type: 'refresh_token' };
  return postForm(app, `/v1/oauth/${endpoint}`, fields, headers);
};

test('a wrong secret may be tried ten times, at either endpoint and in either form', async () => {
  const basic = { authorization: `Basic ${Buffer.from(`${client.clientId}:x`).toString('base64')}` };
  const statuses: number[] = [];
  for (const [endpoint, headers] of [
    ['token', {}],
    ['revoke', {}],
    ['token', basic],
    ['revoke', basic],
  ] as const) {
    for (let time = 0; time < 3; time++) statuses.push((await attempt(endpoint, headers)).status);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  const { body, headers } = await attempt('token');
  expect(body).toEqual({
    error: 'too_many_requests',
    error_description: 'Too many requests, please try again later.',
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many requests, please try again later.',
    retryAfter: expect.any(Number),
    limit: { points: 10, windowSec: 900 },
  });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(800);
});

test('parallel attempts gain nothing', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => attempt('token')));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
});

test('a client that knows the secret is never locked out by wrong attempts', async () => {
  const { refresh_token } = await connect(app, session, client);
  for (let time = 0; time < 12; time++) await attempt('token');
  expect((await refresh(app, client, refresh_token)).status).toBe(200);
});

test('once it is over its limit, a client is refused before the database is queried', async () => {
  const basic = Buffer.from(`${client.clientId.replace('_', '%5F')}:x`).toString('base64');
  for (let time = 0; time < 10; time++) await attempt('token');
  const before = app.statements.length;
  const refused = [
    await attempt('token'),
    await attempt('revoke'),
    await attempt('token', { authorization: `Basic ${basic}` }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429]);
  expect(app.statements.slice(before)).toEqual([]);
});

test('a wrong code or token of a known app is an invalid_grant, however often it is sent', async () => {
  for (let time = 0; time < 15; time++) {
    expect((await refresh(app, client, `service_rt_${'a'.repeat(43)}`)).body.error).toBe('invalid_grant');
  }
});
