import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '#src/db/migrate.ts';
import { readMigrationFiles } from '#src/db/migration/files.ts';
import { withSchemaEngine } from '../../prisma/schema-engine.ts';
import { type MigrationFolder, migrationFolder } from '../support/migration-folder.ts';
import { prismaSchema } from '../support/prisma-schema.ts';
import { type ConnectedScratchDatabase, scratchDatabase } from '../support/scratch-database.ts';

const first = '20260101000000_first';
const second = '20260102000000_second';
const third = '20260103000000_third';
const filters = { externalTables: [], externalEnums: [] };

/** The engine's view of the folder, as the commands of Prisma hand it over. */
async function migrationsList(directory: string) {
  const files = await readMigrationFiles(directory);
  return {
    baseDir: directory,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: files.map(({ name, script }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: script } },
    })),
  };
}

describe("beside Prisma's own engine", () => {
  let scratch: ConnectedScratchDatabase;
  let folder: MigrationFolder;

  beforeEach(async () => {
    scratch = await scratchDatabase();
    folder = await migrationFolder({
      [first]: 'create table call (host int);',
      [second]: '-- no-transaction\ncreate index concurrently host_idx on call (host);',
    });
  });

  afterEach(async () => {
    await scratch.drop();
    await folder.remove();
  });

  const engine = { url: '', schema: prismaSchema('') };
  const deploy = () =>
    withSchemaEngine({ ...engine, url: scratch.url }, async (prisma) =>
      prisma.applyMigrations({ migrationsList: await migrationsList(folder.directory), filters }),
    );
  const tableColumns = async () =>
    (
      await scratch.client.query(
        `select a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid)
         from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
         where a.attrelid = '_prisma_migrations'::regclass and a.attnum > 0 order by a.attnum`,
      )
    ).rows;

  test('the table is the same as the table of Prisma', async () => {
    await deploy();
    const ofPrisma = await tableColumns();
    await scratch.client.query('drop table _prisma_migrations, call');
    await migrate(scratch.client, folder);
    await expect(tableColumns()).resolves.toEqual(ofPrisma);
  });

  test('each takes up where the other stopped', async () => {
    await expect(deploy()).resolves.toEqual({ appliedMigrationNames: [first, second] });
    await folder.write(third, 'alter table call add column starts_at timestamptz;');
    await expect(migrate(scratch.client, folder)).resolves.toEqual({ applied: [third] });
    await expect(deploy()).resolves.toEqual({ appliedMigrationNames: [] });
  });

  test('Prisma finds nothing to complain of in what was applied here', async () => {
    await migrate(scratch.client, folder);
    const list = await migrationsList(folder.directory);
    await expect(
      withSchemaEngine({ ...engine, url: scratch.url }, (prisma) =>
        prisma.diagnoseMigrationHistory({ migrationsList: list, optInToShadowDatabase: false, filters }),
      ),
    ).resolves.toEqual({ editedMigrationNames: [], failedMigrationNames: [], hasMigrationsTable: true, history: null });
  });
});
