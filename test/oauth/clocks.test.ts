import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { developmentSecretKey } from '#src/config/variables.ts';
import { type ServerProcess, startServerProcess } from '../bench/environment/server-process.ts';
import { bearer, send, useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import {
  authorizationQuery,
  exchangeCode,
  fitting,
  type OAuthApp,
  oauthApp,
  type Pair,
  redirected,
  refresh,
} from '../support/oauth.ts';
import { fromNow } from '../support/present.ts';
import { pause } from '../support/waiting.ts';

const main = path.join(import.meta.dirname, '../../src/main.ts');
const preload = path.join(import.meta.dirname, '../support/shifted-date.ts');

interface Node {
  readonly url: string;
  readonly process: ServerProcess;
}

let owner: Member;
let session: string;
let client: OAuthApp;
const app = await useApp();
const [ahead, behind] = await Promise.all([startNode(30_000), startNode(-30_000)]);
beforeEach(async () => {
  owner = await app.workspace();
  session = await app.session(owner, { expiresAt: '2100-01-01T00:00:00.000Z' });
  client = await oauthApp(app, owner);
});
afterAll(async () => {
  await Promise.all([ahead, behind].map((node) => node?.process.stop()));
});

/** A server process over the database of the app, whose own clock is wrong by so much. */
async function startNode(shiftMs: number): Promise<Node> {
  const process = await startServerProcess({
    name: 'slotline',
    script: main,
    applicationName: 'slotline',
    nodeOptions: ['--import', `${pathToFileURL(preload)}?ms=${shiftMs}`],
    env: {
      ...{ DATABASE_URL: app.databaseUrl, SECRET_KEY: developmentSecretKey, DEMO: 'off', LOG_LEVEL: 'silent' },
      ...{ NODES: '2', RATE_LIMIT_STORE: 'postgres' },
    },
  });
  return { url: `http://127.0.0.1:${process.port}`, process };
}

async function authorize({ url }: Node): Promise<string> {
  const headers = { accept: 'application/json', ...bearer(session) };
  const answer = await fitting(`${url}/v1/oauth/authorize?${authorizationQuery(client)}`, { method: 'GET', headers });
  return String(redirected(answer).code);
}

async function refreshed(node: Node, token: string): Promise<Pair> {
  const { status, body } = await refresh(node, client, token);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const connect = async (node: Node): Promise<Pair> => (await exchangeCode(node, client, await authorize(node))).body;

const call = ({ url }: Node, token: string) => send(`${url}/v1/eventCalls`, { headers: bearer(token) });

const statuses = (token: string) => Promise.all([ahead, behind].map(async (node) => (await call(node, token)).status));

/** The time passes: what was at an instant is now so much longer ago. */
const pass = (seconds: number) =>
  app.sql(
    `UPDATE "OAuthToken" t SET "consumedAt" = "consumedAt" - $2 * interval '1 second',
      "expiresAt" = "expiresAt" - $2 * interval '1 second' WHERE "workspaceId" = $1`,
    [owner.workspaceId, seconds],
  );

/** In seconds by the database's clock, from now on. */
const remaining = (kind: string) =>
  app.sql<{ seconds: number }>(
    `SELECT extract(epoch FROM "expiresAt" - now())::float8 AS "seconds" FROM "OAuthToken"
     WHERE "workspaceId" = $1 AND "kind" = $2::"OAuthTokenKind"`,
    [owner.workspaceId, kind],
  );

test('the clocks of the nodes are a minute apart', async () => {
  const key = await app.apiKey(owner);
  const [first = 0, second = 0] = await Promise.all(
    [ahead, behind].map(async (node) => Date.parse(String((await call(node, key)).headers.get('ratelimit-reset')))),
  );
  expect(Math.abs(first - second - 60_000)).toBeLessThanOrEqual(2000);
});

describe.each([
  ['ahead, then behind', () => [ahead, behind] as const],
  ['behind, then ahead', () => [behind, ahead] as const],
])('%s', (_, nodes) => {
  test('a code of one node is good at the other, and lasts 10 minutes by the database', async () => {
    const [first, second] = nodes();
    const code = await authorize(first);
    const [row] = await remaining('AUTHORIZATION_CODE');
    expect(row?.seconds).toBeGreaterThan(590);
    expect(row?.seconds).toBeLessThanOrEqual(600.1);
    await pass(590);
    const { status, body } = await exchangeCode(second, client, code);
    expect(status).toBe(200);
    expect(await statuses(body.access_token)).toEqual([200, 200]);
    const late = await authorize(first);
    await pass(600);
    expect(await exchangeCode(second, client, late)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('an access token lasts 3600 seconds by the database, at both nodes', async () => {
    const [first] = nodes();
    const { access_token } = await connect(first);
    const [row] = await remaining('ACCESS');
    expect(row?.seconds).toBeGreaterThan(3590);
    expect(row?.seconds).toBeLessThanOrEqual(3600.1);
    await pass(3585);
    expect(await statuses(access_token)).toEqual([200, 200]);
    await pass(15);
    expect(await statuses(access_token)).toEqual([401, 401]);
  });

  test('a refresh is repeated at the other node for 30 seconds, and not longer', async () => {
    const [first, second] = nodes();
    const { refresh_token } = await connect(first);
    const pair = await refreshed(first, refresh_token);
    expect(await refreshed(second, refresh_token)).toEqual(pair);
    await pass(25);
    expect(await refreshed(second, refresh_token)).toEqual(pair);
    await pass(6);
    expect((await refresh(second, client, refresh_token)).body.error).toBe('invalid_grant');
    expect(await statuses(pair.access_token)).toEqual([401, 401]);
  });

  test('refreshes that race at both nodes get the same pair, five times in a row', async () => {
    let { refresh_token } = await connect(nodes()[0]);
    for (let turn = 0; turn < 5; turn++) {
      const racing = Array.from({ length: 4 }, (__, place) => nodes()[place % 2] as Node);
      const pairs = await Promise.all(racing.map((node) => refreshed(node, refresh_token)));
      expect(new Set(pairs.map((pair) => JSON.stringify(pair))).size).toBe(1);
      ({ refresh_token } = pairs[0] as Pair);
      // An app may send 20 requests a second.
      await pause(250);
    }
  });

  test('a predecessor ends the connection once its successor was used at the other node', async () => {
    const [first, second] = nodes();
    const { refresh_token } = await connect(first);
    const pair = await refreshed(first, refresh_token);
    const next = await refreshed(second, pair.refresh_token);
    expect((await refresh(first, client, refresh_token)).body.error).toBe('invalid_grant');
    expect(await statuses(next.access_token)).toEqual([401, 401]);
  });
});

test('API keys and sessions expire at both nodes at the same instant', async () => {
  const inSeconds = (seconds: number) => fromNow(seconds * 1000);
  const credentials = (expiresAt: string) =>
    Promise.all([app.apiKey(owner, { expiresAt }), app.session(owner, { expiresAt })]);
  for (const credential of await credentials(inSeconds(15))) expect(await statuses(credential)).toEqual([200, 200]);
  for (const credential of await credentials(inSeconds(-1))) expect(await statuses(credential)).toEqual([401, 401]);
});
