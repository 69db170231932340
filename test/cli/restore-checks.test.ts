import { spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '#src/db/migrate.ts';
import { readMigrationFiles, readMigrationNames } from '#src/db/migration/files.ts';
import { migrationsDirectory } from '#src/db/open.ts';
import { restore, type ScratchPool, scratchPool, signatures, textOf, write, writeText } from '../support/backups.ts';
import { laterName, laterVersion, type MigrationFolder, migrationFolder } from '../support/migration-folder.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'slotline-checks-'));
const fileOf = (name: string) => path.join(folder, name);
const scratch: ScratchPool[] = [];
const later = await laterVersion();
afterAll(async () => {
  for (const pool of scratch) await pool.drop();
  await later.remove();
  await rm(folder, { recursive: true });
});

async function database(options?: { isMigrated?: boolean }): Promise<ScratchPool> {
  const pool = await scratchPool(options);
  scratch.push(pool);
  return pool;
}

const newWorkspace = (name: string) => `INSERT INTO "Workspace" ("name") VALUES ('${name}')`;

const namesIn = async (pool: ScratchPool) =>
  (await pool.query('SELECT "name" FROM "Workspace" ORDER BY 1')).rows.map(({ name }) => name);

/** A backup of a database with a workspace of this name. */
async function backupWith(name: string): Promise<string> {
  const source = await database({ isMigrated: true });
  await source.query(newWorkspace(name));
  await write(source, fileOf(name));
  return fileOf(name);
}

let old: string;
beforeAll(async () => {
  old = await backupWith('Old');
});

/** Runs a statement in another process, which this one waits for: within a callback that cannot wait. */
function runElsewhere({ url }: ScratchPool, statement: string): string {
  const script = `import pg from 'pg';
    const client = new pg.Client(process.argv[1]);
    await client.connect();
    await client.query(process.argv[2]).catch((error) => console.log(error.message));
    await client.end();`;
  const args = ['--input-type=module', '-e', script, url, statement];
  return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout.trim();
}

describe('restore keeps what is there:', () => {
  test('rows of tables that are newer than the backup', async () => {
    const target = await database();
    await migrate({ connectionString: target.url }, later);
    await target.query(newWorkspace('New'));
    await expect(restore(target, old, later)).rejects.toThrow(/^The database is not empty: /);
    expect(await namesIn(target)).toEqual(['New']);
    expect((await target.query('SELECT FROM "Currency"')).rowCount).toBe(2);
  });

  test('rows that came after the tables were found empty', async () => {
    const target = await database();
    const last = (await readMigrationNames(migrationsDirectory)).at(-1) ?? '';
    const log = (message: string) => {
      if (message.startsWith(`migration "${last}"`)) expect(runElsewhere(target, newWorkspace('Meanwhile'))).toBe('');
    };
    await expect(restore(target, old, { log })).rejects.toThrow('The database is not empty: Workspace has rows.');
    expect(await namesIn(target)).toEqual(['Meanwhile']);
  });

  test('by letting nobody write until the rows are there', async () => {
    const target = await database();
    const answers: string[] = [];
    const log = (message: string) => {
      if (message === 'copying Workspace') {
        answers.push(runElsewhere(target, `SET lock_timeout = 300; ${newWorkspace('Meanwhile')}`));
      }
    };
    await restore(target, old, { log });
    expect(answers).toEqual(['canceling statement due to lock timeout']);
    expect(await namesIn(target)).toEqual(['Old']);
  });

  test('by letting nobody write between the look for rows and the copy', async () => {
    const target = await database();
    const answers: string[] = [];
    const client = await target.connect();
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    client.query = ((text: unknown, ...rest: unknown[]) => {
      if (String(text).includes('FROM pg_trigger')) {
        answers.push(runElsewhere(target, `SET lock_timeout = 300; ${newWorkspace('Meanwhile')}`));
      }
      return query(text, ...rest);
    }) as typeof client.query;
    await restore({ connect: async () => client } as unknown as ScratchPool, old);
    expect(answers).toEqual(['canceling statement due to lock timeout']);
    expect(await namesIn(target)).toEqual(['Old']);
  });

  test('that of another restore which began at the same time', async () => {
    const target = await database();
    const outcomes = await Promise.allSettled([restore(target, old), restore(target, await backupWith('Other'))]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(String(refused?.reason)).toContain('The database is not empty');
    expect(await namesIn(target)).toHaveLength(1);
  });
});

describe('restore makes what the backup needs:', () => {
  test('the tables of then in the place of newer ones without rows, and the later migrations', async () => {
    const target = await database();
    await migrate({ connectionString: target.url }, later);
    await target.query('DELETE FROM "Currency"');
    expect(await restore(target, old, later)).toMatchObject({ applied: [laterName] });
    expect(await namesIn(target)).toEqual(['Old']);
    expect((await target.query('SELECT FROM "Currency"')).rowCount).toBe(2);
  });

  test('every index and every constraint, and ids that go on', async () => {
    const structure = async (pool: ScratchPool) => {
      // PostgreSQL prints the condition of an index in another way where the index was made from what it printed.
      const { rows } =
        await pool.query(`SELECT regexp_replace(indexdef, ' WHERE .*', ' WHERE') AS "definition" FROM pg_indexes WHERE schemaname = 'public'
        UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace ORDER BY 1`);
      return rows.map(({ definition }) => definition);
    };
    const [target, migrated] = [await database(), await database({ isMigrated: true })];
    await restore(target, old);
    expect(await structure(target)).toEqual(await structure(migrated));
    const { rows } = await target.query(`${newWorkspace('Next')} RETURNING "id"`);
    const { rows: first } = await target.query(`SELECT "id" FROM "Workspace" WHERE "name" = 'Old'`);
    expect(rows[0].id).toBe(first[0].id + 1);
  });

  test('no row that a trigger writes, and the triggers themselves', async () => {
    const version = await withTrigger();
    const source = await database();
    await migrate({ connectionString: source.url }, version);
    await source.query(newWorkspace('Noted'));
    await write(source, fileOf('triggered'));
    const target = await database();
    await restore(target, fileOf('triggered'), version);
    const notes = async () => (await target.query('SELECT FROM "Note"')).rowCount;
    expect(await notes()).toBe(1);
    await target.query(newWorkspace('Next'));
    expect(await notes()).toBe(2);
    await version.remove();
  });
});

/** A later version with a trigger that writes a row for each workspace. */
async function withTrigger(): Promise<MigrationFolder> {
  const files = await readMigrationFiles(migrationsDirectory);
  const sql = `CREATE TABLE "Note" ("id" SERIAL PRIMARY KEY);
    CREATE FUNCTION "note"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO "Note" DEFAULT VALUES; RETURN NEW; END $$;
    CREATE TRIGGER "noted" AFTER INSERT ON "Workspace" FOR EACH ROW EXECUTE FUNCTION "note"();`;
  const scripts = Object.fromEntries(files.map(({ name, script }) => [name, script]));
  return migrationFolder({ ...scripts, '20990101000000_trigger': sql });
}

describe('restore refuses', () => {
  test('a file that is another one than the one that was checked, and leaves no row', async () => {
    const other = await backupWith('Another');
    await copyFile(old, fileOf('swapped'));
    const target = await database();
    const meanwhile = () => copyFile(other, fileOf('swapped'));
    await expect(restore(target, fileOf('swapped'), { meanwhile })).rejects.toThrow(
      `${fileOf('swapped')} was changed after it was checked.`,
    );
    expect(await namesIn(target)).toEqual([]);
    await restore(target, other);
    expect(await namesIn(target)).toEqual(['Another']);
  });

  test('a backup of a version whose migration has another text', async () => {
    const { header, rows } = await textOf(old);
    const [first, ...others] = header.migrations;
    const migrations = [{ name: first?.name ?? '', checksum: '0'.repeat(64) }, ...others];
    await writeText(fileOf('draft'), { header: { ...header, migrations }, rows }, signatures);
    await expect(restore(await database(), fileOf('draft'))).rejects.toThrow(
      `this is version 1.0.0, which has a different text for its migration "${first?.name}".`,
    );
  });

  test('a backup whose tables its migrations do not make, and leaves no row', async () => {
    const { header, rows } = await textOf(old);
    const fewer = { header: { ...header, tables: header.tables.slice(0, -1) }, rows: rows.slice(0, -1) };
    await writeText(fileOf('fewer'), fewer, signatures);
    const target = await database();
    await expect(restore(target, fileOf('fewer'))).rejects.toThrow(
      'The tables of the backup do not match its migrations.',
    );
    expect(await namesIn(target)).toEqual([]);
  });

  test('rows that break a foreign key, and leaves no row', async () => {
    const source = await database({ isMigrated: true });
    await source.query(`${newWorkspace('Full')};
      INSERT INTO "CustomField" ("workspaceId", "name", "identifier", "type", "inputType")
      SELECT "id", 'Budget', 'budget', 'CONTACT', 'NUMBER' FROM "Workspace"`);
    await write(source, fileOf('full'));
    const { header, rows } = await textOf(fileOf('full'));
    const at = header.tables.findIndex(({ name }) => name === 'Workspace');
    await writeText(fileOf('orphans'), { header, rows: rows.with(at, '') }, signatures);
    const target = await database();
    await expect(restore(target, fileOf('orphans'))).rejects.toThrow('violates foreign key constraint');
    expect((await target.query('SELECT FROM "CustomField"')).rowCount).toBe(0);
    await restore(target, fileOf('full'));
    expect(await namesIn(target)).toEqual(['Full']);
  });
});
