import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { migrate, pendingMigrations } from '#src/db/migrate.ts';
import { SessionPool } from '#src/db/session-pool.ts';
import { type MigrationFolder, migrationFolder } from '../support/migration-folder.ts';
import { type ConnectedScratchDatabase, scratchDatabase } from '../support/scratch-database.ts';

const first = '20260101000000_first';
const second = '20260102000000_second';
const scripts = {
  [second]: 'insert into call (host) select g from generate_series(1, 3) g;',
  [first]: `
    create table call (id serial primary key, host int not null);
    create function touch() returns trigger language plpgsql as $$ begin new.host := new.host + 10; return new; end; $$;
    create trigger touch before insert on call for each row execute function touch();`,
};

describe('migrate()', () => {
  let scratch: ConnectedScratchDatabase;
  let folder: MigrationFolder;

  beforeEach(async () => {
    scratch = await scratchDatabase();
    folder = await migrationFolder(scripts);
  });

  afterEach(async () => {
    await scratch.drop();
    await folder.remove();
  });

  const run = (target: pg.Client | pg.ClientConfig = scratch.client) => migrate(target, folder);
  const rows = async (sql: string) => (await scratch.client.query(sql)).rows;

  test('applies what is pending in the order of the names, bodies with semicolons included, and once', async () => {
    await expect(run()).resolves.toEqual({ applied: [first, second] });
    await expect(run()).resolves.toEqual({ applied: [] });
    await expect(rows('select host from call order by id')).resolves.toEqual([
      { host: 11 },
      { host: 12 },
      { host: 13 },
    ]);
  });

  test('records each migration as Prisma does', async () => {
    await run();
    await expect(
      rows(`select length(id) as id, checksum, migration_name, logs, rolled_back_at, applied_steps_count,
              finished_at > started_at as took_time from _prisma_migrations order by started_at`),
    ).resolves.toEqual(
      [first, second].map((name) => ({
        id: 36,
        checksum: createHash('sha256')
          .update(String(scripts[name as keyof typeof scripts]))
          .digest('hex'),
        migration_name: name,
        logs: null,
        rolled_back_at: null,
        applied_steps_count: 1,
        took_time: true,
      })),
    );
  });

  test('lets eight nodes start at once on an empty database: each migration is applied once and none fails', async () => {
    const runs = await Promise.all(Array.from({ length: 8 }, () => run({ connectionString: scratch.url })));
    expect(runs.flatMap(({ applied }) => applied)).toEqual([first, second]);
    await expect(rows('select count(*)::int from call')).resolves.toEqual([{ count: 3 }]);
    await expect(rows('select count(*)::int from _prisma_migrations')).resolves.toEqual([{ count: 2 }]);
  });

  test('runs two queries and takes no lock if no migration is pending', async () => {
    await run();
    const blocker = new pg.Client(scratch.url);
    await blocker.connect();
    await blocker.query('select pg_advisory_lock(72707369)');
    const query = vi.spyOn(scratch.client, 'query');
    await expect(migrate(scratch.client, { ...folder, lockTimeoutSeconds: 0 })).resolves.toEqual({ applied: [] });
    expect(query).toHaveBeenCalledTimes(2);
    await blocker.end();
  });

  test('applies a migration that arrives later, even one whose name sorts before the others', async () => {
    await run();
    await folder.write('20251231000000_late', 'create table late ()');
    await expect(pendingMigrations(scratch.client, folder.directory)).resolves.toEqual(['20251231000000_late']);
    await expect(run()).resolves.toEqual({ applied: ['20251231000000_late'] });
    await expect(pendingMigrations(scratch.client, folder.directory)).resolves.toEqual([]);
  });

  test('reports all migrations as pending for a database that has never been migrated', async () => {
    const pool = new SessionPool({ connectionString: scratch.url });
    await expect(pendingMigrations(pool, folder.directory)).resolves.toEqual([first, second]);
    await pool.end();
  });

  test('applies neither a setting of an earlier script nor the timeout of requests to a script', async () => {
    await folder.write(
      first,
      "create table call (host int); set search_path to nowhere; set statement_timeout = '100ms';",
    );
    await folder.write(second, 'select pg_sleep(0.6); insert into call values (1);');
    await run({ connectionString: scratch.url, statement_timeout: 400, query_timeout: 400 });
    await expect(rows('select host from public.call')).resolves.toEqual([{ host: 1 }]);
  });

  test('says what it applies', async () => {
    const log = vi.fn();
    await migrate(scratch.client, { ...folder, log });
    expect(log.mock.calls.flat()).toEqual([
      expect.stringMatching(/^migration "20260101000000_first" applied in \d+ ms$/),
      expect.stringMatching(/^migration "20260102000000_second" applied in \d+ ms$/),
    ]);
  });
});
