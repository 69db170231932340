import pg from 'pg';
import { afterAll, describe, inject, test } from 'vitest';
import type { Database } from '#src/db/database.ts';
import { connectDatabase, migrationsDirectory } from '#src/db/open.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { Pipeline } from '#src/db/pipeline.ts';
import { readiness } from '#src/db/readiness.ts';
import { pipelinedStatement, preparedStatement } from '#src/db/statement.ts';
import { domainErrorOf } from '#src/domain/errors.ts';
import { createScratchDatabase } from '../../prisma/scratch-database.ts';
import { socketOf, stallingProxy } from '../access/rate-limit.support.ts';
import { freePort } from '../bench/environment/server-process.ts';
import { endsWithin } from '../support/ends-within.ts';
import { silentServer } from '../support/silent-server.ts';
import { pause } from '../support/waiting.ts';

// The tests wait for timeouts, so they do it side by side, and what they have opened ends after the last of them.
const endings: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** As a server or an operator's command opens it. */
async function connect(role: 'server' | 'command'): Promise<Database> {
  const { url, drop } = await createScratchDatabase(inject('embeddedPostgres'), inject('migratedTemplate'));
  endings.push(drop);
  const { database, close } = await connectDatabase({ databaseUrl: url, dataDir: '', role });
  endings.push(close);
  return database;
}

const shown = `SELECT current_setting('statement_timeout') AS "statement",
  current_setting('idle_in_transaction_session_timeout') AS "idle"`;

interface Timeouts {
  readonly statement?: string;
  readonly idle?: string;
}

/** As each runner of the database has it. */
async function timeouts({ pool, admin, prisma, run }: Database): Promise<unknown[]> {
  const raw = await prisma.$queryRawUnsafe<Timeouts[]>(shown);
  const rows: Timeouts[][] = [(await pool.query(shown)).rows, (await admin.query(shown)).rows, raw];
  rows.push(await run(pipelinedStatement('test.timeouts', shown), []));
  return rows.map(([row]) => ({ statement: row?.statement, idle: row?.idle }));
}

describe.concurrent('a database that serves requests', () => {
  test('ends statements and idle transactions after half a minute, on every connection', async ({ expect }) => {
    const half = { statement: '30s', idle: '30s' };
    expect(await timeouts(await connect('server'))).toEqual([half, { ...half, statement: '4s' }, half, half]);
  });

  test('gives up a connection that does not come about', async ({ expect }) => {
    const silent = await silentServer();
    endings.push(silent.close);
    const connection = { host: '127.0.0.1', port: silent.port, user: 'postgres' };
    const database = openDatabase({ connection, isServing: true });
    endings.push(() => database.close());
    const { pool, run } = database;
    const queries = [pool.query('SELECT'), run(pipelinedStatement('test.nothing', 'SELECT'), [])];
    const settled = Promise.allSettled(queries);
    expect(await endsWithin(9000, settled)).toBe(true);
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

describe.concurrent('a request that gets no connection of the pool', () => {
  const refused = (request: Promise<unknown>) =>
    request.then(
      () => 'served',
      (error: unknown) => domainErrorOf(error)?.code,
    );

  test('is refused as temporary when all of them are busy for 5 seconds, and the next one succeeds', async ({
    expect,
  }) => {
    const { url, drop } = await createScratchDatabase(inject('embeddedPostgres'));
    endings.push(drop);
    const connection = { connectionString: url };
    const database = openDatabase({ connection, isServing: true, poolSize: 1 });
    endings.push(() => database.close());
    const busy = await database.pool.connect();
    const statement = preparedStatement('test.one', 'SELECT 1 AS "one"');
    const requests = [database.write(async () => 'written'), database.run(statement, [])];
    expect(await Promise.all(requests.map(refused))).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
    busy.release();
    expect(await database.write(async () => 'written')).toBe('written');
    expect(await database.run(statement, [])).toEqual([{ one: 1 }]);
  });

  test('is refused as temporary when PostgreSQL cannot be reached', async ({ expect }) => {
    const database = openDatabase({ connection: { host: '127.0.0.1', port: await freePort() }, isServing: true });
    endings.push(() => database.close());
    expect(await refused(database.write(async () => 'written'))).toBe('UNAVAILABLE');
  });
});

describe.concurrent('a connection that carries nothing any more', () => {
  async function stalling() {
    const scratch = await createScratchDatabase(inject('embeddedPostgres'), inject('migratedTemplate'));
    endings.push(scratch.drop);
    const { user, database } = new pg.Client({ connectionString: scratch.url });
    const proxy = await stallingProxy(socketOf(scratch.url));
    endings.push(async () => proxy.close());
    return { proxy, connection: { ...proxy.at, user, database } };
  }

  test('does not keep a server from being ready when its database is back', async ({ expect }) => {
    const { proxy, connection } = await stalling();
    const { admin, close } = openDatabase({ connection, isServing: true });
    endings.push(close);
    const ready = readiness(admin, migrationsDirectory);
    await ready();
    proxy.stall();
    // The last result counts for a second.
    await pause(1_100);
    await expect(ready()).rejects.toThrow('No response within 2000 ms.');
    proxy.heal();
    await expect.poll(() => ready().then(() => 'ready')).toBe('ready');
  });

  test('is closed by the pipeline, which continues on another', async ({ expect }) => {
    const { proxy, connection } = await stalling();
    const pipeline = new Pipeline({ ...connection, query_timeout: 1500 }, 1);
    endings.push(() => pipeline.close());
    const one = pipelinedStatement('test.one', 'SELECT 1 AS "one"');
    expect(await pipeline.run(one, [])).toMatchObject([{ one: 1 }]);
    proxy.stall();
    const lost = await Promise.allSettled([pipeline.run(one, []), pipeline.run(one, [])]);
    expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    proxy.heal();
    await expect.poll(() => pipeline.run(one, [])).toMatchObject([{ one: 1 }]);
  });
});

test('a command of the operator may take its time', async ({ expect }) => {
  expect(await timeouts(await connect('command'))).toEqual(Array(4).fill({ statement: '0', idle: '0' }));
});
