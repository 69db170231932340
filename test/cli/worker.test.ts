import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort, startServerProcess } from '../bench/environment/server-process.ts';
import { testSecretKey } from '../support/app.ts';
import { cli, cliProcess } from '../support/cli.ts';
import { compileCache } from '../support/compile-cache.ts';
import { retryWhenSlow } from '../support/retry-when-slow.ts';
import { pause } from '../support/waiting.ts';
import { useWebhookReceiver } from '../support/webhook-receiver.ts';
import { useWebhookServices } from '../support/webhook-workers.ts';

const services = await useWebhookServices();
const receiver = await useWebhookReceiver();
const { workspaceId } = await services.workspace();
const endings: (() => Promise<unknown>)[] = [];
beforeEach(() => services.endpoint(workspaceId, { url: receiver.url }));
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

function environment(): Record<string, string> {
  return { DATABASE_URL: services.url, SECRET_KEY: testSecretKey, DEMO: 'off' };
}

function startWorker(args: string[] = [], env: Record<string, string> = {}) {
  return start(['src/cli/main.ts', 'worker', ...args], 'the worker is ready', env);
}

/** A real process, as soon as it has written this. */
async function start(args: string[], readiness: string, env: Record<string, string> = {}) {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: path.join(import.meta.dirname, '../..'),
    env: { PATH, ...compileCache, ...environment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  child.stdout.on('data', (bytes) => (written.stdout += bytes));
  child.stderr.on('data', (bytes) => (written.stderr += bytes));
  const closed = once(child, 'close') as Promise<[number | null]>;
  endings.push(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  // On a busy machine a server takes longer to start than anything else that a test waits for.
  await expect.poll(() => written.stdout + written.stderr).toContain(readiness);
  return {
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    async ended() {
      const startedAt = performance.now();
      const [code] = await closed;
      return { code, ms: performance.now() - startedAt, ...written };
    },
  };
}

const statuses = async () => {
  const rows = await services.sql<{ status: string; attempts: number }>(
    'SELECT "status", "attempts" FROM "WebhookDelivery" WHERE "workspaceId" = $1',
    [workspaceId],
  );
  return rows.map(({ status, attempts }) => `${status} ${attempts}`);
};

const leases = () => services.sql('SELECT FROM "Webhook" WHERE "leasedBy" IS NOT NULL');

test('the command sends webhooks and serves its metrics at METRICS_PORT until SIGTERM, though a client stays connected', {
  retry: retryWhenSlow,
}, async () => {
  const port = await freePort();
  const worker = await startWorker(['--json'], { METRICS_PORT: String(port) });
  await services.events(workspaceId, 3);
  await expect.poll(statuses).toEqual(Array(3).fill('DELIVERED 1'));
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const metrics = await (await get('/metrics')).text();
  expect(metrics).toMatch(/^webhook_deliveries_total\{outcome="delivered"\} 3$/m);
  expect(metrics).toMatch(/^webhook_deliveries_in_flight 0$/m);
  expect(metrics).toMatch(/^webhook_waiting_seconds 0$/m);
  expect(metrics).toMatch(/^pg_pool_connections\{/m);
  expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
  expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' });
  expect((await get('/v1/contacts')).status).toBe(404);
  worker.kill('SIGTERM');
  const { code, ms, stdout } = await worker.ended();
  expect({ code, stdout }).toEqual({ code: 0, stdout: '{"signal":"SIGTERM"}\n' });
  expect(ms).toBeLessThan(5_000);
  expect(await leases()).toEqual([]);
});

/** Expects that what sends an event to a receiver that hangs ends without a trace of the attempt. */
async function expectCleanEnd(sender: Awaited<ReturnType<typeof start>>, words: string, meanwhile = async () => {}) {
  await expect.poll(() => receiver.open.now).toBe(1);
  sender.kill('SIGTERM');
  await meanwhile();
  const { code, ms, stdout } = await sender.ended();
  expect(code).toBe(0);
  expect(stdout).toContain(words);
  expect(ms).toBeLessThan(10_000);
  expect(await leases()).toEqual([]);
  expect((await statuses()).filter((status) => status !== 'DELIVERED 1')).toEqual(['PENDING 0']);
}

test('the command ends within 10 s, not ready, and frees its lease while a receiver hangs; the attempt is not recorded', {
  retry: retryWhenSlow,
}, async () => {
  receiver.answer(() => undefined);
  await services.events(workspaceId, 1);
  const port = await freePort();
  const worker = await startWorker([], { METRICS_PORT: String(port) });
  await expectCleanEnd(worker, 'The worker has stopped on SIGTERM.', async () => {
    const readiness = () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status);
    await expect.poll(readiness).toBe(503);
  });
});

test('what a killed worker was sending is sent by another', async () => {
  receiver.answer(() => undefined);
  await services.events(workspaceId, 1);
  const workers = await Promise.all([startMeasuredWorker(), startMeasuredWorker()]);
  await expect.poll(() => receiver.received.length).toBe(1);
  const inFlight = await Promise.all(workers.map((worker) => worker.inFlight()));
  expect(inFlight.toSorted()).toEqual([0, 1]);
  receiver.answer(204);
  const killed = workers[inFlight.indexOf(1)];
  killed?.kill('SIGKILL');
  await killed?.ended();
  expect(await leases()).toHaveLength(1);
  await services.sql(`UPDATE "Webhook" SET "leasedUntil" = now()`);
  await expect.poll(statuses).toEqual(['DELIVERED 1']);
  expect(receiver.received).toHaveLength(2);
});

/** A worker that states how many webhooks it is sending. */
async function startMeasuredWorker() {
  const port = await freePort();
  const worker = await startWorker([], { METRICS_PORT: String(port) });
  return {
    ...worker,
    async inFlight() {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return Number(text.match(/^webhook_deliveries_in_flight (\d+)$/m)?.[1]);
    },
  };
}

test('a server sends webhooks too, unless WORKER is off, and ends as the command does while a receiver hangs', {
  retry: retryWhenSlow,
}, async () => {
  const without = await startServerProcess({
    ...{ name: 'server with WORKER=off', script: 'src/main.ts', applicationName: 'slotline' },
    env: { ...environment(), ...compileCache, WORKER: 'off', LOG_LEVEL: 'error' },
  });
  endings.push(without.stop);
  await services.events(workspaceId, 2);
  // Two seconds are four times the interval of a worker.
  await pause(2000);
  expect(await statuses()).toEqual([]);
  const text = await (await fetch(`http://127.0.0.1:${without.port}/metrics`)).text();
  expect(text).toMatch(/^webhook_deliveries_in_flight 0$/m);
  expect(text).toMatch(/^webhook_waiting_seconds [1-9]/m);
  const PORT = String(await freePort());
  const server = await start(['src/main.ts'], 'Slotline is ready.', { WORKER: 'on', PORT });
  await expect.poll(statuses).toEqual(Array(2).fill('DELIVERED 1'));
  const metrics = await (await fetch(`http://127.0.0.1:${PORT}/metrics`)).text();
  expect(metrics).toMatch(/^webhook_deliveries_total\{outcome="delivered"\} 2$/m);
  expect(metrics).toMatch(/^webhook_waiting_seconds 0$/m);
  receiver.answer(() => undefined);
  await services.events(workspaceId, 1);
  await expectCleanEnd(server, 'Slotline is ready.');
});

test('the command ends with the reason where METRICS_PORT is in use', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  endings.push(() => new Promise((resolve) => other.close(resolve)));
  const { port } = other.address() as AddressInfo;
  const { code, stderr } = await cliProcess(['worker'], { ...environment(), METRICS_PORT: String(port) });
  expect([code, stderr]).toEqual([1, `Port ${port} is in use by another program. Set METRICS_PORT to a free one.\n`]);
});

test('the command checks the environment as the server does', async () => {
  const outcome = await cli(['worker'], { ...environment(), WORKER: 'maybe', NODE_ENV: 'production', SECRET_KEY: '' });
  expect(outcome).toEqual({
    code: 1,
    stdout: '',
    stderr: [
      'WORKER must be on or off, but is "maybe"',
      'SECRET_KEY is required when NODE_ENV is production: at least 32 characters, the same on every node\n',
    ].join('\n'),
  });
});
