import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { type ConnectionConfig, connect, connectionOf } from '#src/db/connection.ts';
import type { Database } from '#src/db/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#src/db/embedded/launcher.ts';
import { examineDatabase } from '#src/db/examine.ts';
import type { NoHostError } from '#src/db/hosts/errors.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { SessionPool } from '#src/db/session-pool.ts';
import { pipelinedStatement } from '#src/db/statement.ts';
import { domainErrorOf } from '#src/domain/errors.ts';
import { socketOf, stallingProxy } from '../access/rate-limit.support.ts';
import { freePort } from '../bench/environment/server-process.ts';
import { outageProxy } from '../support/outage-proxy.ts';
import { copyDataDir, dataDirParent } from '../support/prepared-data-dir.ts';
import { retryWhenSlow } from '../support/retry-when-slow.ts';
import { silentServer } from '../support/silent-server.ts';
import { pause } from '../support/waiting.ts';

/** Two servers of their own, of which each can be told to write or only to read. */
let servers: EmbeddedPostgres[];
let folder: string;
const endings: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(await dataDirParent(), 'slotline-test-'));
  servers = [];
  for (const name of ['a', 'b']) {
    await copyDataDir(inject('preparedDataDir'), path.join(folder, name));
    servers.push(await startEmbeddedPostgres({ dataDir: path.join(folder, name), role: 'server' }));
  }
});
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await rm(folder, { recursive: true, force: true });
});

type Host = { readonly host: string; readonly port?: number };
const [a, b] = [0, 1];

const hostOf = (server: number): Host => {
  const { host, port } = new pg.Client({ connectionString: servers[server]?.url });
  return { host, port };
};

function urlOf(hosts: readonly Host[], parameters = 'target_session_attrs=read-write'): string {
  const { user, database } = new pg.Client({ connectionString: servers[a]?.url });
  const list = `host=${hosts.map(({ host }) => host)}&port=${hosts.map(({ port }) => port ?? '')}`;
  return `postgresql://${user}@/${database}?${list}&${parameters}`;
}

function open(url: string, poolSize?: number): Database {
  const database = openDatabase({ connection: connectionOf(url), isServing: true, poolSize });
  endings.push(() => database.close());
  return database;
}

async function sql(server: number, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: servers[server]?.url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

const isReplaced = "SELECT current_setting('transaction_read_only') = 'on' AS \"is\"";

/** As its operator, or what promotes a standby, makes it. Resolves when a new session has it so. */
async function become(server: number, kind: 'read-only' | 'writable'): Promise<void> {
  await sql(server, `ALTER SYSTEM SET default_transaction_read_only = ${kind === 'read-only' ? 'on' : 'off'}`);
  await sql(server, 'SELECT pg_reload_conf()');
  const isSo = async () => {
    const client = new pg.Client({ connectionString: servers[server]?.url });
    await client.connect();
    return client
      .query<{ is: boolean }>(isReplaced)
      .then(({ rows }) => rows[0]?.is)
      .finally(() => client.end());
  };
  await expect.poll(isSo).toBe(kind === 'read-only');
}

const where = 'SELECT current_setting(\'data_directory\') AS "directory"';
const proven = pipelinedStatement('test.where', where);

interface Where {
  readonly directory: string;
}

/** On which server each kind of connection is. */
async function places({ pool, prisma, run }: Database): Promise<number[]> {
  const [{ rows }, fromPrisma, fromPipeline] = await Promise.all([
    pool.query<Where>(where),
    prisma.$queryRawUnsafe<Where[]>(where),
    run<Where>(proven, []),
  ]);
  return [rows, fromPrisma, fromPipeline].map(([row]) => (row?.directory.startsWith(path.join(folder, 'a')) ? a : b));
}

describe('of several hosts', () => {
  test('the first that accepts writes is used by every kind of connection', async () => {
    await become(a, 'read-only');
    const database = open(urlOf([hostOf(a), { host: '127.0.0.1', port: await freePort() }, hostOf(b)]));
    expect(await places(database)).toEqual([b, b, b]);
  });

  test('the one that served last is tried first', async () => {
    const silent = await silentServer();
    endings.push(silent.close);
    const connection = connectionOf(
      urlOf([{ host: '127.0.0.1', port: silent.port }, hostOf(b)], 'target_session_attrs=read-write&connect_timeout=1'),
    );
    for (let session = 0; session < 3; session++) {
      const client = await connect(connection);
      await client.end();
    }
    expect(silent.connections()).toBe(1);
  });

  test('all connections follow when another one becomes the primary, without a request that fails for good', async () => {
    await become(a, 'read-only');
    const database = open(urlOf([hostOf(a), hostOf(b)]));
    expect(await places(database)).toEqual([b, b, b]);
    await become(b, 'read-only');
    await become(a, 'writable');
    const written = database.write((client) => client.query('CREATE TEMP TABLE "t" ()').then(() => 'written'));
    expect(await written).toBe('written');
    // PostgreSQL states that it only reads with the answer to the next statement.
    await places(database);
    await expect.poll(() => places(database)).toEqual([a, a, a]);
    await become(b, 'writable');
    expect(await places(database)).toEqual([a, a, a]);
  });

  test('sessions on a host that went silent end as soon as another one serves', { retry: retryWhenSlow }, async () => {
    await become(b, 'writable');
    const proxy = await stallingProxy(socketOf(servers[a]?.url ?? ''));
    endings.push(async () => proxy.close());
    const database = open(urlOf([proxy.at, hostOf(b)], 'target_session_attrs=read-write&connect_timeout=1'));
    expect(await places(database)).toEqual([a, a, a]);
    proxy.stall();
    const waiting = Promise.all([database.pool.query(where), database.run(proven, [])]);
    // Each waits for 35 s, unless another connection finds that its host is away.
    const startedAt = performance.now();
    await database.admin.query('SELECT 1');
    await waiting;
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(await places(database)).toEqual([b, b, b]);
  });

  test('the first that answers is used where the URL asks for nothing', async () => {
    await become(a, 'read-only');
    expect(await places(open(urlOf([hostOf(a), hostOf(b)], '')))).toEqual([a, a, a]);
  });

  test('none is used while none accepts writes: requests are refused as temporary', async () => {
    await become(a, 'read-only');
    const { pool, prisma, run, write } = open(urlOf([hostOf(a), { host: '127.0.0.1', port: await freePort() }]));
    const requests = [
      () => pool.query(where),
      () => prisma.workspace.findFirst(),
      () => prisma.$transaction(async (tx) => tx.workspace.findFirst()),
      () => run(proven, []),
      () => write(async () => 'written'),
    ];
    for (const request of requests) {
      expect(await request().then(String, (error: unknown) => domainErrorOf(error)?.code)).toBe('UNAVAILABLE');
    }
  });

  test.each([
    ['session', connect],
    ['pool', (config: ConnectionConfig) => new SessionPool(config).connect()],
  ])('all of them together take no longer than the %s allows', async (_, open) => {
    const silent = await silentServer();
    endings.push(silent.close);
    const hosts = [1, 2, 3].map(() => ({ host: '127.0.0.1', port: silent.port }));
    const config = { ...connectionOf(urlOf(hosts, 'connect_timeout=1')), connectionTimeoutMillis: 1500 };
    const error = await open(config).then(
      () => undefined,
      (reason: NoHostError) => reason,
    );
    const [first = 0, second = 0] = error?.errors.map(({ tried }) => tried.withinMs) ?? [];
    expect(first).toBe(1000);
    // A busy machine may have used up the rest before the second is tried.
    expect(second).toBeLessThan(501);
  });

  test('the reason of each is reported at the start', async () => {
    await become(a, 'read-only');
    const [silent, port] = [await silentServer(), await freePort()];
    endings.push(silent.close);
    const starting = await outageProxy(servers[b]?.url ?? '');
    endings.push(starting.close);
    await starting.goAway({ sqlState: '57P03' });
    const hosts = [
      hostOf(a),
      { host: '127.0.0.1', port },
      { host: '127.0.0.1', port: Number(new URL(starting.url).port) },
    ];
    const url = urlOf(
      [...hosts, { host: '127.0.0.1', port: silent.port }],
      'target_session_attrs=primary&connect_timeout=1',
    );
    await expect(examineDatabase(urlOf(hosts))).rejects.toThrow(
      `DATABASE_URL: PostgreSQL on ${hosts[0]?.host} is not the primary: it is read-only. ` +
        `nothing listens on 127.0.0.1:${port}. Start PostgreSQL there, or check the host and the port. ` +
        `PostgreSQL on 127.0.0.1:${hosts[2]?.port} cannot be used: not now`,
    );
    // It is read-only by its settings, and still no replica.
    expect(await examineDatabase(url).catch((error: Error) => error.message)).toContain('this PostgreSQL is read-only');
  });
});

describe('of a single host', () => {
  test('it may take as long to answer as the URL says', async () => {
    const silent = await silentServer();
    endings.push(silent.close);
    const url = `postgresql://me@127.0.0.1:${silent.port}/slotline?connect_timeout=1`;
    const answer = connect(connectionOf(url)).then(
      () => 'connected',
      () => 'refused',
    );
    expect(await Promise.race([answer, pause(10_000, 'waiting', { ref: false })])).toBe('refused');
  });

  test('a session is given up when the server answers that it only reads', async () => {
    await become(a, 'writable');
    const { pool, prisma, write } = open(servers[a]?.url ?? '', 1);
    const pidOf = async () => (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS "pid"')).rows[0]?.pid;
    const prismaPid = async () =>
      (await prisma.$queryRawUnsafe<{ pid: number }[]>('SELECT pg_backend_pid() AS "pid"'))[0]?.pid;
    const before = [await pidOf(), await prismaPid()];
    await become(a, 'read-only');
    const outcomes = [
      write((client) => client.query('CREATE TABLE "t" ()')),
      prisma.$transaction(async (tx) => tx.$executeRawUnsafe('CREATE TABLE "t" ()')),
    ].map((writing) => writing.then(String, (error: unknown) => domainErrorOf(error)?.code));
    expect(await Promise.all(outcomes)).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
    await become(a, 'writable');
    const after = [await pidOf(), await prismaPid()];
    expect(after.filter((pid, index) => pid === before[index])).toEqual([]);
  });
});
