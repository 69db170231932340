import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrationsDirectory } from '#src/db/open.ts';
import { readiness } from '#src/db/readiness.ts';
import { parseNetworks } from '#src/lib/network/addresses.ts';
import { type Answer, bearer, send, testApp, useApp } from '../support/app.ts';
import { authorizationQuery, credentialsOf, formOf, oauthApp } from '../support/oauth.ts';
import { type OutageProxy, outageProxy } from '../support/outage-proxy.ts';
import { pause } from '../support/waiting.ts';

const app = await useApp();
const proxy = await outageProxy(app.databaseUrl);
/** A node whose database is behind the proxy. */
const node = await testApp({
  databaseUrl: proxy.url,
  appUrl: 'http://localhost',
  ready: (pool) => readiness(pool, migrationsDirectory)(),
  trustedProxies: parseNetworks('loopback') ?? [],
});
const owner = await app.workspace();
const [key, session, client] = [await app.apiKey(owner), await app.session(owner), await oauthApp(app, owner)];
const contactId = await app.contact(owner.workspaceId, { email: 'ira@example.com' });
await app.call(owner, { contactId });
afterEach(() => proxy.comeBack());
afterAll(async () => {
  await node.close();
  await proxy.close();
});

interface Endpoint {
  /** Sends a request that PostgreSQL has to answer. */
  readonly request: () => Promise<Answer>;
  readonly served: number;
  /** The body of a 503. */
  readonly body: unknown;
  /** A table without which the request cannot be answered; that of the credential stays free. */
  readonly table?: string;
}

const message = 'Service temporarily unavailable';
const rest = { message, code: 'UNAVAILABLE' };
const oauth = { error: 'temporarily_unavailable', error_description: message, message };
const graphql = { errors: [expect.objectContaining({ message, extensions: { code: 'UNAVAILABLE' } })] };
const json = { 'content-type': 'application/json' };

const at = (path: string, init: RequestInit = {}) => send(node.url + path, { redirect: 'manual', ...init });
const post = (path: string, body: object, credential: string) =>
  at(path, { method: 'POST', headers: { ...bearer(credential), ...json }, body: JSON.stringify(body) });
/** Each request has an address of its own, because an app may send 20 a second from one address. */
const form = (path: string, fields: object) =>
  at(path, {
    method: 'POST',
    headers: { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` },
    body: formOf({ ...credentialsOf(client), ...fields }),
  });
const query = (text: string) => () => post('/graphql', { query: text }, key);

const endpoints: Record<string, Endpoint> = {
  'a list of /v1': {
    request: () => at('/v1/eventCalls', { headers: bearer(key) }),
    served: 200,
    body: rest,
    table: 'EventCall',
  },
  'a write of /v1': {
    request: () => post('/v1/contacts', { email: 'ira@example.com' }, key),
    served: 200,
    body: rest,
    table: 'Contact',
  },
  'a page of another origin at /v1': {
    request: () => at('/v1/users', { headers: { ...bearer(key), origin: 'https://dialer.example' } }),
    served: 200,
    body: rest,
    table: 'OAuthClient',
  },
  'a list of /graphql': {
    request: query('{ eventCalls { count } }'),
    served: 200,
    body: graphql,
    table: 'EventCall',
  },
  'relations of /graphql': {
    request: query('{ contacts { contacts { eventCalls { deals { id } } } } }'),
    served: 200,
    body: graphql,
    table: 'Deal',
  },
  'a mutation of /graphql': {
    request: query('mutation { createContact(input: { email: "ira@example.com" }) { contact { id } } }'),
    served: 200,
    body: graphql,
    table: 'Contact',
  },
  'the token endpoint': {
    request: () =>
      form('/v1/oauth/token', { grant_type: 'refresh_token', refresh_token: `service_rt_${'a'.repeat(43)}` }),
    served: 400,
    body: oauth,
    table: 'OAuthToken',
  },
  'the revocation endpoint': {
    request: () => form('/v1/oauth/revoke', { token: `service_rt_${'a'.repeat(43)}` }),
    served: 200,
    body: oauth,
    table: 'OAuthToken',
  },
  'the consent of a session': {
    request: () => at(`/v1/oauth/authorize?${authorizationQuery(client)}`, { headers: bearer(session) }),
    served: 200,
    body: oauth,
    table: 'OAuthGrant',
  },
  'the consent page': {
    request: () => at(`/oauth/authorize?${authorizationQuery(client)}`, { headers: { cookie: `session=${session}` } }),
    served: 200,
    body: expect.stringContaining(`<h1>${message}</h1>`),
    table: 'OAuthClient',
  },
  'a logo': {
    request: () => at(`/oauth/logos/${client.clientId}`),
    served: 404,
    body: rest,
    table: 'OAuthClient',
  },
  '/readyz': {
    request: () => at('/readyz'),
    served: 200,
    body: { status: 'not ready', ...rest },
    table: '_prisma_migrations',
  },
};

function expectUnavailable({ status, headers, body }: Answer, endpoint: Endpoint): void {
  expect({ status, retryAfter: headers.get('retry-after'), body }).toMatchObject({
    status: 503,
    retryAfter: '1',
    body: endpoint.body,
  });
}

/** All at once, and each for the first time since PostgreSQL is back: a lost connection is noticed within milliseconds. */
async function expectServed(): Promise<void> {
  await pause(50);
  // When the process itself was held up, the end of a connection is still to be read.
  for (let turn = 0; turn < 3; turn++) await turnOfTheLoop();
  const answers = await Promise.all(Object.values(endpoints).map(({ request }) => request()));
  const statuses = Object.keys(endpoints).map((name, index) => [name, answers[index]?.status]);
  expect(Object.fromEntries(statuses)).toEqual(
    Object.fromEntries(Object.entries(endpoints).map(([name, { served }]) => [name, served])),
  );
}

beforeEach(expectServed);

describe.each<[string, Parameters<OutageProxy['goAway']>[0]]>([
  ['refuses connections', 'refuses'],
  ['is starting up', { sqlState: '57P03' }],
  ['has no connection left', { sqlState: '53300' }],
])('while PostgreSQL %s', (_, absence) => {
  test('every transport responds with 503, and serves again at once when it is back', async () => {
    await proxy.goAway(absence);
    for (const endpoint of Object.values(endpoints)) expectUnavailable(await endpoint.request(), endpoint);
    await proxy.comeBack();
    await expectServed();
  });
});

describe.each<[string, (sql: pg.Client) => Promise<unknown>]>([
  [
    'ends the connection',
    (sql) =>
      sql.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'slotline' AND datname = current_database() AND wait_event_type = 'Lock'`),
  ],
  ['breaks off', async () => proxy.cut()],
])('when PostgreSQL %s in the middle of a request', (_, end) => {
  const request = async (endpoint: Endpoint, ends: number) => {
    const sql = new pg.Client({ connectionString: app.databaseUrl });
    await sql.connect();
    try {
      await sql.query(`BEGIN; LOCK TABLE "${endpoint.table}" IN ACCESS EXCLUSIVE MODE`);
      const answer = endpoint.request();
      const sessions = new Set<number>();
      for (let ended = 0; ended < ends; ended++) {
        await untilBlocked(sql, sessions);
        await end(sql);
      }
      // The library of OAuth reads the client again, to find out whether the error may be redirected.
      await sql.query('ROLLBACK');
      return await answer;
    } finally {
      await sql.end();
    }
  };

  test.each(Object.entries(endpoints))('%s is served on another', async (_, endpoint) => {
    expect((await request(endpoint, 1)).status).toBe(endpoint.served);
    await expectServed();
  });

  test.each(Object.entries(endpoints))('%s responds with 503 when the other is ended too', async (_, endpoint) => {
    expectUnavailable(await request(endpoint, 2), endpoint);
    await expectServed();
  });
});

/** A request waits for a lock, on a session that is not among those before. */
async function untilBlocked(sql: pg.Client | pg.Pool, before = new Set<number>()): Promise<void> {
  const isBlocked = async () => {
    // A transaction sees one state of the activity, unless it is told to look again.
    await sql.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await sql.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    );
    const found = rows.filter(({ pid }) => !before.has(pid));
    for (const { pid } of found) before.add(pid);
    return found.length > 0;
  };
  await expect.poll(isBlocked, { interval: 5 }).toBe(true);
}

test('under load nothing but 503 is seen while PostgreSQL is away, and nothing of it when it is back', async () => {
  const statuses = new Map<string, Set<number>>();
  let isLoaded = true;
  const load = Object.entries(endpoints).map(async ([name, { request }]) => {
    while (isLoaded) statuses.set(name, (statuses.get(name) ?? new Set()).add((await request()).status));
  });
  const allSaw503 = () => Object.keys(endpoints).every((name) => statuses.get(name)?.has(503));
  try {
    for (let round = 0; round < 3; round++) {
      await pause(200);
      await proxy.goAway('refuses');
      await pause(200);
      await expect.poll(allSaw503).toBe(true);
      await proxy.comeBack();
    }
  } finally {
    isLoaded = false;
    await Promise.all(load);
  }
  await expectServed();
  for (const [name, codes] of statuses) {
    expect(codes, name).toContain(503);
    expect(new Set([...codes, endpoints[name]?.served, 503]), name).toEqual(new Set([endpoints[name]?.served, 503]));
  }
});

const wentAway = 'PostgreSQL is unavailable: requests get a 503 until it is back';
const isBack = 'PostgreSQL is back';

test('an outage is logged as an error once, and its end once', async () => {
  // The outage of another test may not be seen as over yet.
  await pause(1500);
  const countOf = (message: string) => node.logged.filter((entry) => entry.message === message).length;
  await expect.poll(() => countOf(wentAway) - countOf(isBack)).toBe(0);
  await proxy.goAway('refuses');
  node.logged.splice(0);
  await Promise.all(Object.values(endpoints).map(({ request }) => request()));
  await expect.poll(() => entries('error')).toEqual([wentAway]);
  await proxy.comeBack();
  await expect.poll(() => entries('info')).toContain(isBack);
  expect(entries('error')).toHaveLength(1);
});

test('a client that resets its connection is no outage', async () => {
  // The warning of another test would hide one of this.
  const fresh = await testApp({ databaseUrl: app.databaseUrl });
  const sql = new pg.Client({ connectionString: app.databaseUrl });
  await sql.connect();
  try {
    await sql.query('BEGIN; LOCK TABLE "EventCall" IN ACCESS EXCLUSIVE MODE');
    const { hostname, port } = new URL(fresh.url);
    const socket = connect(Number(port), hostname);
    socket.write(`GET /v1/eventCalls HTTP/1.1\r\nHost: api.test\r\nAuthorization: Bearer ${key}\r\n\r\n`);
    // Not within the transaction, which sees one state of the activity.
    await untilBlocked(fresh.context.db.admin);
    socket.resetAndDestroy();
    await pause(100);
    await sql.query('ROLLBACK');
    await expect.poll(() => fresh.logged.map(({ message }) => message)).toContain('request');
    expect(fresh.logged.filter(({ level }) => level !== 'info' && level !== 'debug')).toEqual([]);
  } finally {
    await sql.end();
    await fresh.close();
  }
});

function entries(level: string): string[] {
  return node.logged.filter((entry) => entry.level === level).map((entry) => entry.message);
}
