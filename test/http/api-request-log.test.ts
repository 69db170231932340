import { beforeEach, describe, expect, test } from 'vitest';
import { parseNetworks } from '#src/lib/network/addresses.ts';
import { bearer, useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { connect, type OAuthApp, oauthApp, revoke } from '../support/oauth.ts';

let owner: Member;
let session: string;
let client: OAuthApp;
const app = await useApp({ trustedProxies: parseNetworks('loopback') ?? [] });
beforeEach(async () => {
  owner = await app.workspace();
  session = await app.session(owner);
  client = await oauthApp(app, owner);
  app.clock.set('2026-03-04T12:00:00.000Z');
});

/** What the log has of the workspace, in the order in which it was written: the clock of the test stands still. */
async function logged() {
  await app.requestLog.flush();
  const { body } = await app.graphql(
    `{ requests(limit: 100) { requests {
      id time userId apiKeyId apiKeyName connectionId clientId clientName method route operationName rootFields status durationMs
      requestId errorCode errorMessage fieldErrors { path code } address userAgent represents
    } } }`,
    session,
  );
  expect(body.errors).toBeUndefined();
  const serial = ({ id }: { id: string }) => Number(id.replace('req_', ''));
  return body.data.requests.requests.sort((one: { id: string }, other: { id: string }) => serial(one) - serial(other));
}

const idOf = async () => {
  const [row] = await app.sql<{ id: number }>('SELECT max("id") AS "id" FROM "ApiKey" WHERE "workspaceId" = $1', [
    owner.workspaceId,
  ]);
  return row?.id;
};

const postJson = (path: string, key: string, body: unknown) =>
  app.request(path, {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('the log of requests', () => {
  test('has a request with an API key, with route, status, duration, request id and client', async () => {
    const key = await app.apiKey(owner);
    const headers = {
      'x-request-id': 'mine-1',
      'user-agent': `agent ${'x'.repeat(300)}`,
      'x-forwarded-for': '203.0.113.7',
    };
    await app.request('/v1/contacts?search=secret-word', { headers: { ...bearer(key), ...headers } });
    const [entry, ...others] = await logged();
    expect(others).toEqual([]);
    expect(entry).toEqual({
      id: expect.stringMatching(/^req_\d+$/),
      ...{ userId: owner.userId, apiKeyId: await idOf(), apiKeyName: expect.any(String) },
      ...{ connectionId: null, clientId: null, clientName: null, operationName: null, rootFields: [] },
      ...{ method: 'GET', route: '/v1/contacts', status: 200, durationMs: expect.any(Number), requestId: 'mine-1' },
      ...{ errorCode: null, errorMessage: null, fieldErrors: [], address: '203.0.113.7', represents: 1 },
      ...{ userAgent: `agent ${'x'.repeat(194)}`, time: expect.stringMatching(/^2026-03-04T1[12]:/) },
    });
    expect(entry.durationMs).toBeGreaterThanOrEqual(0);
  });

  test('has a request of an app, with its connection and client', async () => {
    const { access_token } = await connect(app, session, client);
    const { status } = await app.get('/v1/deals', access_token);
    const [connection] = await app.sql<{ id: string }>('SELECT "id" FROM "OAuthGrant" WHERE "clientId" = $1', [
      client.clientId,
    ]);
    const [entry] = await logged();
    expect(entry).toMatchObject({
      ...{ userId: owner.userId, apiKeyId: null, apiKeyName: null, connectionId: connection?.id, status },
      ...{ clientId: client.clientId, clientName: expect.any(String), route: '/v1/deals' },
    });
  });

  test('has nothing of sessions, and nothing of callers that nobody knows', async () => {
    await app.get('/v1/contacts', session);
    await app.request('/v1/contacts', { headers: { cookie: `session=${session}`, 'x-slotline-client': '1' } });
    await app.graphql('{ viewer { role } }', session);
    await app.get('/v1/contacts');
    await app.get('/v1/contacts', `service_${'a'.repeat(38)}`);
    expect(await logged()).toEqual([]);
  });

  test('says why a request got a 403', async () => {
    const key = await app.apiKey(owner, { scopes: ['contacts:read'] });
    await app.get('/v1/deals', key);
    await app.graphql('query Sales { deals { count } }', key);
    const refused = { errorCode: 'INSUFFICIENT_SCOPE', errorMessage: 'Missing scope: deals:read', status: 403 };
    expect(await logged()).toMatchObject([
      { route: '/v1/deals', ...refused },
      { route: '/graphql', ...refused, operationName: 'Sales', rootFields: ['deals'] },
    ]);
  });

  test('says why an input was refused: paths and codes, and no value', async () => {
    const key = await app.apiKey(owner);
    await app.get('/v1/contacts?limit=secret-1&orderBy=secret-2', key);
    await postJson('/v1/contacts', key, { email: 'secret-3', firstName: 'secret-4' });
    await postJson('/v1/contacts', key, '{"email": "secret-5"');
    const refused = { errorCode: 'VALIDATION_FAILED', errorMessage: 'Validation failed', status: 400 };
    expect(await logged()).toMatchObject([
      {
        ...{ ...refused, method: 'GET' },
        fieldErrors: [
          { path: 'limit', code: 'invalid_type' },
          { path: 'orderBy', code: 'unknown_value' },
        ],
      },
      { ...refused, method: 'POST', fieldErrors: [{ path: 'email', code: 'invalid_format' }] },
      { ...refused, fieldErrors: [{ path: null, code: 'malformed' }] },
    ]);
    expect(JSON.stringify(await app.sql('SELECT * FROM "ApiRequest"'))).not.toContain('secret');
  });

  test('names what was not found', async () => {
    const key = await app.apiKey(owner);
    await app.graphql('{ contact(contactId: 2147483647) { id } }', key);
    expect(await logged()).toMatchObject([
      { errorCode: 'NOT_FOUND', status: 404, errorMessage: 'Resource not found!' },
    ]);
  });

  test('has the operation and the root fields of a document, once each, and the first error of one that failed in part', async () => {
    const key = await app.apiKey(owner, { scopes: ['contacts:read'] });
    await app.graphql('query Two { a: contacts { count } b: contacts { count } viewer { role } deals { count } }', key);
    expect(await logged()).toMatchObject([
      {
        ...{ status: 200, errorCode: 'INSUFFICIENT_SCOPE', errorMessage: 'Missing scope: deals:read' },
        ...{ operationName: 'Two', rootFields: ['contacts', 'viewer', 'deals'] },
      },
    ]);
  });

  test.each([
    ['{ contacts(', 'GRAPHQL_PARSE_FAILED', 'The document is not valid GraphQL'],
    ['{ secretField }', 'GRAPHQL_VALIDATION_FAILED', 'The document does not match the schema'],
    ['{ contacts(limit: "secret") { count } }', 'GRAPHQL_VALIDATION_FAILED', 'The document does not match the schema'],
  ])('has nothing of the document %s, which GraphQL refuses', async (document, errorCode, errorMessage) => {
    await app.graphql(document, await app.apiKey(owner));
    const entries = await logged();
    expect(entries).toMatchObject([{ errorCode, errorMessage, operationName: null, rootFields: [], fieldErrors: [] }]);
    expect(JSON.stringify(entries)).not.toContain('secret');
  });

  test('has the wrong type of a variable without its value', async () => {
    const key = await app.apiKey(owner);
    await app.graphql('query Q($n: Int) { contacts(limit: $n) { count } }', key, { n: 'secret' });
    const entries = await logged();
    expect(entries).toMatchObject([
      { errorCode: 'BAD_USER_INPUT', errorMessage: 'A variable or an argument has the wrong type' },
    ]);
    expect(JSON.stringify(entries)).not.toContain('secret');
  });

  test('has no credential that a caller put where it does not belong', async () => {
    const key = await app.apiKey(owner);
    const query = `query q${key} { contacts(limit: 1) { contacts { id } } }`;
    const headers = { 'content-type': 'application/json', 'user-agent': `curl ${key}`, ...bearer(key) };
    expect((await app.request('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) })).status).toBe(
      200,
    );
    const body = { query: '{ contacts { total } }', variables: {}, [key]: 1 };
    await app.request('/graphql', { method: 'POST', headers, body: JSON.stringify(body) });
    await postJson(`/v1/contacts`, key, { email: 'a@example.com', [`customFields.${key}`]: { [key]: 1 } });
    const entries = await logged();
    expect(entries[0]).toMatchObject({ operationName: 'qservice_…', userAgent: 'curl service_…' });
    expect(JSON.stringify(entries)).not.toContain(key);
  });

  test('has requests over the rate limit', async () => {
    const { workspaceId } = owner;
    await app.sql('UPDATE "Workspace" SET "rateLimitPoints" = 1 WHERE "id" = $1', [workspaceId]);
    const key = await app.apiKey(owner);
    for (let n = 0; n < 3; n++) await app.get('/v1/contacts', key);
    const limited = { status: 429, errorCode: 'RATE_LIMIT_EXCEEDED' };
    expect(await logged()).toMatchObject([{ status: 200 }, limited, limited]);
  });

  test('has requests with a key that was revoked or has expired, and with an access token that has expired', async () => {
    const revoked = await app.apiKey(owner);
    await app.sql('UPDATE "ApiKey" SET "revokedAt" = now() WHERE "workspaceId" = $1', [owner.workspaceId]);
    const expired = await app.apiKey(owner, { expiresAt: '2026-03-01T00:00:00Z' });
    const { access_token } = await connect(app, session, client);
    await app.get('/v1/contacts', revoked);
    await app.graphql('{ viewer { role } }', expired);
    await app.sql('UPDATE "OAuthToken" SET "expiresAt" = $1 WHERE "workspaceId" = $2', [
      '2026-03-01T00:00:00Z',
      owner.workspaceId,
    ]);
    await app.get('/v1/contacts', access_token);
    expect(await logged()).toMatchObject([
      { status: 401, errorCode: 'INVALID_API_KEY', errorMessage: 'Invalid API key', apiKeyId: expect.any(Number) },
      { status: 401, errorCode: 'API_KEY_EXPIRED', route: '/graphql', apiKeyId: await idOf() },
      { status: 401, errorCode: 'ACCESS_TOKEN_EXPIRED', clientId: client.clientId },
    ]);
  });

  test('has none with an access token whose connection has ended', async () => {
    const { access_token, refresh_token } = await connect(app, session, client);
    await revoke(app, client, refresh_token);
    expect((await app.get('/v1/contacts', access_token)).status).toBe(401);
    expect(await logged()).toEqual([]);
  });

  test('has those of each workspace apart', async () => {
    const other = await app.workspace();
    await app.get('/v1/contacts', await app.apiKey(other));
    expect(await logged()).toEqual([]);
    await app.get('/v1/deals', await app.apiKey(owner));
    expect(await logged()).toMatchObject([{ route: '/v1/deals' }]);
  });

  test('writes the requests of many credentials in one statement, and none on the way of a request', async () => {
    const keys = [await app.apiKey(owner), await app.apiKey(owner), await app.apiKey(await app.workspace())];
    await app.requestLog.flush();
    app.statements.length = 0;
    for (const key of keys) await app.get('/v1/contacts', key);
    const writes = () => app.statements.filter((name) => name === 'apiRequests.insert').length;
    expect(writes()).toBe(0);
    await app.requestLog.flush();
    expect(writes()).toBe(1);
  });

  test('keeps a part of many that are alike, each saying for how many it stands, and every other', async () => {
    const key = await app.apiKey(owner, { scopes: ['contacts:read'] });
    for (let n = 0; n < 25; n++) await app.get('/v1/contacts', key);
    await app.get('/v1/deals', key);
    const entries = await logged();
    const alike = entries.filter(({ status }: { status: number }) => status === 200);
    expect(alike).toHaveLength(10);
    expect(alike.reduce((sum: number, { represents }: { represents: number }) => sum + represents, 0)).toBe(25);
    expect(entries.filter(({ status }: { status: number }) => status === 403)).toMatchObject([{ represents: 1 }]);
  });
});
