import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ScratchDatabase } from '../../prisma/scratch-database.ts';
import { freePort } from '../bench/environment/server-process.ts';
import { testSecretKey } from '../support/app.ts';
import { compileCache } from '../support/compile-cache.ts';
import { retryWhenSlow } from '../support/retry-when-slow.ts';
import { migratedDatabase } from '../support/scratch-database.ts';
import { pause } from '../support/waiting.ts';

let database: ScratchDatabase;
beforeAll(async () => {
  database = await migratedDatabase();
});
afterAll(() => database.drop());
const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

async function startServer(env: Record<string, string>) {
  const port = await freePort();
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: path.join(import.meta.dirname, '../..'),
    env: { PATH, ...compileCache, DEMO: 'off', DATABASE_URL: database.url, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'close') as Promise<[number | null]>;
  endings.push(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  let text = '';
  child.stdout.on('data', (bytes) => (text += bytes));
  await expect.poll(() => text).toContain('Slotline is ready.');
  return {
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** The status at the path, or that nothing listens. */
    ask: (at: string) =>
      fetch(`http://127.0.0.1:${port}${at}`).then(
        ({ status }) => status,
        () => 'refused',
      ),
    async ended() {
      const startedAt = performance.now();
      const [code] = await exited;
      return { code, ms: performance.now() - startedAt };
    },
  };
}

const production = { NODE_ENV: 'production', SECRET_KEY: testSecretKey, HOST: '127.0.0.1', LOG_LEVEL: 'error' };

test('in production a server answers for 5 s after SIGTERM, though it is not ready, and ends with code 0', async () => {
  const server = await startServer(production);
  expect(await server.ask('/readyz')).toBe(200);
  const startedAt = performance.now();
  server.kill('SIGTERM');
  await expect.poll(() => server.ask('/readyz')).toBe(503);
  expect(await server.ask('/healthz')).toBe(200);
  await pause(1000);
  expect(await server.ask('/v1/contacts')).toBe(401);
  const { code, ms } = await server.ended();
  expect(code).toBe(0);
  expect(ms).toBeLessThan(15_000);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(5000);
});

test('a second signal ends the drain, but not one that comes at once, as npm sends it', async () => {
  const server = await startServer({ ...production, DRAIN_SECONDS: '300' });
  server.kill('SIGINT');
  server.kill('SIGINT');
  await expect.poll(() => server.ask('/readyz')).toBe(503);
  await pause(1200);
  expect(await server.ask('/healthz')).toBe(200);
  server.kill('SIGINT');
  const { code, ms } = await server.ended();
  expect(code).toBe(0);
  expect(ms).toBeLessThan(10_000);
});

test('in development a server closes its port at once', { retry: retryWhenSlow }, async () => {
  const server = await startServer({ LOG_LEVEL: 'error' });
  server.kill('SIGINT');
  const { code, ms } = await server.ended();
  expect(code).toBe(0);
  expect(ms).toBeLessThan(4000);
});
