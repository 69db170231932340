import { describe, expect, test } from 'vitest';
import { version } from '#src/lib/version.ts';
import { useApp } from '../support/app.ts';
import { credentialsOf, oauthApp, postForm } from '../support/oauth.ts';

const app = await useApp();

/** The samples of the counter of requests, by their labels. */
async function requests(): Promise<Record<string, number>> {
  const { body } = await app.request('/metrics');
  const samples = String(body).matchAll(/^http_request_duration_seconds_count\{(.*)\} (\d+)$/gm);
  return Object.fromEntries([...samples].map(([, labels, count]) => [String(labels), Number(count)]));
}

const labels = (route: string, method: string, status: number) =>
  `route="${route}",method="${method}",status="${status}"`;

describe('GET /metrics', () => {
  test('counts requests by route, method and status', async () => {
    const key = await app.apiKey(await app.workspace());
    const before = await requests();
    await app.get('/v1/eventCalls?limit=1', key);
    await app.get('/v1/eventCalls?limit=0', key);
    await app.graphql('{ eventCalls { count } }', key);
    await app.request('/graphql', { headers: { accept: 'text/html' } });
    const after = await requests();
    const counted = [
      labels('/v1/eventCalls', 'GET', 200),
      labels('/v1/eventCalls', 'GET', 400),
      labels('/graphql', 'POST', 200),
      labels('/graphql', 'GET', 200),
    ];
    expect(counted.map((each) => (after[each] ?? 0) - (before[each] ?? 0))).toEqual([1, 1, 1, 1]);
  });

  test('lets no caller make labels', async () => {
    for (let number = 0; number < 20; number++) {
      await app.request(`/v1/unknown-${number}`);
      await app.request(`/unknown-${number}?a=${number}`);
    }
    await app.request('/v1/eventCalls', { method: 'PROPFIND' });
    const known = Object.keys(await requests());
    expect(known.filter((each) => each.includes('unknown'))).toEqual([]);
    expect(known).toContain(labels('other', 'GET', 404));
    expect(known).toContain(labels('/v1/eventCalls', 'other', 405));
  });

  test('counts root fields, refused credentials and refusals of the limit', async () => {
    const key = await app.apiKey(await app.workspace({ rateLimitPoints: 1 }));
    await app.get('/v1/deals', key);
    await app.get('/v1/deals', key);
    await app.graphql('{ contacts { count } }', key);
    await app.graphql('{ contacts { count } }');
    await app.get('/v1/deals', `service_${'a'.repeat(38)}`);
    const { body } = await app.request('/metrics');
    for (const sample of [
      'graphql_root_fields_total{field="deals",transport="rest",outcome="OK"} 1',
      'graphql_root_fields_total{field="deals",transport="rest",outcome="RATE_LIMIT_EXCEEDED"} 1',
      'graphql_root_fields_total{field="contacts",transport="graphql",outcome="OK"} 1',
      'graphql_root_fields_total{field="contacts",transport="graphql",outcome="MISSING_API_KEY"} 1',
      'refused_credentials_total{reason="INVALID_API_KEY"} 1',
      'rate_limit_refusals_total{action="deals"} 1',
    ]) {
      expect(body).toContain(`${sample}\n`);
    }
    expect(body).toMatch(/^refused_credentials_total\{reason="MISSING_API_KEY"\} \d+$/m);
  });

  test('counts refusals of the GraphQL budget and of OAuth clients', async () => {
    const owner = await app.workspace({ graphqlCost: 1 });
    const key = await app.apiKey(owner);
    const costly = '{ contacts(limit: 100) { contacts { id eventCalls { id } } } }';
    for (let time = 0; time < 30; time++) await app.graphql(costly, key);
    const client = await oauthApp(app, owner);
    const wrong = {
      ...credentialsOf(client),
      client_secret: 'service_cs_guess',
      grant_type: 'refresh_token',
      token: 'x',
    };
    for (let time = 0; time < 11; time++) await postForm(app, '/v1/oauth/token', wrong);
    await postForm(app, '/v1/oauth/revoke', wrong);
    const { body } = await app.request('/metrics');
    expect(body).toMatch(/^rate_limit_refusals_total\{action="graphqlCost"\} [1-9]/m);
    expect(body).toContain('rate_limit_refusals_total{action="/v1/oauth/token"} 1\n');
    expect(body).toContain('rate_limit_refusals_total{action="/v1/oauth/revoke"} 1\n');
    expect(body).toContain('refused_credentials_total{reason="invalid_client"} 10\n');
  });

  test('counts each refusal of an OAuth request once', async () => {
    const client = await oauthApp(app, await app.workspace(), { clientType: 'PUBLIC' });
    const refusals = async () => {
      const { body } = await app.request('/metrics');
      return Number(/^rate_limit_refusals_total\{action="\/v1\/oauth\/revoke"\} (\d+)$/m.exec(body)?.[1] ?? 0);
    };
    const before = await refusals();
    const request = () => postForm(app, '/v1/oauth/revoke', { ...credentialsOf(client), token: 'x' });
    const responses = await Promise.all(Array.from({ length: 60 }, request));
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect((await refusals()) - before).toBe(refused.length);
  });

  test('counts documents that are refused before a field runs', async () => {
    const key = await app.apiKey(await app.workspace());
    await app.graphql('{', key);
    await app.graphql('{ nothing }', key);
    await app.graphql(`{ ${'a: workspace { id } '.repeat(20).replace(/a:/g, (_, at) => `a${at}:`)} }`, key);
    await app.graphql('query ($limit: Int) { contacts(limit: $limit) { count } }', key, { limit: 'many' });
    await app.graphql('{ contacts(limit: 0) { count } }', key);
    const { body } = await app.request('/metrics');
    const found = String(body).matchAll(/^graphql_refused_documents_total\{reason="(.*)"\} (\d+)$/gm);
    expect(Object.fromEntries([...found].map(([, reason, count]) => [reason, Number(count)]))).toMatchObject({
      GRAPHQL_PARSE_FAILED: 1,
      GRAPHQL_VALIDATION_FAILED: 1,
      TOO_MANY_ALIASES: 1,
      BAD_USER_INPUT: 1,
    });
  });

  test('states what runs, and the connections of each pool', async () => {
    const { body } = await app.request('/metrics');
    expect(body).toContain(`slotline_build_info{version="${version}",node="${process.version}"} 1\n`);
    expect(body).toMatch(/^pg_pool_connections\{pool="pool",state="total"\} [1-9]\d*$/m);
    expect(body).toMatch(/^pg_pool_connections\{pool="prisma",state="waiting"\} 0$/m);
  });

  test('is the text format of Prometheus, with the state of the process', async () => {
    const { status, headers, body } = await app.request('/metrics');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(body).toMatch(/^# TYPE http_request_duration_seconds histogram$/m);
    expect(body).toMatch(/^nodejs_eventloop_lag_seconds /m);
  });

  test('contains nothing about the callers', async () => {
    const owner = await app.workspace();
    const key = await app.apiKey(owner);
    await app.get('/v1/eventCalls?search=secret-name', key, { 'x-request-id': 'secret-id' });
    const { body } = await app.request('/metrics');
    expect(body).not.toMatch(/secret|service_/);
  });
});
