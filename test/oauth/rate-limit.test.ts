import { beforeEach, describe, expect, test } from 'vitest';
import { memoryWindows } from '#src/access/rate-limit/memory.ts';
import { parseNetworks } from '#src/lib/network/addresses.ts';
import { type Answer, useApp } from '../support/app.ts';
import { connect, credentialsOf, type OAuthApp, oauthApp, postForm } from '../support/oauth.ts';

/** The time of the limiter: it moves only where a test says so. */
let now = 0;
let session: string;
let client: OAuthApp;
const app = await useApp({ limiter: memoryWindows(() => now), trustedProxies: parseNetworks('loopback') ?? [] });
beforeEach(async () => {
  now += 10_000;
  const owner = await app.workspace();
  session = await app.session(owner);
  client = await publicApp();
});

let homes = 0;
const newHome = () => `198.51.100.${homes++}`;

type Endpoint = 'token' | 'revoke';

function request(endpoint: Endpoint, from: string, by: OAuthApp = client, headers = {}): Promise<Answer> {
  const fields = { ...credentialsOf(by), grant_type: 'refresh_token', refresh_token: 'x', token: 'x' };
  return postForm(app, `/v1/oauth/${endpoint}`, fields, { 'x-forwarded-for': from, ...headers });
}

const requests = (count: number, ...parameters: Parameters<typeof request>) =>
  Promise.all(Array.from({ length: count }, () => request(...parameters)));
const refusedOf = (answers: Answer[]) => answers.filter(({ status }) => status === 429).length;
const publicApp = async () => oauthApp(app, await app.workspace(), { clientType: 'PUBLIC' });
const publicApps = (count: number) => Promise.all(Array.from({ length: count }, publicApp));

describe.each(['token', 'revoke'] as const)('/v1/oauth/%s', (endpoint) => {
  test('answers twenty of sixty requests at once of an app from an address, and twenty more a second later', async () => {
    const from = newHome();
    expect(refusedOf(await requests(60, endpoint, from))).toBe(40);
    now += 1000;
    expect(refusedOf(await requests(20, endpoint, from))).toBe(0);
  });

  test('refuses in the format of OAuth, with when to come again, before any statement of the database', async () => {
    const from = newHome();
    await requests(20, endpoint, from);
    const before = app.statements.length;
    const { status, headers, body } = await request(endpoint, from, client, { origin: 'https://any.example' });
    expect({ status, body }).toEqual({
      status: 429,
      body: {
        error: 'too_many_requests',
        error_description: 'Too many requests, please try again later.',
        message: 'Too many requests, please try again later.',
        code: 'RATE_LIMIT_EXCEEDED',
        retryAfter: 1,
        limit: { points: 20, windowSec: 1 },
      },
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      'ratelimit-limit': '20',
      'ratelimit-remaining': '0',
      'ratelimit-reset': new Date(now + 1000).toISOString(),
      'retry-after': '1',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('Retry-After'),
    });
    expect(app.statements.slice(before)).toEqual([]);
  });

  test('states what remains with every response, also for a body that it cannot read', async () => {
    const from = newHome();
    const left = async (answer: Promise<Answer>) => (await answer).headers.get('ratelimit-remaining');
    expect(await left(request(endpoint, from))).toBe('19');
    expect(await left(request(endpoint, from))).toBe('18');
    const headers = { 'x-forwarded-for': from, 'content-type': 'text/plain' };
    const unread = { method: 'POST', headers, body: 'x' };
    expect(await left(app.request(`/v1/oauth/${endpoint}`, unread))).toBe('19');
  });
});

test('the two endpoints, apps and addresses have limits of their own', async () => {
  const from = newHome();
  await requests(20, 'token', from);
  expect((await request('token', from)).status).toBe(429);
  expect((await request('revoke', from)).status).toBe(200);
  expect((await request('token', from, await publicApp())).status).toBe(400);
  expect((await request('token', newHome())).status).toBe(400);
});

test('a stranger who names an app does not lock it out', async () => {
  const [server, stranger] = [newHome(), newHome()];
  await requests(200, 'token', stranger);
  await requests(200, 'revoke', stranger);
  expect(refusedOf(await requests(20, 'token', server))).toBe(0);
});

test('the addresses of one IPv6 /64 are one', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, host) => request('token', `2001:db8:7:7::${host.toString(16)}`)),
  );
  expect(refusedOf(answers)).toBe(40);
});

test('an address that names many apps has a hundred requests a second for all of them', async () => {
  const from = newHome();
  const answers = await Promise.all((await publicApps(8)).map((each) => requests(20, 'token', from, each)));
  expect(refusedOf(answers.flat())).toBe(60);
  const { body } = await request('token', from, await publicApp());
  expect(body.limit).toEqual({ points: 100, windowSec: 1 });
});

test('neighbours in an office who name many apps do not lock out one that has proven itself there', async () => {
  const office = newHome();
  const { refresh_token } = await connect(app, session, client);
  const grant = { grant_type: 'refresh_token', ...credentialsOf(client) };
  const from = { 'x-forwarded-for': office };
  const first = await postForm(app, '/v1/oauth/token', { ...grant, refresh_token }, from);
  await Promise.all((await publicApps(8)).map((each) => requests(20, 'token', office, each)));
  app.clock.set('2026-03-04T12:00:01.000Z');
  const next = { ...grant, refresh_token: first.body.refresh_token };
  expect((await postForm(app, '/v1/oauth/token', next, from)).status).toBe(200);
});

test('to revoke an unknown token in the name of a public app proves nothing', async () => {
  const from = newHome();
  const apps = await publicApps(8);
  for (const each of apps) expect((await request('revoke', from, each)).status).toBe(200);
  const answers = await Promise.all(apps.map((each) => requests(20, 'token', from, each)));
  expect(refusedOf(answers.flat())).toBe(60);
});

test('made-up apps are refused like wrong secrets, after a thousand in a quarter of an hour', async () => {
  const from = newHome();
  const statuses: number[] = [];
  for (let batch = 0; batch < 11; batch++) {
    now += 1000;
    const madeUp = (number: number) => ({ ...client, clientId: `ocl_${batch}x${number}` });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, number) => request('token', from, madeUp(number))),
    );
    statuses.push(...answers.map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(1000);
  expect(statuses.filter((status) => status === 429)).toHaveLength(100);
});

test('secrets that strangers send for a public app, which has none, do not lock it out of their address', async () => {
  const home = newHome();
  const basic = { authorization: `Basic ${Buffer.from(`${client.clientId}:x`).toString('base64')}` };
  const { refresh_token } = await connect(app, session, client);
  const grant = { grant_type: 'refresh_token', refresh_token };
  const from = { 'x-forwarded-for': home };
  for (let guess = 0; guess < 12; guess++) {
    expect((await postForm(app, '/v1/oauth/token', grant, { ...from, ...basic })).status).toBe(401);
  }
  const answer = await postForm(app, '/v1/oauth/token', { ...grant, ...credentialsOf(client) }, from);
  expect(answer.status).toBe(200);
});
