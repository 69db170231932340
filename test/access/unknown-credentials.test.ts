import { beforeEach, describe, expect, test } from 'vitest';
import { memoryWindows } from '#src/access/rate-limit/memory.ts';
import { UnknownCredentials } from '#src/access/unknown-credentials.ts';
import { generateApiKey, generateSessionToken } from '#src/domain/principal/credentials.ts';
import { parseNetworks } from '#src/lib/network/addresses.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { type Answer, type TestApp, testApp, useApp } from '../support/app.ts';
import { authorizePath } from '../support/consent-pages.ts';
import { connect, oauthApp } from '../support/oauth.ts';
import { retryWhenSlow } from '../support/retry-when-slow.ts';
import { pause } from '../support/waiting.ts';

let now = 0;
const limited = () => ({
  unknownCredentials: new UnknownCredentials(
    undefined,
    memoryWindows(() => now),
  ),
  trustedProxies: parseNetworks('loopback') ?? [],
});
const app = await useApp(limited());
const owner = await app.workspace();
/** Each test has a new window. */
beforeEach(() => {
  now += 10_000;
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const call = (key: string, address = '203.0.113.1', node: TestApp = app) =>
  node.get('/v1/eventCalls?limit=1', key, from(address));
const times = <Item>(length: number, make: (index: number) => Item) =>
  Array.from({ length }, (_, index) => make(index));
const unknown = (count: number, address?: string, node?: TestApp) =>
  Promise.all(times(count, () => call(generateApiKey(), address, node)));
/** How many answers have each status. */
function statuses(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
const newKeyWithText = (key: string) =>
  app.sql(
    `INSERT INTO "ApiKey" ("workspaceId", "userId", "name", "hash", "lastFour", "scopes")
     SELECT "workspaceId", "userId", 'new', $2, "lastFour", "scopes" FROM "ApiKey" WHERE "workspaceId" = $1 LIMIT 1`,
    [owner.workspaceId, sha256(key)],
  );

describe('credentials that nobody knows', () => {
  test('are refused 20 times a second at one address, and are a 429 beyond that, also where they come at once', async () => {
    const answers = await unknown(100);
    expect(statuses(answers)).toEqual({ 401: 20, 429: 80 });
    const { headers, body } = answers.find(({ status }) => status === 429) as Answer;
    expect(body).toEqual({
      ...{ code: 'RATE_LIMIT_EXCEEDED', message: 'Too many requests, please try again later.', retryAfter: 1 },
      limit: { points: 20, windowSec: 1 },
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      ...{ 'retry-after': '1', 'ratelimit-limit': '20', 'ratelimit-remaining': '0' },
      'ratelimit-reset': new Date(now + 1000).toISOString(),
    });
    expect(statuses(await unknown(20, '203.0.113.2'))).toEqual({ 401: 20 });
    now += 1000;
    expect(statuses(await unknown(20))).toEqual({ 401: 20 });
  });

  test('have no lookup of their own beyond the limit', { retry: retryWhenSlow }, async () => {
    await unknown(20);
    const before = app.statements.length;
    await unknown(200);
    const ran = app.statements.slice(before);
    expect(ran).not.toContain('credentials.apiKey');
    // Every 25 ms the first search, and another for all that came meanwhile.
    expect(ran.length).toBeLessThan(100);
  });

  test('are searched once a second beyond the limit, and valid ones once', async () => {
    const [seen, unseen, absent] = [await app.apiKey(owner), await app.apiKey(owner), generateApiKey()];
    await call(seen);
    await unknown(20);
    const [search, lookup] = ['credentials.apiKey.workspaces', 'credentials.apiKey'];
    const lookupsOf = async (key: string) => {
      const before = app.statements.length;
      await call(key);
      return app.statements.slice(before).filter((name) => name === search || name === lookup);
    };
    expect(await lookupsOf(seen)).toEqual([lookup]);
    expect([await lookupsOf(unseen), await lookupsOf(unseen)]).toEqual([[search, lookup], [lookup]]);
    expect([await lookupsOf(absent), await lookupsOf(absent)]).toEqual([[search], []]);
    await pause(1_100);
    expect(await lookupsOf(absent)).toEqual([search]);
  });

  test('are a 429 at once where 200 of the address wait', async () => {
    const credentials = new UnknownCredentials();
    let refused = 0;
    const never = {
      find: () => new Promise<never>(() => undefined),
      exists: () => new Promise<never>(() => undefined),
    };
    for (const address of ['203.0.113.1', '203.0.113.2']) {
      for (const key of times(280, generateApiKey)) {
        credentials
          .resolve(key, () => address, never)
          .catch(({ code }) => {
            if (code === 'RATE_LIMIT_EXCEEDED') refused++;
          });
      }
    }
    // 20 are looked up, and 200 are searched.
    await expect.poll(() => refused).toBe(2 * 60);
  });

  test.each([
    ['/64', 20, (index: number) => `2001:db8:1:2::${index.toString(16)}`],
    ['/56', 40, (index: number) => `2001:db8:1:${index.toString(16)}::1`],
    ['/48', 80, (index: number) => `2001:db8:1:${(index * 256).toString(16)}::1`],
  ])('count for the %s of an IPv6 address: %i a second', async (_block, expected, addressOf) => {
    const answers = await Promise.all(times(120, (index) => call(generateApiKey(), addressOf(index))));
    expect(statuses(answers)).toEqual({ 401: expected, 429: 120 - expected });
  });

  test('are a 429 at /graphql too', async () => {
    await unknown(20);
    const { status, headers, body } = await app.request('/graphql', {
      method: 'POST',
      headers: {
        ...from('203.0.113.1'),
        authorization: `Bearer ${generateApiKey()}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query: '{ __typename }' }),
    });
    expect([status, headers.get('retry-after'), body.errors[0].extensions.code]).toEqual([
      ...[429, '1', 'RATE_LIMIT_EXCEEDED'],
    ]);
  });
});

describe('beside them, from the same address', () => {
  test('keys that this node has seen and keys that it has not go on', async () => {
    const [seen, unseen] = [await app.apiKey(owner), await app.apiKey(owner)];
    await call(seen);
    const [refused, ...good] = await Promise.all([
      unknown(150),
      ...times(5, () => call(seen)),
      ...times(5, () => call(unseen)),
    ]);
    expect(statuses(refused as Answer[])).toEqual({ 401: 20, 429: 130 });
    expect(statuses(good as Answer[])).toEqual({ 200: 10 });
  });

  test('so do sessions, access tokens and cookies at their first use', async () => {
    const session = await app.session(owner);
    const { access_token } = await connect(app, session, await oauthApp(app, owner));
    await unknown(40);
    expect((await call(session)).status).toBe(200);
    expect((await call(access_token)).status).toBe(200);
    const cookie = { cookie: `session=${await app.session(owner)}`, 'x-slotline-client': 'web' };
    expect((await app.get('/v1/me', undefined, { ...cookie, ...from('203.0.113.1') })).status).toBe(200);
  });

  test('a browser whose session has ended is still asked to sign in', async () => {
    await unknown(40);
    const headers = { cookie: `session=${generateSessionToken()}`, ...from('203.0.113.1') };
    expect((await app.request('/sign-in', { headers })).status).toBe(200);
    expect((await app.request(authorizePath({ client_id: 'x' } as never), { headers })).status).not.toBe(429);
  });

  test('40 keys that come for the first time at once all work, since what is valid does not count', async () => {
    const keys = await Promise.all(times(40, () => app.apiKey(owner)));
    // Each endpoint has 20 requests of the workspace.
    const all = await Promise.all(
      keys.map((key, index) => app.get(index % 2 ? '/v1/deals' : '/v1/me', key, from('203.0.113.9'))),
    );
    expect(statuses(all)).toEqual({ 200: 40 });
    expect(statuses(await unknown(20, '203.0.113.9'))).toEqual({ 401: 20 });
  });
});

describe('nothing that is remembered decides:', () => {
  test('a key fails with the request after its revocation, and counts from there on', async () => {
    const key = await app.apiKey(owner);
    expect((await call(key)).status).toBe(200);
    await app.sql('UPDATE "ApiKey" SET "revokedAt" = now() WHERE "hash" = $1', [sha256(key)]);
    expect((await call(key)).status).toBe(401);
    expect(statuses(await Promise.all(times(40, () => call(key))))).toEqual({ 401: 19, 429: 21 });
    await app.sql('UPDATE "ApiKey" SET "revokedAt" = NULL WHERE "hash" = $1', [sha256(key)]);
    expect((await call(key)).status).toBe(200);
  });

  test('a key works with the request after it was made, whatever the node was asked before', async () => {
    await unknown(40);
    const keys = times(3, generateApiKey);
    const [before, other] = [await app.apiKey(owner), await testApp({ ...limited(), databaseUrl: app.databaseUrl })];
    try {
      await unknown(40, undefined, other);
      for (const key of keys) {
        await newKeyWithText(key);
        expect((await call(key)).status).toBe(200);
        expect((await call(key, undefined, other)).status).toBe(200);
      }
      expect((await call(before)).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  test('a database that is away is no refusal', async () => {
    await app.sql('ALTER TABLE "ApiKey" RENAME TO "ApiKeyAway"');
    const failed = await unknown(40);
    await app.sql('ALTER TABLE "ApiKeyAway" RENAME TO "ApiKey"');
    expect(statuses(failed)).toEqual({ 500: 40 });
    app.unexpected.length = 0;
    expect(statuses(await unknown(20))).toEqual({ 401: 20 });
  });
});
