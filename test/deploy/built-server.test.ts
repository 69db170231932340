import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, unlink } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScratchDatabase } from '../../prisma/scratch-database.ts';
import { databaseAt } from '../bench/environment/database.ts';
import { startServerProcess } from '../bench/environment/server-process.ts';
import { datesOf, type OpenEvent, openEvent } from '../bench/neighbours/open-events.ts';
import { compileCache } from '../support/compile-cache.ts';
import { migratedDatabase } from '../support/scratch-database.ts';

const root = path.join(import.meta.dirname, '../..');
let copy: string;
let database: ScratchDatabase;
/** Its open times of two days are so many that a thread computes them. */
let event: OpenEvent;

/** A copy of the server with a build of its own, which leaves a file when it is loaded. */
beforeAll(async () => {
  database = await migratedDatabase();
  await using bench = await databaseAt(database.url, async () => undefined);
  event = await openEvent(bench, 5);
  copy = await mkdtemp(path.join(tmpdir(), 'slotline-built-'));
  for (const name of ['src', 'web-build', 'package.json', 'package-lock.json']) {
    await cp(path.join(root, name), path.join(copy, name), { recursive: true });
  }
  for (const name of ['node_modules', 'prisma', 'schema', 'docs', 'CHANGELOG.md', 'SECURITY.md']) {
    await symlink(path.join(root, name), path.join(copy, name));
  }
  await mkdir(path.join(copy, 'build'));
  await symlink(path.join(root, 'build/web'), path.join(copy, 'build/web'));
  await promisify(execFile)(process.execPath, ['web-build/server.ts'], { cwd: copy });
  await appendFile(
    path.join(copy, 'build/server/start.js'),
    `(await import('node:fs')).writeFileSync('${mark()}', '');\n`,
  );
});
afterAll(async () => {
  await rm(copy, { recursive: true, force: true });
  await database.drop();
});

interface Answer {
  readonly status: number;
  readonly text: string;
}

function mark(): string {
  return path.join(copy, 'loaded-build');
}

function environment(): Record<string, string> {
  return { ...compileCache, DEMO: 'off', LOG_LEVEL: 'warn', BASE_URL: 'http://localhost:1' };
}

/** The pages and files that a server reads, or makes, from what lies beside its modules; and whether it runs the build. */
async function started(paths: readonly string[] = [], option?: '--sources') {
  await rm(mark(), { force: true });
  const main = path.join(copy, 'src/main.ts');
  const { port, stop } = await startServerProcess({
    ...{ name: 'built server', applicationName: 'slotline' },
    ...(option ? { nodeOptions: [main], script: option } : { script: main }),
    env: { ...environment(), DATABASE_URL: database.url },
  });
  try {
    const answers = await Promise.all(
      paths.map(async (at) => {
        const { status, text } = await ask(port, at, { accept: 'text/html,*/*' });
        return [at, status, withoutChance(text)] as const;
      }),
    );
    const openTimesAnswer = paths.length > 0 ? await openTimes(port) : undefined;
    return { isBuilt: existsSync(mark()), answers, openTimes: openTimesAnswer };
  } finally {
    await stop();
  }
}

const host = 'localhost:1';

/** Both servers have one address, whose host `fetch` cannot name. */
function ask(port: number, path: string, headers: Record<string, string>, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { hostname: '127.0.0.1', port, path, method: body ? 'POST' : 'GET', headers: { ...headers, host } };
    const sent = request(options, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      resolve({ status: response.statusCode ?? 0, text });
    });
    sent.on('error', reject).end(body);
  });
}

function openTimes(port: number): Promise<Answer> {
  const { eventId, key } = event;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ eventId, timeZone: 'Europe/Berlin', ...datesOf(2) });
  return ask(port, '/v1/events/eventDates', headers, body);
}

/** Nonces, and tokens of forms. */
function withoutChance(text: string): string {
  return text.replaceAll(/(nonce|value|content)="[\w.~+/=-]{16,}"/g, '$1').replaceAll(/'nonce-[^']+'/g, '');
}

test('the build answers like the sources: pages, documentation, metadata, assets, errors, open times of a thread', async () => {
  const paths = ['/', '/sign-in', '/docs', '/docs/reference', '/docs/search.json', '/openapi.json', '/graphql'].concat([
    '/.well-known/oauth-authorization-server',
    '/v1/contacts',
    '/v1/unknown',
    '/settings',
    '/healthz',
  ]);
  const built = await started(paths);
  const fromSources = await started(paths, '--sources');
  expect([built.isBuilt, fromSources.isBuilt]).toEqual([true, false]);
  expect(built.answers).toEqual(fromSources.answers);
  expect(built.openTimes).toEqual(fromSources.openTimes);
  expect(built.openTimes?.status).toBe(200);
  expect(built.answers.filter(([, status]) => status === 200).length).toBeGreaterThan(6);
});

test('PostgreSQL makes the database while the rest of the code is loaded', async () => {
  const [data, list] = [path.join(copy, 'data'), path.join(copy, 'data-when-loaded')];
  const [app = ''] = (await readdir(path.join(copy, 'build/server'))).filter((name) => name.startsWith('app-'));
  await appendFile(
    path.join(copy, 'build/server', app),
    `(await import('node:fs')).writeFileSync('${list}', (await import('node:fs')).readdirSync('${data}').join());\n`,
  );
  const { stop } = await startServerProcess({
    ...{ name: 'built server', applicationName: 'slotline', script: path.join(copy, 'src/main.ts') },
    env: { ...environment(), DATA_DIR: data },
  });
  await stop();
  expect(await readFile(list, 'utf8')).toContain('postgres');
});

test.each(['src/lib/decimal.ts', 'package-lock.json'])(
  'a start after a change of %s runs the sources',
  async (name) => {
    expect((await started()).isBuilt).toBe(true);
    await appendFile(path.join(copy, name), '\n');
    expect((await started()).isBuilt).toBe(false);
    await cp(path.join(root, name), path.join(copy, name));
  },
);

test('a start after a build that was interrupted runs the sources', async () => {
  expect((await started()).isBuilt).toBe(true);
  await unlink(path.join(copy, 'build/server/built-from.json'));
  expect((await started()).isBuilt).toBe(false);
});
