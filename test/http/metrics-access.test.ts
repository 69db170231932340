import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ScratchDatabase } from '../../prisma/scratch-database.ts';
import { freePort } from '../bench/environment/server-process.ts';
import { send, testApp, testSecretKey } from '../support/app.ts';
import { compileCache } from '../support/compile-cache.ts';
import { migratedDatabase } from '../support/scratch-database.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

const token = 'fedcba9876543210'.repeat(2);
const bearing = (text: string) => ({ headers: { authorization: `Bearer ${text}` } });

async function appWith(metrics: { metricsToken?: string; servesMetrics: boolean }) {
  const app = await testApp({ metrics: { metricsToken: undefined, ...metrics } });
  endings.push(() => app.close());
  return app;
}

describe('GET /metrics', () => {
  test('needs the token where there is one, whole and as a bearer token', async () => {
    const app = await appWith({ metricsToken: token, servesMetrics: true });
    const wrong: RequestInit[] = [
      {},
      ...['', token.slice(1), `${token}0`, token.toUpperCase(), `x ${token}`].map(bearing),
      ...[token, `Basic ${token}`].map((authorization) => ({ headers: { authorization } })),
    ];
    for (const init of wrong) {
      const { status, headers, body } = await app.request('/metrics', init);
      expect([status, headers.get('www-authenticate'), body]).toEqual([
        ...[401, 'Bearer'],
        { message: 'The METRICS_TOKEN is required as a bearer token' },
      ]);
    }
    expect(await app.request('/metrics', bearing(token))).toMatchObject({
      status: 200,
      body: expect.stringContaining('slotline_build_info'),
    });
    expect(JSON.stringify(app.logged)).not.toContain(token);
    for (const open of ['/healthz', '/readyz']) expect((await app.request(open)).status).toBe(200);
  });

  test('is no endpoint where it is not served', async () => {
    const app = await appWith({ servesMetrics: false });
    expect(await app.request('/metrics', bearing(token))).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await app.request('/readyz')).status).toBe(200);
  });
});

describe('in production', () => {
  let database: ScratchDatabase;
  beforeAll(async () => {
    database = await migratedDatabase();
  });
  afterAll(() => database.drop());

  /** A process as soon as it has written these words, with what the two ports answer. */
  async function start(args: readonly string[], words: string, env: Record<string, string>) {
    const [PORT, METRICS_PORT] = [String(await freePort()), String(await freePort())];
    const { PATH = '' } = process.env;
    const ports = env.METRICS_PORT === undefined ? { PORT } : { PORT, METRICS_PORT };
    const production = { NODE_ENV: 'production', SECRET_KEY: testSecretKey, HOST: '127.0.0.1', DRAIN_SECONDS: '0' };
    const child = spawn(process.execPath, args, {
      cwd: path.join(import.meta.dirname, '../..'),
      env: { PATH, ...compileCache, ...production, DATABASE_URL: database.url, ...env, ...ports },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const closed = once(child, 'close') as Promise<[number | null]>;
    endings.push(async () => {
      child.kill('SIGKILL');
      await closed;
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (text += bytes));
    await expect.poll(() => text).toContain(words);
    const ask = (port: string) => (at: string, init?: RequestInit) =>
      send(`http://127.0.0.1:${port}${at}`, init).then(
        ({ status }) => status,
        () => 'refused',
      );
    return {
      text: () => text,
      atPort: ask(PORT),
      atMetricsPort: ask(METRICS_PORT),
      async ended() {
        child.kill('SIGTERM');
        return (await closed)[0];
      },
    };
  }

  const startServer = (env: Record<string, string>) => start(['src/main.ts'], 'Slotline is ready.', env);
  const notServed = '/metrics is not served: set a METRICS_TOKEN for Prometheus to send, or a separate METRICS_PORT';

  test('a server serves them nowhere by default, and says so', async () => {
    const server = await startServer({});
    expect(await server.atPort('/metrics')).toBe(404);
    expect(await server.atPort('/readyz')).toBe(200);
    expect(await server.atMetricsPort('/metrics')).toBe('refused');
    // The log is written within half a second.
    await expect.poll(() => server.text()).toContain(notServed);
    expect(server.text()).toMatch(/ {2}Health {5}\S+\/healthz {2}\S+\/readyz\n/);
  });

  test('a server serves them at METRICS_PORT alone, and ends though a client stays connected there', async () => {
    const server = await startServer({ METRICS_PORT: 'one' });
    expect(await server.atPort('/metrics')).toBe(404);
    for (const at of ['/metrics', '/healthz', '/readyz']) expect(await server.atMetricsPort(at)).toBe(200);
    for (const at of ['/v1/contacts', '/graphql', '/']) expect(await server.atMetricsPort(at)).toBe(404);
    expect(server.text()).not.toContain('/metrics is not served');
    expect(await server.ended()).toBe(0);
  });

  test.each([
    ['a server', ['src/main.ts'], 'Slotline is ready.'],
    ['a worker', ['src/cli/main.ts', 'worker'], 'the worker is ready'],
  ])('%s requires the token at METRICS_PORT as well', async (kind, args, words) => {
    const started = await start(args, words, { METRICS_PORT: 'one', METRICS_TOKEN: token });
    expect(await started.atMetricsPort('/metrics')).toBe(401);
    expect(await started.atMetricsPort('/metrics', bearing(token))).toBe(200);
    expect(await started.atMetricsPort('/readyz')).toBe(200);
    const isServer = kind === 'a server';
    expect(await started.atPort('/metrics')).toBe(isServer ? 401 : 'refused');
    expect(await started.atPort('/metrics', bearing(token))).toBe(isServer ? 200 : 'refused');
  });
});
