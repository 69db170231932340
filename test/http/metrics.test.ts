import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

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
