import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtFiles, createApp } from '#src/app.ts';
import { readConfig } from '#src/config/config.ts';
import { migrate } from '#src/db/migrate.ts';
import { connectDatabase, migrationsDirectory } from '#src/db/open.ts';
import { createLog } from '#src/lib/log.ts';
import { hashPassword } from '#src/lib/secrets/password.ts';
import { openRuntime, type Runtime } from '#src/runtime.ts';
import { json } from '../support/cli.ts';
import { type ConnectedScratchDatabase, scratchDatabase } from '../support/scratch-database.ts';

const email = 'demo@slotline.example';
let scratch: ConnectedScratchDatabase;
let dataDir: string;
beforeAll(async () => {
  scratch = await scratchDatabase();
  await migrate(scratch.client, { directory: migrationsDirectory });
  dataDir = await mkdtemp(path.join(tmpdir(), 'slotline-closed-'));
});
afterAll(async () => {
  await scratch.drop();
  await rm(dataDir, { recursive: true });
});

const session = 'mutation ($input: SignInInput!) { signIn(input: $input) { token } }';

interface Server {
  readonly runtime: Runtime;
  /** The warnings of its start. */
  readonly warnings: readonly string[];
  post(path: string, body: object): Promise<Response>;
  me(credential: string): Promise<number>;
  signIn(password: string): Promise<{ status: number; token: string | undefined }>;
}

/** Does the work with a server over the one database, in this environment. */
async function withServer(env: Record<string, string>, work: (server: Server) => Promise<void>): Promise<void> {
  const { url: databaseUrl } = scratch;
  const config = readConfig({
    SECRET_KEY: '0123456789abcdef'.repeat(2),
    ...env,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
  });
  const connected = await connectDatabase({ databaseUrl, dataDir: '', role: 'server' });
  const warnings: string[] = [];
  const log = { ...createLog('silent'), warn: (_: object, message: string) => void warnings.push(message) };
  const runtime = await openRuntime(config, connected, { log });
  const server = createServer().listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const app = await createApp(runtime, { ...(await builtFiles()), otherHosts: [new URL(own).host] });
    server.on('request', app.callback());
    const post: Server['post'] = (at, body) =>
      fetch(own + at, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await work({
      ...{ runtime, warnings, post },
      me: async (credential) =>
        (await fetch(`${own}/v1/me`, { headers: { authorization: `Bearer ${credential}` } })).status,
      async signIn(password) {
        const answer = await post('/graphql', { query: session, variables: { input: { email, password } } });
        const body = (await answer.json()) as { data?: { signIn: { token: string } | null } };
        return { status: answer.status, token: body.data?.signIn?.token };
      },
    });
  } finally {
    server.closeAllConnections();
    server.close();
    await runtime.close();
  }
}

describe('the demo of an installation', () => {
  let token: string;
  let key: string;
  let password: string;
  const stored = async (file: string) => (await readFile(path.join(dataDir, file), 'utf8')).trim();

  test('has a password of its own, which is stored beside its key', async () => {
    await withServer({}, async ({ runtime, signIn, me }) => {
      [password, key] = [await stored('demo-password'), await stored('demo-api-key')];
      expect(password).toMatch(/^[0-9A-Za-z]{16}$/);
      expect((await stat(path.join(dataDir, 'demo-password'))).mode & 0o777).toBe(0o600);
      expect(runtime.demo).toEqual({ ownerEmail: email, ownerPassword: password, key });
      expect((await signIn('slotline-demo')).status).toBe(401);
      token = String((await signIn(password)).token);
      expect([await me(token), await me(key)]).toEqual([200, 200]);
    });
  });

  test.each([
    ['in production', { NODE_ENV: 'production', BASE_URL: 'https://calls.example.com' }],
    ['in production on localhost', { NODE_ENV: 'production' }],
    ['with a public BASE_URL', { BASE_URL: 'https://calls.example.com' }],
    ['with a public APP_URL', { APP_URL: 'https://calls.example.com' }],
    ['with a public HOST', { HOST: '0.0.0.0' }],
    ['with DEMO=off', { DEMO: 'off' }],
  ])('lets nobody in %s, and the start says so', async (_, env) => {
    await withServer(env as Record<string, string>, async ({ runtime, warnings, post, signIn, me }) => {
      expect(runtime.demo).toBeUndefined();
      expect([(await signIn(password)).status, await me(token), await me(key)]).toEqual([401, 401, 401]);
      expect((await post('/demo', {})).status).toBe(404);
      expect(warnings.filter((message) => message.includes('demo remove'))).toHaveLength(1);
    });
  });

  test('is open again on localhost', async () => {
    await withServer({}, async ({ signIn, me }) => {
      expect([(await signIn(password)).status, await me(token), await me(key)]).toEqual([200, 200, 200]);
    });
  });

  test('whose password everybody knew gets another', async () => {
    const hash = await hashPassword('slotline-demo');
    await scratch.client.query('UPDATE "User" SET "passwordHash" = $2 WHERE "email" = $1', [email, hash]);
    await withServer({}, async ({ runtime, signIn }) => {
      expect((await signIn('slotline-demo')).status).toBe(401);
      expect((await signIn(runtime.demo?.ownerPassword ?? '')).status).toBe(200);
    });
  });

  test('is deleted by a command, with all that belongs to it', async () => {
    const env = { DATABASE_URL: scratch.url };
    const { workspaceIds } = await json(['demo', 'remove'], env);
    expect(workspaceIds).toEqual([expect.any(Number)]);
    expect(await json(['demo', 'remove'], env)).toEqual({ workspaceIds: [] });
    const { rows: tables } = await scratch.client.query<{ name: string }>(
      `SELECT table_name AS "name" FROM information_schema.columns WHERE column_name = 'workspaceId' AND table_schema = 'public'`,
    );
    expect(tables.length).toBeGreaterThan(20);
    for (const { name } of [...tables, { name: 'Workspace' }, { name: 'User' }, { name: 'BookingLink' }]) {
      expect((await scratch.client.query(`SELECT FROM "${name}"`)).rows, name).toEqual([]);
    }
  });
});
