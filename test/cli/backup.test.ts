import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inOrderOfDependency } from '#src/db/backup/catalog.ts';
import { databaseAddress, placeOf } from '#src/db/examine.ts';
import { migrate } from '#src/db/migrate.ts';
import { readMigrationNames } from '#src/db/migration/files.ts';
import { createTable } from '#src/db/migration/history.ts';
import { migrationsDirectory } from '#src/db/open.ts';
import { seedWorkspace } from '#src/demo/seed-workspace.ts';
import { resolveApiKey } from '#src/services/credentials.ts';
import { checkAllRollups } from '#src/services/rollups.ts';
import { testApp, testSecretKey, useApp } from '../support/app.ts';
import {
  restore,
  type ScratchPool,
  scratchPool,
  signatures,
  tableCount,
  textOf,
  write,
  writeText,
} from '../support/backups.ts';
import { cli, cliProcess, json } from '../support/cli.ts';
import { laterName, laterVersion } from '../support/migration-folder.ts';

const dropped: (() => Promise<void>)[] = [];

const folder = await mkdtemp(path.join(tmpdir(), 'slotline-backup-'));
const app = await useApp();
const key = (await seedWorkspace(app.context, { calls: 300 })).key;
const owner = await app.workspace();
await app.insert('OAuthClient', {
  ...{
    ...owner,
    clientId: 'ocl_1',
    name: 'Tab\tline\nslash\\ \\. ü',
    clientType: 'PUBLIC',
    redirectUris: ['a', 'b,"'],
  },
  ...{ logo: Buffer.from([0, 92, 46, 10, 255]), logoType: 'image/png', allowedScopes: [], grantTypes: '{}' },
});
afterAll(async () => {
  for (const drop of dropped) await drop();
  await rm(folder, { recursive: true });
});

const environment = (url = app.databaseUrl) => ({ DATABASE_URL: url, SECRET_KEY: testSecretKey });
const fileOf = (name: string) => path.join(folder, name);

async function database(options?: { isMigrated?: boolean }): Promise<ScratchPool> {
  const pool = await scratchPool(options);
  dropped.push(() => pool.drop());
  return pool;
}

describe('a backup', () => {
  test('restores the same rows, counters and sequences into an empty database', async () => {
    const file = fileOf('whole');
    const written = await json(['backup', '--to', file], environment(), cliProcess);
    expect(written).toMatchObject({ file, bytes: (await stat(file)).size, rows: expect.any(Number) });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('partial'));
    const target = await database();
    const answer = await json(['restore', '--from', file], environment(target.url), cliProcess);
    const { rows, tables, migration, applied } = answer;
    const { version: _, bytes: __, signed, database: from, ...same } = written;
    expect(signed).toBe(true);
    expect(from).toBe(databaseAddress({ databaseUrl: app.databaseUrl, dataDir: '' }));
    expect({ file, rows, tables, migration }).toEqual(same);
    expect(applied).toEqual([]);
    await write(target, fileOf('again'));
    expect(await contentOf('again')).toEqual(await contentOf('whole'));
    const { url } = target;
    const restored = await testApp({ databaseUrl: url });
    try {
      expect(await resolveApiKey(restored.context, key)).toMatchObject({ role: 'OWNER' });
      expect((await checkAllRollups(restored.context)).wrong).toEqual([]);
      const owner = await restored.workspace();
      await restored.call(owner);
      expect((await checkAllRollups(restored.context)).wrong).toEqual([]);
      const logo = await restored.sql('SELECT "name", "logo" FROM "OAuthClient"');
      expect(logo).toEqual([{ name: 'Tab\tline\nslash\\ \\. ü', logo: Buffer.from([0, 92, 46, 10, 255]) }]);
    } finally {
      await restored.close();
    }
  });

  test('is one snapshot while others write', async () => {
    const owner = await app.workspace();
    const shared = { eventId: await app.event(owner), contactId: await app.contact(owner.workspaceId) };
    let isOver = false;
    let calls = 0;
    const writing = (async () => {
      for (; !isOver; calls++) {
        await app.call(owner, { ...shared, contactId: await app.contact(owner.workspaceId) });
        if (calls % 3 !== 0) continue;
        const cancel = `UPDATE "EventCall" SET "status" = 'CANCELLED' WHERE "workspaceId" = $1 AND "id" % 3 = 0`;
        await app.writeCalls(owner.workspaceId, cancel, [owner.workspaceId]);
      }
    })();
    try {
      for (const name of ['busy-1', 'busy-2']) {
        const before = calls;
        await expect.poll(() => calls).toBeGreaterThan(before + 1);
        await write(app.context.db.pool, fileOf(name));
        const target = await database();
        await restore(target, fileOf(name));
        await write(target, fileOf(`${name}-again`));
        expect(await contentOf(`${name}-again`)).toEqual(await contentOf(name));
        expect(await checkAllRollups({ db: { ...app.context.db, pool: target } })).toMatchObject({ wrong: [] });
      }
    } finally {
      isOver = true;
      await writing;
    }
  });

  test('of an earlier version restores, and later migrations follow', async () => {
    const names = await readMigrationNames(migrationsDirectory);
    const older = await database({ isMigrated: true });
    await older.query(`INSERT INTO "Workspace" ("name") VALUES ('Old')`);
    const { migration } = await json(['backup', '--to', fileOf('older')], environment(older.url));
    expect(migration).toBe(names.at(-1));
    const later = await laterVersion();
    const target = await database();
    const { directory } = later;
    expect(await restore(target, fileOf('older'), { directory })).toMatchObject({ applied: [laterName] });
    await later.remove();
    expect((await target.query('SELECT "name" FROM "Workspace"')).rows).toEqual([{ name: 'Old' }]);
    expect((await target.query('SELECT FROM "Currency"')).rowCount).toBe(2);
  });

  test('goes into a database that is migrated already', async () => {
    const migrated = await database({ isMigrated: true });
    const answer = await json(['restore', '--from', fileOf('older')], environment(migrated.url));
    expect(answer).toMatchObject({ rows: 1, applied: [] });
    const { workspaces } = await json(['workspace', 'list'], { DATABASE_URL: migrated.url });
    expect(workspaces).toMatchObject([{ name: 'Old' }]);
  });

  test('that ends before it is whole leaves no file', async () => {
    const target = await database();
    await migrate({ connectionString: target.url }, { directory: migrationsDirectory });
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    const script = `import pg from 'pg';
      const client = new pg.Client(process.argv[1]);
      await client.connect();
      await client.query(process.argv[2]);
      await client.end();`;
    // Waits for the end of the connection, so that it comes before the next table.
    const killer = (message: string) => {
      if (!message.includes('EventCall')) return;
      execFileSync(process.execPath, ['--input-type=module', '-e', script, target.url, end]);
    };
    await expect(write(target, fileOf('broken'), { log: killer })).rejects.toThrow();
    expect((await readdir(folder)).filter((name) => name.startsWith('broken'))).toEqual([]);
  });
});

/** The rows of each table, sorted, because a table has no order. */
async function contentOf(name: string): Promise<Record<string, string[]>> {
  const { header, rows } = await textOf(fileOf(name));
  return Object.fromEntries(header.tables.map((table, index) => [table.name, (rows[index] ?? '').split('\n').sort()]));
}

describe('restore refuses, and leaves the database empty:', () => {
  beforeAll(() => write(app.context.db.pool, fileOf('good')));

  async function refusal(file: string): Promise<string> {
    const target = await database();
    const error = await restore(target, file).catch((reason: Error) => reason);
    expect(await tableCount(target)).toBe(0);
    return (error as Error).message.replaceAll(`${folder}/`, '');
  }

  /** A copy of the good file whose text before compression is another. */
  async function altered(change: (text: Buffer) => Buffer): Promise<string> {
    const text = zstdDecompressSync(await readFile(fileOf('good')));
    await writeFile(fileOf('altered'), zstdCompressSync(change(text)));
    return fileOf('altered');
  }

  test('a truncated file, wherever it ends', async () => {
    const whole = await readFile(fileOf('good'));
    for (const end of [0, 10, whole.length >> 1, whole.length - 1]) {
      await writeFile(fileOf('short'), whole.subarray(0, end));
      expect(await refusal(fileOf('short'))).toBe('short is truncated: its end is missing.');
    }
  });

  test('one with another byte', async () => {
    const bytes = await readFile(fileOf('good'));
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 255, bytes.length >> 1);
    await writeFile(fileOf('flipped'), bytes);
    expect(await refusal(fileOf('flipped'))).toMatch(/^flipped is (damaged|truncated)/);
  });

  test.each<[string, (text: Buffer) => Buffer, string]>([
    ['another row', (text) => replaced(text, 'Seed of 300', 'Seed of 301'), 'the rows of Workspace have changed'],
    ['another header', (text) => replaced(text, '"1.0.0"', '"1.0.1"'), 'its first line was changed'],
    ['more at its end', (text) => Buffer.concat([text, Buffer.from('more\n')]), 'there is data after its end'],
    ['no last line', (text) => text.subarray(0, text.lastIndexOf('\\.\n') + 3), 'is truncated'],
  ])('one that was compressed again, with %s', async (_, change, problem) => {
    expect(await refusal(await altered(change))).toContain(problem);
  });

  test('what is not a backup', async () => {
    await writeFile(fileOf('text'), 'hello');
    expect(await refusal(fileOf('text'))).toBe('text is not a backup.');
    await writeFile(fileOf('other'), zstdCompressSync('hello\n'));
    expect(await refusal(fileOf('other'))).toBe('other is not a backup that this version can read.');
    expect(await refusal(fileOf('nowhere'))).toMatch(/^nowhere cannot be read: ENOENT/);
  });

  test('one of a newer version', async () => {
    const { header, rows } = await textOf(fileOf('good'));
    const migrations = [...header.migrations, { name: '20991231000000_later', checksum: '0' }];
    await writeText(fileOf('newer'), { header: { ...header, version: '9.0.0', migrations }, rows }, signatures);
    expect(await refusal(fileOf('newer'))).toBe(
      'The backup was written by version 9.0.0; this is version 1.0.0, which does not know its migration ' +
        '"20991231000000_later". Restore it with the version that wrote it, or a later one.',
    );
  });
});

function replaced(text: Buffer, from: string, to: string): Buffer {
  const at = text.indexOf(from);
  return Buffer.concat([text.subarray(0, at), Buffer.from(to), text.subarray(at + from.length)]);
}

describe('it says in words', () => {
  const failed = (stderr: string) => ({ code: 1, stdout: '', stderr });

  test('that the target is not empty, or of another program', async () => {
    const written = fileOf('good');
    const { code, stderr } = await cli(['restore', '--from', written, '--json'], environment());
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^The database is not empty: \w+ has rows\. Restore into a new database, or with/),
    });
    const other = await database();
    await other.query('CREATE TABLE note (id int)');
    await expect(restore(other, written)).rejects.toThrow(
      'The database contains tables of another program. Restore into an empty database.',
    );
    // Another program that keeps its migrations in a table of the same name.
    await other.query(createTable('_prisma_migrations'));
    await other.query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
      VALUES ('1', '0', '20200101000000_theirs', now())`);
    await expect(restore(other, written)).rejects.toThrow('The database contains tables of another program.');
    expect(await tableCount(other)).toBe(2);
  });

  test('which database it read, and without its password', async () => {
    const { code, stdout } = await cli(['backup', '--to', fileOf('named')], environment());
    expect(code).toBe(0);
    const place = { databaseUrl: app.databaseUrl, dataDir: '' };
    expect(stdout).toContain(` tables from ${placeOf(place)} in `);
    const withPassword = { databaseUrl: 'postgresql://me:secret@db.internal:5433/slotline', dataDir: '' };
    expect(placeOf(withPassword)).toBe('the database "slotline" on db.internal:5433');
    expect(databaseAddress(withPassword)).toBe('db.internal:5433/slotline');
    expect(databaseAddress({ databaseUrl: undefined, dataDir: folder })).toBe(folder);
  });

  test('that an unlogged table has rows', async () => {
    const target = await database({ isMigrated: true });
    await target.query('CREATE UNLOGGED TABLE note (id int); INSERT INTO note VALUES (1)');
    await expect(restore(target, fileOf('good'))).rejects.toThrow('The database is not empty: note has rows.');
  });

  test('that there is nothing to back up, or the file cannot be made', async () => {
    const empty = await database();
    expect(await cli(['backup', '--to', fileOf('none'), '--json'], environment(empty.url))).toEqual(
      failed(expect.stringMatching(/^There is no Slotline data in the database /)),
    );
    expect(await cli(['backup', '--to', fileOf('good'), '--json'], environment())).toEqual(
      failed(`${fileOf('good')} already exists: choose another file.\n`),
    );
    // A file that another program makes meanwhile.
    const make = () => writeFileSync(fileOf('meanwhile'), 'theirs');
    await expect(write(app.context.db.pool, fileOf('meanwhile'), { log: make })).rejects.toThrow(
      `${fileOf('meanwhile')} already exists: choose another file.`,
    );
    expect(await readFile(fileOf('meanwhile'), 'utf8')).toBe('theirs');
    expect((await readdir(folder)).filter((name) => name.startsWith('meanwhile'))).toEqual(['meanwhile']);
    const { stderr } = await cli(['backup', '--to', fileOf('no/folder'), '--json'], environment());
    expect(stderr).toMatch(/no\/folder cannot be written: ENOENT/);
  });
});

test('a relative file is where the operator is, also where npm runs the command elsewhere', async () => {
  const npm = { INIT_CWD: folder, npm_lifecycle_event: 'cli' };
  const { file } = await json(['backup', '--to', 'relative'], { ...environment(), ...npm });
  expect(file).toBe(fileOf('relative'));
  const target = await database();
  const restored = await json(['restore', '--from', 'relative'], { ...environment(target.url), ...npm });
  expect(restored.file).toBe(fileOf('relative'));
  // Another script of npm that runs the program in a directory of its choice.
  const { stderr } = await cli(['restore', '--from', 'relative'], { ...npm, npm_lifecycle_event: 'nightly' });
  expect(stderr).toContain(`${path.resolve('relative')} cannot be read: ENOENT`);
});

test('restore makes no database where the file cannot be read, or is none that it restores', async () => {
  const dataDir = fileOf('data');
  await writeFile(fileOf('hello'), 'hello');
  await write(app.context.db.pool, fileOf('unsigned'), { signatures: undefined });
  for (const [file, problem] of [
    [fileOf('missing'), 'cannot be read: ENOENT'],
    [folder, 'cannot be read: EISDIR'],
    [fileOf('hello'), 'is not a backup'],
    [fileOf('unsigned'), 'has no signature'],
  ] as const) {
    const env = { DATA_DIR: dataDir, SECRET_KEY: testSecretKey };
    const { code, stdout, stderr } = await cli(['restore', '--from', file, '--json'], env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^${file} ${problem}.*\n$`));
  }
  expect(await readdir(folder)).not.toContain('data');
});

test('tables come after those that they refer to, and a circle is an error', () => {
  const table = (name: string, ...parents: string[]) => ({ name, columns: [], parents });
  const names = inOrderOfDependency([table('c', 'b'), table('b', 'a'), table('a', 'outside')]).map(({ name }) => name);
  expect(names).toEqual(['a', 'b', 'c']);
  expect(() => inOrderOfDependency([table('a', 'b'), table('b', 'a')])).toThrow('Foreign keys in a circle: a, b');
});
