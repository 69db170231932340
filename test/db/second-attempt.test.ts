import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Database } from '#src/db/database.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { Pipeline } from '#src/db/pipeline.ts';
import { deservesSecondAttempt } from '#src/db/second-attempt.ts';
import { pipelinedStatement, preparedStatement } from '#src/db/statement.ts';
import { domainErrorOf } from '#src/domain/errors.ts';
import { createScratchDatabase, sameNamed } from '../../prisma/scratch-database.ts';

let db: Database;
let drop: () => Promise<unknown>;
beforeAll(async () => {
  const scratch = await createScratchDatabase(inject('embeddedPostgres'));
  drop = scratch.drop;
  db = openDatabase({ connection: { connectionString: scratch.url }, isServing: true });
  await db.pool.query(`
    CREATE TABLE "Row" ("id" int);
    CREATE SEQUENCE "runs";
    -- Ends the session of who calls it for the first time since the sequence began anew, and says which time it is.
    CREATE FUNCTION "lostAtFirst"() RETURNS int LANGUAGE plpgsql AS $$
      DECLARE run int := nextval('"runs"');
      BEGIN
        IF run = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
        RETURN run;
      END $$;
    CREATE FUNCTION "loseCommit"() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM "lostAtFirst"(); RETURN NULL; END $$;
    CREATE TABLE "LostAtCommit" ("id" int);
    CREATE CONSTRAINT TRIGGER "lose" AFTER INSERT ON "LostAtCommit" DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION "loseCommit"();`);
});
afterAll(async () => {
  await db.close();
  await drop();
});

const restart = () => db.pool.query(`ALTER SEQUENCE "runs" RESTART`);
const lost = 'SELECT "lostAtFirst"() AS "run"';
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => domainErrorOf(error)?.code,
  );
const countOf = async (table: string) => (await db.pool.query(`SELECT FROM "${table}"`)).rowCount;
const ownEnd = 'SELECT pg_terminate_backend(pg_backend_pid())';

describe('where its session is lost', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['a statement of the pool', async () => (await db.pool.query(lost)).rows],
    ['a statement of Prisma', () => db.prisma.$queryRawUnsafe(lost)],
    ['a pipelined statement', () => db.run(pipelinedStatement('test.lost', lost), [])],
    ['a lookup of a credential', () => db.run(pipelinedStatement('test.lost', lost, { cost: 'credential' }), [])],
    ['a single statement', () => db.run(preparedStatement('test.lost', lost), [])],
  ])('%s is read again', async (_, read) => {
    await restart();
    expect(await read()).toMatchObject([{ run: 2 }]);
  });

  test.each<[string, (within: Database) => Promise<unknown>]>([
    ['a statement', (within) => within.run(preparedStatement('test.end', ownEnd), [])],
    ['a query of Prisma', async (within) => await within.prisma.$queryRawUnsafe(ownEnd)],
  ])('a snapshot is read again as a whole: %s', async (_, end) => {
    let runs = 0;
    const read = db.snapshot(async (within) => {
      runs++;
      if (runs === 1) await end(within);
      return within.run(preparedStatement('test.two', 'SELECT 2 AS "two"'), []);
    });
    expect([await read, runs]).toEqual([[{ two: 2 }], 2]);
  });

  test('a change runs again as a whole, and is made once', async () => {
    const before = (await countOf('Row')) ?? 0;
    let runs = 0;
    await db.write(async (client) => {
      runs++;
      await client.query('INSERT INTO "Row" VALUES (1)');
      if (runs === 1) await client.query(ownEnd);
    });
    expect([runs, await countOf('Row')]).toEqual([2, before + 1]);
  });

  test('a change is tried no third time', async () => {
    let runs = 0;
    const change = db.write(async (client) => {
      runs++;
      await client.query(ownEnd);
    });
    expect([await codeOf(change), runs]).toEqual(['UNAVAILABLE', 2]);
  });

  test('a caller who has waited long gets UNAVAILABLE and no second attempt', async () => {
    const client = new pg.Client(inject('embeddedPostgres'));
    client.on('error', () => undefined);
    await client.connect();
    const error = await client.query(ownEnd).catch((reason: unknown) => reason);
    const after = [0, 4, 6].map((seconds) => deservesSecondAttempt(error, performance.now() - seconds * 1000));
    expect(after).toEqual([true, true, false]);
  });

  test('a change whose COMMIT was sent is not made again', async () => {
    await restart();
    let runs = 0;
    const change = db.write(async (client) => {
      runs++;
      await client.query('INSERT INTO "LostAtCommit" VALUES (1)');
    });
    expect([await codeOf(change), runs]).toEqual(['UNAVAILABLE', 1]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['of the pool', () => db.pool.query('INSERT INTO "Row" SELECT "lostAtFirst"()')],
    ['of Prisma', () => db.prisma.$executeRawUnsafe('INSERT INTO "Row" SELECT "lostAtFirst"()')],
    ['in a WITH', () => db.pool.query(`WITH "w" AS (INSERT INTO "Row" ${lost} RETURNING 1) ${lost}`)],
  ])('a single statement %s that writes is not repeated, because it may have committed', async (_, write) => {
    await restart();
    const before = await countOf('Row');
    expect(await codeOf(write())).toBe('UNAVAILABLE');
    expect(await countOf('Row')).toBe(before);
  });

  test('a write of one statement runs again, because its caller says that a second run does no harm', async () => {
    await restart();
    const insert = preparedStatement('test.insert', 'INSERT INTO "Row" SELECT "lostAtFirst"() RETURNING "id"');
    expect(await db.writeOne(insert, [])).toMatchObject({ rows: [{ id: 2 }], rowCount: 1 });
  });

  test('a write of one statement is tried no third time', async () => {
    const terminate = preparedStatement('test.terminate', `INSERT INTO "Row" SELECT 1 WHERE (${ownEnd})`);
    expect(await codeOf(db.writeOne(terminate, []))).toBe('UNAVAILABLE');
  });

  test('what PostgreSQL refuses for another reason is not repeated', async () => {
    let runs = 0;
    const change = db.write(async (client) => {
      runs++;
      await client.query('SELECT 1 / 0');
    });
    await expect(change).rejects.toMatchObject({ code: '22012' });
    expect(runs).toBe(1);
  });
});

describe('after a deadlock', () => {
  const victim = async (client: Pick<Database['pool'], 'query'>, deadlocks: number) => {
    const { rows } = await client.query<{ run: number }>(`INSERT INTO "Row" SELECT "deadlocks"($1) RETURNING "id"`, [
      deadlocks,
    ]);
    return rows;
  };
  beforeAll(() =>
    db.pool.query(`CREATE FUNCTION "deadlocks"(times int) RETURNS int LANGUAGE plpgsql AS $$
      DECLARE run int := nextval('"runs"');
      BEGIN
        IF run <= times THEN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF;
        RETURN run;
      END $$;
      CREATE FUNCTION "deadlockCommit"() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM "deadlocks"(1); RETURN NULL; END $$;
      CREATE TABLE "DeadlockAtCommit" ("id" int);
      CREATE CONSTRAINT TRIGGER "deadlock" AFTER INSERT ON "DeadlockAtCommit" DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION "deadlockCommit"()`),
  );

  test.each<[string, (deadlocks: number) => Promise<unknown>]>([
    ['a change', (deadlocks) => db.write((client) => victim(client, deadlocks))],
    ['a single statement that writes', (deadlocks) => victim(db.pool, deadlocks)],
    [
      'a write of one statement',
      async (deadlocks) => {
        const insert = preparedStatement('test.victim', 'INSERT INTO "Row" SELECT "deadlocks"($1) RETURNING "id"');
        return (await db.writeOne(insert, [deadlocks])).rows;
      },
    ],
  ])('%s is done up to three times', async (_, write) => {
    await restart();
    expect(await write(2)).toEqual([{ id: 3 }]);
    await restart();
    await expect(write(3)).rejects.toMatchObject({ code: '40P01' });
  });

  test('at its COMMIT a change is undone, so it is also done again where its session is lost then', async () => {
    await restart();
    let runs = 0;
    await db.write(async (client) => {
      runs++;
      if (runs === 2) await client.query(ownEnd);
      await client.query('INSERT INTO "DeadlockAtCommit" VALUES (1)');
    });
    expect([runs, await countOf('DeadlockAtCommit')]).toEqual([3, 1]);
  });
});

test('a connection that PostgreSQL itself has lost, as to another node, ends no other statement of the session', async () => {
  await db.pool.query(`CREATE FUNCTION "lostElsewhere"() RETURNS int LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'connection to the remote node failed' USING ERRCODE = '08006'; END $$`);
  const [row] = (await db.pool.query<{ name: string }>(`SELECT current_database() AS "name"`)).rows;
  const pipeline = new Pipeline({ connectionString: sameNamed(String(row?.name), inject('embeddedPostgres')) }, 1);
  const session = pipelinedStatement('test.session', 'SELECT pg_backend_pid() AS "pid", pg_sleep(0.3)');
  const failing = pipelinedStatement('test.elsewhere', 'SELECT "lostElsewhere"()');
  const [before] = await pipeline.run<{ pid: number }>(session, []);
  const outcomes = await Promise.allSettled([pipeline.run(failing, []), pipeline.run(session, [])]);
  await pipeline.close();
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: { code: '08006' } },
    { status: 'fulfilled', value: [{ pid: before?.pid }] },
  ]);
});
