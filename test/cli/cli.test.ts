import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { resolveApiKey, resolveSession } from '#src/services/credentials.ts';
import { startServerProcess } from '../bench/environment/server-process.ts';
import { cli, cliProcess, json } from '../support/cli.ts';
import { compileCache } from '../support/compile-cache.ts';
import { present } from '../support/present.ts';
import { newEmail, password, type TestServices, testServices } from '../support/service-context.ts';

describe.concurrent('the command', () => {
  test('reports every mistake on standard error alone and exits with 1', async ({ expect }) => {
    const args = ['seed', '--calls', 'many', '--fast', '--json'];
    await expect(cliProcess(args, {})).resolves.toEqual({
      code: 1,
      stdout: '',
      stderr: 'Unknown option: --fast\n--calls: Must be an integer\nHelp: npm run -s cli -- seed --help\n',
    });
  });

  test('shows its help on standard output and exits with 0', async ({ expect }) => {
    const { code, stdout, stderr } = await cli(['--help'], {});
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: npm run -s cli -- <command> \[options\]\n/);
  });

  test('reports every problem of its environment, without the password in it', async ({ expect }) => {
    const env = { DATABASE_URL: 'mysql://me:hunter2@db', PORT: 'http' };
    await expect(cli(['migrate', '--json'], env)).resolves.toEqual({
      code: 1,
      stdout: '',
      stderr:
        'PORT must be a whole number from 1 to 65535, but is "http"\nDATABASE_URL must be a postgres:// or postgresql:// URL\n',
    });
  });

  test('reports a database that cannot be reached, without the password in its URL', async ({ expect }) => {
    const env = { DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/slotline' };
    await expect(cliProcess(['migrate', '--json'], env)).resolves.toEqual({
      code: 1,
      stdout: '',
      stderr: 'DATABASE_URL: nothing listens on 127.0.0.1:1. Start PostgreSQL there, or check the host and the port.\n',
    });
  });
});

describe.concurrent('the command on a database of DATABASE_URL', () => {
  let services: TestServices;
  let member: { workspaceId: number; userId: number };
  const env = () => ({ DATABASE_URL: services.url });
  /** At the time of the command, which has the clock of the machine. */
  const atPresent = () => ({ ...services.context, clock: { now: present } });
  const ofMember = () => ['--workspace', String(member.workspaceId), '--user', String(member.userId)];

  beforeAll(async () => {
    services = await testServices();
    member = await services.workspace();
  });

  afterAll(() => services.close());

  test('workspace create prints {workspaceId, userId}', async ({ expect }) => {
    const args = ['--name', 'Acme', '--owner-email', newEmail(), '--owner-password', password, '--plan', 'BUSINESS'];
    const answer = await json(['workspace', 'create', ...args, '--time-zone', 'Europe/Berlin'], env());
    expect(answer).toEqual({ workspaceId: expect.any(Number), userId: expect.any(Number) });
    const where = { id: Number(answer.workspaceId) };
    const workspace = await services.context.db.prisma.workspace.findUnique({ where });
    expect(workspace).toMatchObject({ name: 'Acme', plan: 'BUSINESS', timeZone: 'Europe/Berlin' });
  });

  test('workspace set prints {workspaceId, plan, rateLimitPoints, graphqlCost}', async ({ expect }) => {
    const { workspaceId } = await services.workspace();
    const args = ['--id', String(workspaceId), '--plan', 'ENTERPRISE', '--rate-limit-points', '500'];
    args.push('--graphql-cost', '20000');
    const answer = await json(['workspace', 'set', ...args], env());
    expect(answer).toEqual({ workspaceId, plan: 'ENTERPRISE', rateLimitPoints: 500, graphqlCost: 20_000 });
  });

  test('user add prints {userId}', async ({ expect }) => {
    const args = ['--workspace', String(member.workspaceId), '--email', newEmail(), '--password', password];
    const answer = await json(['user', 'add', ...args, '--role', 'CLOSER'], env());
    expect(answer).toEqual({ userId: expect.any(Number) });
  });

  test('key create prints {apiKeyId, key}, and the key works', async ({ expect }) => {
    const args = [...ofMember(), '--scopes', 'contacts:read,deals:read', '--expires-in', '90d'];
    const answer = await json(['key', 'create', ...args], env(), cliProcess);
    expect(answer).toEqual({ apiKeyId: expect.any(Number), key: expect.stringMatching(/^service_/) });
    const principal = await resolveApiKey(atPresent(), String(answer.key));
    expect(principal).toMatchObject({ ...ids(), scopes: new Set(['contacts:read', 'deals:read']) });
  });

  test('session create prints {token}, and the token works', async ({ expect }) => {
    const answer = await json(['session', 'create', ...ofMember()], env());
    expect(answer).toEqual({ token: expect.stringMatching(/^service_ses_/) });
    await expect(resolveSession(atPresent(), String(answer.token))).resolves.toMatchObject(ids());
  });

  test('seed prints {workspaceId, userId, key, calls}, and the key works', async ({ expect }) => {
    const answer = await json(['seed', '--calls', '20'], env(), cliProcess);
    const number = expect.any(Number);
    expect(answer).toEqual({ workspaceId: number, userId: number, key: expect.stringMatching(/^service_/), calls: 20 });
    const principal = await resolveApiKey(atPresent(), String(answer.key));
    expect(principal).toMatchObject({ workspaceId: answer.workspaceId, userId: answer.userId });
  });

  test('migrate prints {applied}', async ({ expect }) => {
    await expect(json(['migrate'], env())).resolves.toEqual({ applied: [] });
  });

  test('says it in words without --json', async ({ expect }) => {
    await expect(cli(['migrate'], env())).resolves.toEqual({
      code: 0,
      stdout: 'The database is up to date.\n',
      stderr: '',
    });
  });

  test('reports what the database refuses by the name of the option', async ({ expect }) => {
    const stranger = await services.workspace();
    const args = ['--workspace', String(member.workspaceId), '--user', String(stranger.userId)];
    await expect(cli(['key', 'create', ...args, '--json'], env())).resolves.toEqual({
      code: 1,
      stdout: '',
      stderr: '--user: Is not a member of this workspace\n',
    });
  });

  const ids = () => ({ workspaceId: member.workspaceId, userId: member.userId });
});

describe('the command on the embedded database', () => {
  let dataDir: string;

  beforeAll(async () => {
    dataDir = path.join(await mkdtemp(path.join(tmpdir(), 'slotline-cli-')), 'data');
  });

  afterAll(() => rm(path.dirname(dataDir), { recursive: true, force: true }));

  test('works before the first start, and finds what it made before beside a running server', async ({ expect }) => {
    const env = { DATA_DIR: dataDir };
    const owner = ['--name', 'Acme', '--owner-email', 'owner@example.com', '--owner-password', password];
    expect(await json(['workspace', 'create', ...owner], env, cliProcess)).toEqual({ workspaceId: 1, userId: 1 });
    const server = await startServerProcess({
      ...{ name: 'server of the data directory', script: 'src/main.ts', applicationName: 'slotline' },
      env: { ...env, ...compileCache, DEMO: 'off', LOG_LEVEL: 'error' },
    });
    try {
      const made = await json(['key', 'create', '--workspace', '1', '--user', '1'], env, cliProcess);
      expect(made).toEqual({ apiKeyId: 1, key: expect.stringMatching(/^service_/) });
      const headers = { Authorization: `Bearer ${made.key}` };
      expect((await fetch(`http://127.0.0.1:${server.port}/v1/contacts`, { headers })).status).toBe(200);
    } finally {
      await server.stop();
    }
  });
});
