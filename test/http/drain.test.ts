import { Agent, request } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { Drain } from '#src/http/drain.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { endsWithin } from '../support/ends-within.ts';
import { pause } from '../support/waiting.ts';

describe('the time until the port may close', () => {
  /** For how long a drain of half a second lasted, while an address was answered every 25 ms. */
  async function lasting(addressAt: (turn: number) => string | undefined): Promise<{ ms: number }> {
    const drain = new Drain();
    const startedAt = performance.now();
    let ms: number | undefined;
    void drain.begin(500).then(() => {
      ms = performance.now() - startedAt;
    });
    for (let turn = 0; turn < 400; turn++) {
      const address = addressAt(turn);
      if (address !== undefined) drain.markNotified(address);
      await pause(25);
      if (ms !== undefined) return { ms };
    }
    throw new Error('The drain does not end.');
  }

  test('is that of the drain', async () => {
    expect((await lasting(() => undefined)).ms).toBeGreaterThanOrEqual(495);
  });

  test('is counted from the first answer to each load balancer, which begins to count then', async () => {
    // Of two, the second asks for the first time after 50 ms: on a busy machine later, and still before the end.
    const { ms } = await lasting((turn) => (turn < 2 ? '10.0.0.1' : `10.0.0.${1 + (turn % 2)}`));
    expect(ms).toBeGreaterThanOrEqual(2 * 25 + 490);
  });

  test('has an end, whoever asks', async () => {
    expect((await lasting((turn) => `10.0.0.${turn}`)).ms).toBeGreaterThanOrEqual(495);
  });

  test('ends at once when it is cut', async () => {
    const drain = new Drain();
    const drained = drain.begin(60_000);
    expect(drain.isOn).toBe(true);
    drain.end();
    expect(await endsWithin(1000, drained)).toBe(true);
  });
});

describe('a server that drains', () => {
  let app: TestApp;
  afterEach(() => app.close());

  /** The status and the header that fetch does not show. */
  const connectionOf = (path: string, method = 'GET') => {
    const agent = new Agent({ keepAlive: true });
    return new Promise<[status?: number, connection?: string]>((resolve, reject) => {
      const sent = request(`${app.url}${path}`, { method, agent }, (response) => {
        response.resume();
        response.on('end', () => {
          agent.destroy();
          resolve([response.statusCode, response.headers.connection]);
        });
      });
      sent.on('error', reject).end();
    });
  };

  test('answers every request, and closes its connection', async () => {
    app = await testApp();
    const paths = ['/v1/contacts', '/healthz', '/metrics', '/docs', '/nowhere', '/graphql?query={__typename}'];
    const statuses = [401, 200, 200, 200, 404, 200];
    expect(await Promise.all(paths.map((path) => connectionOf(path)))).toEqual(
      statuses.map((status) => [status, 'keep-alive']),
    );
    await app.drain.begin(0);
    expect(await Promise.all(paths.map((path) => connectionOf(path)))).toEqual(
      statuses.map((status) => [status, 'close']),
    );
    expect(await connectionOf('/', 'HEAD')).toEqual([200, 'close']);
  });

  test('is not ready, which is no error', async () => {
    app = await testApp();
    await app.drain.begin(0);
    const { status, headers, body } = await app.request('/readyz');
    expect({ status, retryAfter: headers.get('retry-after'), body }).toEqual({
      status: 503,
      retryAfter: expect.stringMatching(/^\d+$/),
      body: { status: 'draining', message: 'Service temporarily unavailable', code: 'UNAVAILABLE' },
    });
    expect(app.unexpected).toEqual([]);
  });

  test('also closes the connection of a request that began before', async () => {
    const arrived = Promise.withResolvers<void>();
    const checked = Promise.withResolvers<void>();
    app = await testApp({
      ready: () => {
        arrived.resolve();
        return checked.promise;
      },
    });
    const answer = connectionOf('/readyz');
    await arrived.promise;
    await app.drain.begin(0);
    checked.resolve();
    expect(await answer).toEqual([200, 'close']);
  });
});
