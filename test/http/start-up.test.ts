import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../bench/environment/server-process.ts';
import { cleanUpAfterTests, isRoot, NOBODY, preparedDataDir, temporaryDirectory } from '../db/embedded-support.ts';
import { retryWhenSlow } from '../support/retry-when-slow.ts';
import { migratedDatabase } from '../support/scratch-database.ts';
import { silentServer } from '../support/silent-server.ts';
import { pause } from '../support/waiting.ts';

cleanUpAfterTests();
const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const repository = path.join(import.meta.dirname, '../..');
/** Takes from root what a plain user does not have: low ports, and folders of others. Its own files stay readable. */
const asPlainUser = isRoot ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];
const canBecomePlain = !isRoot || spawnSync('setpriv', ['--version']).status === 0;

interface Start {
  /** What the process wrote, and the milliseconds from its start until the text was there. */
  until(text: string): Promise<number>;
  ended(): Promise<{ code: number | null; text: string; ms: number }>;
}

function start(env: Record<string, string>, prefix: readonly string[] = []): Start {
  const startedAt = performance.now();
  const { PATH = '' } = process.env;
  const [command = '', ...args] = [...prefix, process.execPath, 'src/main.ts'];
  const child: ChildProcess = spawn(command, args, {
    cwd: repository,
    env: { PATH, HOME: '/nonexistent', DEMO: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => (text += bytes));
  const exited = once(child, 'close') as Promise<[number | null]>;
  endings.push(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  const elapsed = () => performance.now() - startedAt;
  return {
    async until(wanted) {
      while (!text.includes(wanted)) {
        if (child.exitCode !== null) throw new Error(`The server ended: ${text}`);
        await pause(10);
      }
      return elapsed();
    },
    async ended() {
      const [code] = await exited;
      return { code, text, ms: elapsed() };
    },
  };
}

async function database(): Promise<string> {
  const { url, drop } = await migratedDatabase();
  endings.push(drop);
  return url;
}

async function openPort(): Promise<string> {
  return String(await freePort());
}

const lowPorts = '/proc/sys/net/ipv4/ip_unprivileged_port_start';
const mayOpen80 = process.platform !== 'linux' || Number(readFileSync(lowPorts, 'utf8')) <= 80;

test.skipIf(mayOpen80 || !canBecomePlain)('PORT=80 of a plain user ends the start in words', async () => {
  const { code, text } = await start({ PORT: '80', DATABASE_URL: await database() }, asPlainUser).ended();
  expect(text).toMatch(/^Only root may open port 80\. Set PORT to 1024 or more, and let a proxy listen on 80\.$/m);
  expect(code).toBe(1);
});

test('a port in use ends the start in words', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  endings.push(async () => other.close());
  const { port } = other.address() as { port: number };
  const { code, text } = await start({ PORT: String(port), DATABASE_URL: await database() }).ended();
  expect(text).toContain(`Port ${port} is in use by another program. Set PORT to a free one.\n`);
  expect(code).toBe(1);
});

test.skipIf(!canBecomePlain)('a DATA_DIR that is not writable ends the start in words', async () => {
  const folder = await temporaryDirectory();
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  for (const DATA_DIR of isRoot ? [folder, path.join(folder, 'data')] : ['/data']) {
    const { code, text } = await start({ PORT: await openPort(), DATA_DIR }, asPlainUser).ended();
    expect(text).toMatch(/^The data directory \S+ is not writable for this user \(uid \d+\)\.$/m);
    expect(text).toContain(DATA_DIR);
    expect(code).toBe(1);
  }
});

/**
 * The time for a start of Node with the code that reads the environment, just now: other tests use the processor too. What
 * the server may take is added to three times that.
 */
async function loadingMs(): Promise<number> {
  const { code, ms } = await start({ PORT: 'none' }).ended();
  expect(code).toBe(1);
  return 3 * ms;
}

test('a PostgreSQL that does not answer ends the start in words within 5 s', { retry: retryWhenSlow }, async () => {
  const silent = await silentServer();
  endings.push(silent.close);
  const DATABASE_URL = `postgres://me:hunter2@127.0.0.1:${silent.port}/slotline`;
  const maxMs = (await loadingMs()) + 5000;
  const { code, text, ms } = await start({ PORT: await openPort(), DATABASE_URL }).ended();
  expect(text).toBe(
    `DATABASE_URL: no PostgreSQL answered on 127.0.0.1:${silent.port} within 3.5 s. Check the host, the port and the firewall.\n`,
  );
  expect(code).toBe(1);
  expect(ms).toBeLessThan(maxMs);
});

test('a Redis that is not there is a warning within 2 s, and the server starts', { retry: retryWhenSlow }, async () => {
  const silent = await silentServer();
  endings.push(silent.close);
  for (const port of [await openPort(), String(silent.port)]) {
    const DATA_DIR = await preparedDataDir();
    const maxMs = (await loadingMs()) + 2000;
    const server = start({ PORT: await openPort(), DATA_DIR, REDIS_URL: `redis://127.0.0.1:${port}` });
    const ms = await server.until(
      `REDIS_URL: no Redis responds on 127.0.0.1:${port}. Check the host and the port. Until this is fixed, each node counts on its own.`,
    );
    expect(ms).toBeLessThan(maxMs);
    await server.until('Slotline is ready.');
  }
});
