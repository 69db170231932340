import { spawnSync } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, inject, test } from 'vitest';
import type { Database } from '#src/db/database.ts';
import { startEmbeddedPostgres } from '#src/db/embedded/launcher.ts';
import { migrate } from '#src/db/migrate.ts';
import type { Queryable } from '#src/db/migration/history.ts';
import { migrationsDirectory } from '#src/db/open.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { readiness } from '#src/db/readiness.ts';
import { testApp } from '../support/app.ts';
import { copyDataDir } from '../support/prepared-data-dir.ts';
import { migratedDatabase } from '../support/scratch-database.ts';
import { pause } from '../support/waiting.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

function connect(connection: Parameters<typeof openDatabase>[0]['connection']): Database {
  const database = openDatabase({ connection, isServing: true });
  for (const pool of [database.admin, database.pool]) pool.on('error', () => undefined);
  endings.push(() => database.close());
  return database;
}

async function scratch(): Promise<Database & { readonly url: string }> {
  const { url, drop } = await migratedDatabase();
  endings.push(drop);
  return Object.assign(connect({ connectionString: url }), { url });
}

/** The status of `/readyz` of a server over this database. */
async function statusesOf({ admin }: Database): Promise<() => Promise<number>> {
  const app = await testApp({ ready: readiness(admin, migrationsDirectory) });
  endings.push(() => app.close());
  return async () => (await app.request('/readyz')).status;
}

const canMount = process.getuid?.() === 0;

/** A file system of this size, in memory. */
async function smallDisk(megabytes: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'slotline-disk-'));
  const run = (...[command = '', ...args]: string[]) => {
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command}: ${stderr}`);
  };
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder);
  endings.push(async () => {
    run('umount', folder);
    await rm(folder, { recursive: true });
  });
  return folder;
}

/** Takes all that is left. */
async function fill(disk: string): Promise<void> {
  await using file = await open(path.join(disk, 'rest'), 'w');
  const page = Buffer.alloc(4096);
  const isFull = (error: { code?: string }) => error.code === 'ENOSPC';
  for (let isOver = false; !isOver; ) {
    isOver = await file.write(page).then(
      ({ bytesWritten }) => bytesWritten === 0,
      (error) => isFull(error) || Promise.reject(error),
    );
  }
}

describe('a server is not ready', () => {
  test.skipIf(!canMount)(
    `while the disk of PostgreSQL is full, though it still changes rows${canMount ? '' : ' (skipped: needs root)'}`,
    async () => {
      const disk = await smallDisk(300);
      const dataDir = path.join(disk, 'data');
      await copyDataDir(inject('preparedDataDir'), dataDir);
      const postgres = await startEmbeddedPostgres({ dataDir, role: 'server' });
      endings.push(() => postgres.stop());
      await migrate(postgres.connection, { directory: migrationsDirectory });
      const database = connect(postgres.connection);
      await database.pool.query(`INSERT INTO "Workspace" ("name") VALUES ('Acme')`);
      const status = await statusesOf(database);
      expect(await status()).toBe(200);

      await fill(disk);
      await database.pool.query(`UPDATE "Workspace" SET "name" = 'Changed'`);
      const insert = `INSERT INTO "Workspace" ("name") SELECT repeat('x', 200) FROM generate_series(1, 1000)`;
      await expect(database.pool.query(insert)).rejects.toThrow(/No space left on device/);
      await expect.poll(status).toBe(503);
      await pause(1100);
      expect(await status()).toBe(503);

      await rm(path.join(disk, 'rest'));
      await expect.poll(status).toBe(200);
      await database.pool.query(insert);
    },
  );

  test('while the database only reads, as an operator or a failover leaves it', async () => {
    const database = await scratch();
    const name = new URL(database.url).pathname.slice(1);
    await database.pool.query(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
    const reading = connect({ connectionString: database.url });
    await expect(reading.pool.query(`INSERT INTO "Workspace" ("name") VALUES ('Acme')`)).rejects.toThrow(/read-only/);
    const status = await statusesOf(reading);
    expect(await status()).toBe(503);
    await database.pool.query(`ALTER DATABASE "${name}" SET default_transaction_read_only = off`);
    const end = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()';
    await database.pool.query(end, [name]);
    await expect.poll(status).toBe(200);
  });

  test('while a migration is missing', async () => {
    const database = await scratch();
    await database.pool.query('DELETE FROM "_prisma_migrations" WHERE migration_name LIKE \'%first_version\'');
    await expect(readiness(database.admin, migrationsDirectory)()).rejects.toThrow(
      /^Migrations are pending: \d+_first/,
    );
  });
});

describe('the check', () => {
  /** The client, and how often it was asked to write. */
  function counted(client: Queryable) {
    const counts = { writes: 0 };
    const query = ((sql: string, values?: unknown[]) => {
      if (sql.includes('pg_logical_emit_message')) counts.writes += 1;
      return client.query(sql, values);
    }) as Queryable['query'];
    return { counts, client: { query } };
  }

  test('writes once a second, however often strangers ask', async () => {
    const { counts, client } = counted((await scratch()).admin);
    const app = await testApp({ ready: readiness(client, migrationsDirectory) });
    endings.push(() => app.close());
    const ask = async () => expect((await app.request('/readyz')).status).toBe(200);
    await Promise.all(Array.from({ length: 50 }, ask));
    const startedAt = performance.now();
    for (let time = 0; time < 20; time++) await ask();
    const seconds = (performance.now() - startedAt) / 1000;
    expect(counts.writes).toBeLessThanOrEqual(1 + Math.ceil(seconds));
    const before = counts.writes;
    await pause(1200);
    await ask();
    expect(counts.writes).toBe(before + 1);
  });

  test('waits for no lock of others, and leaves nothing behind', async () => {
    const database = await scratch();
    const other = await database.pool.connect();
    const tables = `SELECT string_agg(quote_ident(tablename), ', ') AS "names" FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`;
    const [{ names }] = (await database.pool.query(tables)).rows;
    await other.query(
      `BEGIN; LOCK TABLE ${names} IN ACCESS EXCLUSIVE MODE; SELECT FROM "_prisma_migrations" FOR UPDATE`,
    );
    const session = await database.admin.connect();
    const settings = `SELECT current_setting('work_mem') AS "memory", now() = statement_timestamp() AS "isOutside"`;
    const before = (await session.query(settings)).rows;
    await readiness(session as Queryable, migrationsDirectory)();
    await other.query('ROLLBACK');
    other.release();
    const after = (await session.query(settings)).rows;
    session.release();
    expect(after).toEqual(before);
  });

  test('waits until its record is out of the memory of PostgreSQL', async () => {
    const database = await scratch();
    const session = await database.admin.connect();
    const writes = async () => {
      await session.query('SELECT pg_stat_force_next_flush()');
      const { rows } = await session.query<{ writes: string }>(
        `SELECT sum("writes") AS "writes" FROM pg_stat_get_backend_io(pg_backend_pid()) WHERE "object" = 'wal'`,
      );
      return Number(rows[0]?.writes);
    };
    const before = await writes();
    // Another session that commits at the same moment writes for both.
    for (let time = 0; time < 5; time++) await readiness(session as Queryable, migrationsDirectory)();
    const after = await writes();
    session.release();
    expect(after - before).toBeGreaterThanOrEqual(3);
  });
});
