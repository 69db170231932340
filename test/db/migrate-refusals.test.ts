import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '#src/db/migrate.ts';
import { MigrationError } from '#src/db/migration/files.ts';
import { type MigrationFolder, migrationFolder } from '../support/migration-folder.ts';
import { type ConnectedScratchDatabase, scratchDatabase } from '../support/scratch-database.ts';

const first = '20260101000000_first';
const second = '20260102000000_second';

describe('migrate() refuses', () => {
  let scratch: ConnectedScratchDatabase;
  let folder: MigrationFolder;

  beforeEach(async () => {
    scratch = await scratchDatabase();
    folder = await migrationFolder({ [first]: 'create table call (host int);\n' });
  });

  afterEach(async () => {
    await scratch.drop();
    await folder.remove();
  });

  const run = () => migrate(scratch.client, folder);
  const rows = async (sql: string) => (await scratch.client.query(sql)).rows;
  const refusal = async () => {
    const error = await run().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MigrationError);
    return (error as MigrationError).message;
  };

  test('an applied migration whose SQL was changed', async () => {
    await run();
    await folder.write(first, 'create table call (host bigint);\n');
    expect(await refusal()).toMatch(/"20260101000000_first" was changed after it had been applied/);
  });

  test('not a checkout that only differs in its line ends', async () => {
    await run();
    await folder.write(first, 'create table call (host int);\r\n');
    await expect(run()).resolves.toEqual({ applied: [] });
  });

  test('a database that is newer than the code', async () => {
    await run();
    await scratch.client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('x', 'x', '2099_new', now())`,
    );
    expect(await refusal()).toMatch(/database is newer than the code: migration "2099_new"/);
  });

  test('to go on after a migration that Prisma began and never finished', async () => {
    await run();
    await scratch.client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, logs) values ('x', 'x', '${second}', 'ERROR: no')`,
    );
    await folder.write(second, 'select 1');
    expect(await refusal()).toMatch(/"20260102000000_second" was begun at .* only half done.*with: ERROR: no/s);
    await scratch.client.query('update _prisma_migrations set rolled_back_at = now() where finished_at is null');
    await expect(run()).resolves.toEqual({ applied: [second] });
  });

  test('a migration that fails, of which nothing stays, and names it with the line', async () => {
    await folder.write(second, 'insert into call values (1);\n\ncreate table half ();\nselect nothing_there;');
    expect(await refusal()).toBe(
      'Migration "20260102000000_second" failed and was rolled back: column "nothing_there" does not exist (line 4)',
    );
    await expect(rows('select migration_name as name from _prisma_migrations')).resolves.toEqual([{ name: first }]);
    await expect(rows(`select (select count(*)::int from call), to_regclass('half')`)).resolves.toEqual([
      { count: 0, to_regclass: null },
    ]);
  });

  test.each(['begin; select 1; commit', 'START  TRANSACTION;', "select ';'; -- then\nRollback"])(
    'a script with a transaction of its own: %j',
    async (sql) => {
      await folder.write(second, sql);
      expect(await refusal()).toMatch(/"20260102000000_second" must not contain ".*": it runs in a transaction/);
    },
  );

  test('a connection that dies in the middle, of which nothing stays', async () => {
    await folder.write(second, 'create table half (); select pg_terminate_backend(pg_backend_pid());');
    const dying = migrate({ connectionString: scratch.url }, folder);
    await expect(dying).rejects.toThrow(/"20260102000000_second" failed and was rolled back: /);
    await expect(rows(`select to_regclass('half')`)).resolves.toEqual([{ to_regclass: null }]);
    await folder.write(second, 'select 1');
    await expect(run()).resolves.toEqual({ applied: [second] });
  });

  test('to wait for ever for another process that migrates, Prisma or ours, and names it', async () => {
    const other = new pg.Client({ connectionString: scratch.url, application_name: 'another node' });
    await other.connect();
    await other.query('select pg_advisory_lock(72707369)');
    await expect(migrate(scratch.client, { ...folder, lockTimeoutSeconds: 0.1 })).rejects.toThrow(
      /locked for migrations since more than 0.1 s, by PostgreSQL process \d+ \("another node"\)/,
    );
    await other.end();
    await expect(run()).resolves.toEqual({ applied: [first] });
  });

  test('a folder that is missing or has no SQL', async () => {
    await expect(migrate(scratch.client, { directory: '/nowhere' })).rejects.toThrow(/cannot be read: \/nowhere/);
    await folder.write(`${second}/nested`, '');
    expect(await refusal()).toMatch(/"20260102000000_second" has no readable migration.sql/);
  });
});
