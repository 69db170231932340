import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { newMigration, schemaDrift } from '../../prisma/schema-drift.ts';
import { withScratchDatabase } from '../../prisma/scratch-database.ts';
import { type MigrationFolder, migrationFolder } from '../support/migration-folder.ts';
import { present } from '../support/present.ts';
import { migrationSources } from '../support/prisma-schema.ts';

const first = '20260101000000_first';
const call = `model Call {
  id       String    @id @db.Uuid
  host     String
  startsAt DateTime? @db.Timestamptz(3)
  @@index([host])
}`;
const createCall = `
  create table "Call" (id uuid, host text not null, "startsAt" timestamptz(3));
  alter table "Call" add constraint "Call_pkey" primary key (id) include (host);
  create index "Call_host_idx" on "Call" (host);`;
const beyondPrisma = `
  create extension btree_gist;
  create extension pg_trgm;
  create unique index on "Call" (host) where "startsAt" is null;
  create index on "Call" using gin (lower(host) gin_trgm_ops);
  alter table "Call" add check (host <> ''), add exclude using gist (host with =, "startsAt" with =);
  create function touch() returns trigger language plpgsql as $$ begin new.host := 'x;'; return new; end; $$;
  create trigger touch before insert on "Call" for each row execute function touch();`;

describe('the migration tool', () => {
  let folder: MigrationFolder;

  beforeEach(async () => {
    folder = await migrationFolder();
  });

  afterEach(() => folder.remove());

  const sources = (models = call) => migrationSources(folder, models, inject('embeddedPostgres'));

  test('finds no drift in what schema.prisma cannot describe', async () => {
    await folder.write(first, createCall + beyondPrisma);
    await expect(schemaDrift(await sources())).resolves.toEqual({
      migrations: [first],
      difference: null,
      script: null,
    });
  });

  test('names a column, an index and a foreign key that the migrations lack', async () => {
    await folder.write(first, createCall);
    const models = `${call.replace('}', 'deals Deal[]\n@@index([startsAt])\nnote String?\n}')}
      model Deal {
        id     String @id
        callId String @db.Uuid
        call   Call   @relation(fields: [callId], references: [id])
      }`;
    const { difference, script } = await schemaDrift(await sources(models));
    expect(difference).toMatch(/Added tables\n {2}- Deal/);
    expect(difference).toMatch(/Added column `note`/);
    expect(script).toMatch(/ADD COLUMN {5}"note" TEXT.*CREATE INDEX "Call_startsAt_idx".*FOREIGN KEY \("callId"\)/s);
  });

  test('writes a migration that makes up for the drift, in a folder that Prisma accepts', async () => {
    const schemaSources = await sources();
    const file = await newMigration('Add the Calls!', schemaSources, new Date('2026-03-04T05:06:07.890Z'));
    expect(file).toBe(path.join(folder.directory, '20260304050607_add_the_calls', 'migration.sql'));
    await expect(readFile(file, 'utf8')).resolves.toMatch(/^-- CreateTable\nCREATE TABLE "Call" \(/);
    const lockFile = await readFile(path.join(folder.directory, 'migration_lock.toml'), 'utf8');
    expect(lockFile).toContain('provider = "postgresql"');
    await expect(schemaDrift(schemaSources)).resolves.toMatchObject({ difference: null });
  });

  test('writes an empty migration for what only SQL can say', async () => {
    await folder.write(first, createCall);
    const file = await newMigration('search', await sources(), present());
    await expect(readFile(file, 'utf8')).resolves.toMatch(/^-- schema.prisma has nothing new/);
  });

  test('drops its scratch database, even after a failure', async () => {
    let url = '';
    const failing = withScratchDatabase(inject('embeddedPostgres'), async (scratchUrl) => {
      url = scratchUrl;
      throw new Error('on the way');
    });
    await expect(failing).rejects.toThrow('on the way');
    await expect(new pg.Client(url).connect()).rejects.toThrow(/does not exist/);
  });
});

test('the migration tool explains itself when it is called wrongly', () => {
  const { status, stderr } = spawnSync(process.execPath, ['prisma/migration-tool.mjs', 'deploy'], { encoding: 'utf8' });
  expect(stderr).toContain('npm run migration -- new <name>');
  expect(status).toBe(2);
});
