import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '#src/db/migrate.ts';
import { type MigrationFolder, migrationFolder } from '../support/migration-folder.ts';
import { type ConnectedScratchDatabase, scratchDatabase } from '../support/scratch-database.ts';

const first = '20260101000000_first';
const index = '20260102000000_index';
const createIndex = `-- no-transaction: the table is large
create unique index concurrently host_key on call (host);`;

describe('a migration that begins with "-- no-transaction"', () => {
  let scratch: ConnectedScratchDatabase;
  let folder: MigrationFolder;

  beforeEach(async () => {
    scratch = await scratchDatabase();
    folder = await migrationFolder({ [first]: 'create table call (host int)' });
  });

  afterEach(async () => {
    await scratch.drop();
    await folder.remove();
  });

  const run = () => migrate({ connectionString: scratch.url }, folder);
  const rows = async (sql: string) => (await scratch.client.query(sql)).rows;
  const sql = (text: string) => scratch.client.query(text);

  test('runs statement by statement, so that an index can be made concurrently', async () => {
    await folder.write(index, `${createIndex}\ncreate index concurrently other on call (host desc) -- the end;`);
    await expect(run()).resolves.toEqual({ applied: [first, index] });
    await expect(
      rows(`select to_regclass('host_key') is not null and to_regclass('other') is not null as both`),
    ).resolves.toEqual([{ both: true }]);
  });

  test('is recorded as begun before its first statement and as finished after its last', async () => {
    await folder.write(index, '-- no-transaction\ncreate table seen as select * from _prisma_migrations; vacuum seen;');
    await run();
    const state = `migration_name, finished_at is null as at_work, applied_steps_count as steps`;
    await expect(rows(`select ${state} from seen where finished_at is null`)).resolves.toEqual([
      { migration_name: index, at_work: true, steps: 0 },
    ]);
    await expect(rows(`select ${state} from _prisma_migrations where migration_name = '${index}'`)).resolves.toEqual([
      { migration_name: index, at_work: false, steps: 2 },
    ]);
  });

  test('does not deadlock with the other nodes that wait for it', async () => {
    await folder.write(index, `-- no-transaction\nselect pg_sleep(0.2);\n${createIndex}`);
    const runs = await Promise.all([run(), run(), run(), run()]);
    expect(runs.flatMap(({ applied }) => applied)).toEqual([first, index]);
  });

  test('reports what failed, and reports it again on each start until an operator resolves it', async () => {
    await folder.write(index, `-- no-transaction\nselect 1;\n${createIndex}`);
    await folder.write(first, 'create table call (host int); insert into call values (1), (1)');
    const failure = /statement 2 of 2: could not create unique index "host_key" \(Key \(host\)=\(1\) is duplicated\.\)/;
    await expect(run()).rejects.toThrow(`Migration "${index}" failed and is only partly applied: `);
    await expect(run()).rejects.toThrow(failure);
    await expect(run()).rejects.toThrow(/stopped after 1 step\(s\), with: statement 2 of 2/);
  });

  test('runs again when the operator has followed the advice to undo it, and counts as done when marked so', async () => {
    await folder.write(first, 'create table call (host int); insert into call values (1), (1)');
    await folder.write(index, createIndex);
    await run().catch(() => undefined);
    const advice = String(await run().catch((error: unknown) => error));
    const [again = '', done = ''] = advice.match(/update .*;/g) ?? [];

    await sql('drop index host_key');
    await sql(again);
    await expect(run()).rejects.toThrow(/failed and is only partly applied/);
    await sql(done);
    await expect(run()).resolves.toEqual({ applied: [] });
  });

  test('is what the error advises for a migration that cannot run in a transaction', async () => {
    await folder.write(index, 'create index concurrently host_key on call (host);');
    await expect(run()).rejects.toThrow(/cannot run inside a transaction block .*"-- no-transaction"/);
  });
});
