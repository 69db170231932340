import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { developmentSecretKey } from '#src/config/variables.ts';
import { backupPurpose, readBackup } from '#src/db/backup/format.ts';
import { SignedTexts } from '#src/lib/secrets/signed-texts.ts';
import { testSecretKey, useApp } from '../support/app.ts';
import {
  type BackupText,
  restore,
  type ScratchPool,
  scratchPool,
  signatures,
  tableCount,
  textOf,
  write,
  writeText,
} from '../support/backups.ts';
import { cli, json } from '../support/cli.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'slotline-signature-'));
const fileOf = (name: string) => path.join(folder, name);
const app = await useApp();
const owner = await app.workspace();
await app.member(owner.workspaceId, 'SETTER');
const otherKey = 'another secret key of the tests, as long';
const remedy =
  'If you know that nobody has changed the file since, add --allow-unverified to check only its checksums.';

let good: BackupText;
/** That of the good file. */
let stolen: string;
const scratch: ScratchPool[] = [];
beforeAll(async () => {
  await write(app.context.db.pool, fileOf('good'));
  good = await textOf(fileOf('good'));
  stolen = (await readBackup(fileOf('good'), drain)).signature ?? '';
});
afterAll(async () => {
  for (const pool of scratch) await pool.drop();
  await rm(folder, { recursive: true });
});

async function drain(_: unknown, rows: AsyncIterable<Buffer>): Promise<void> {
  for await (const _chunk of rows);
}

async function database(): Promise<ScratchPool> {
  const pool = await scratchPool();
  scratch.push(pool);
  return pool;
}

const rolesOf = async (pool: ScratchPool) =>
  (await pool.query(`SELECT "role"::text FROM "Membership" ORDER BY 1`)).rows.map(({ role }) => role);

/** The good backup with other rows of a table. */
function withRows(table: string, change: (rows: string) => string): BackupText {
  const { header, rows } = good;
  const index = header.tables.findIndex(({ name }) => name === table);
  const changed = change(rows[index] ?? '');
  expect(changed).not.toBe(rows[index]);
  return { header, rows: rows.with(index, changed) };
}

const promoted = () => withRows('Membership', (rows) => rows.replace('SETTER', 'OWNER'));

/** What somebody can do to a file whose sums they make anew. */
const forgeries: [what: string, make: () => BackupText][] = [
  ['another role', promoted],
  ['a row more', () => withRows('Workspace', (rows) => rows + rows.replace(/^\d+/, '999'))],
  ['a row less', () => withRows('Membership', (rows) => rows.replace(/^.*\n/, ''))],
  [
    'the rows of two tables in the place of each other',
    () => {
      const { header, rows } = good;
      const [one, other] = ['User', 'Workspace'].map((name) => header.tables.findIndex((table) => table.name === name));
      const [ofOne, ofOther] = [rows[one as number] as string, rows[other as number] as string];
      return { header, rows: rows.with(one as number, ofOther).with(other as number, ofOne) };
    },
  ],
  [
    'the columns of a table in another order',
    () => {
      const tables = good.header.tables.map(({ name, columns }) =>
        name === 'User' ? { name, columns: columns.toReversed() } : { name, columns },
      );
      return { header: { ...good.header, tables }, rows: good.rows };
    },
  ],
  ['another sequence', () => ({ header: { ...good.header, sequences: {} }, rows: good.rows })],
  [
    'another time in its first line',
    () => ({ header: { ...good.header, createdAt: '2020-01-01T00:00:00.000Z' }, rows: good.rows }),
  ],
];

describe('a backup whose sums were made anew is not restored, with', () => {
  test.each(forgeries)('%s and the signature of before', async (_, make) => {
    // The signature of the good file, for a sum that is another.
    await writeText(fileOf('forged'), make(), { sign: (sha256) => `${sha256}.${stolen}` });
    const target = await database();
    await expect(restore(target, fileOf('forged'))).rejects.toThrow(
      `${fileOf('forged')} is not signed with this SECRET_KEY: it was written with another one, or someone has changed it. ` +
        `Set the SECRET_KEY that it was written with. ${remedy}`,
    );
    expect(await tableCount(target)).toBe(0);
  });

  test('another role and no signature', async () => {
    await writeText(fileOf('removed'), promoted());
    const target = await database();
    await expect(restore(target, fileOf('removed'))).rejects.toThrow(
      `${fileOf('removed')} has no signature: it was written without a SECRET_KEY or by an earlier version, ` +
        `or its signature was removed. ${remedy}`,
    );
    expect(await tableCount(target)).toBe(0);
  });

  test.each([
    ['of another key', new SignedTexts(otherKey, backupPurpose)],
    ['of the key of development, which everybody knows', new SignedTexts(developmentSecretKey, backupPurpose)],
    ['of the key for another purpose', new SignedTexts(testSecretKey, 'cursors of lists')],
    ['of an empty text', { sign: (sha256: string) => `${sha256}.` }],
  ])('another role and a signature %s', async (_, forger) => {
    await writeText(fileOf('resigned'), promoted(), forger);
    const target = await database();
    await expect(restore(target, fileOf('resigned'))).rejects.toThrow('is not signed with this SECRET_KEY');
    expect(await tableCount(target)).toBe(0);
  });
});

test('a copy of the same content with the key is the same backup', async () => {
  await writeText(fileOf('copy'), good, signatures);
  const target = await database();
  await restore(target, fileOf('copy'));
  expect(await rolesOf(target)).toEqual(['OWNER', 'SETTER']);
});

describe('the command', () => {
  const from = (file: string, ...more: string[]) => ['restore', '--from', file, ...more, '--json'];

  test('restores only with the SECRET_KEY of the backup, unless the operator vouches for the file', async () => {
    const file = fileOf('signed');
    const ofApp = { DATABASE_URL: app.databaseUrl, SECRET_KEY: testSecretKey };
    expect(await json(['backup', '--to', file], ofApp)).toMatchObject({ signed: true });
    const target = await database();
    const DATABASE_URL = target.url;
    const refused = (stderr: string) => ({ code: 1, stdout: '', stderr: expect.stringContaining(stderr) });
    expect(await cli(from(file), { DATABASE_URL, SECRET_KEY: otherKey })).toEqual(
      refused('is not signed with this SECRET_KEY'),
    );
    for (const none of [{}, { SECRET_KEY: developmentSecretKey }] as Record<string, string>[]) {
      expect(await cli(from(file), { DATABASE_URL, ...none })).toEqual(
        refused(
          `The signature of ${file} cannot be checked without a SECRET_KEY. ` +
            `Set the SECRET_KEY that it was written with. ${remedy}\n`,
        ),
      );
    }
    expect(await tableCount(target)).toBe(0);
    await json(from(file, '--allow-unverified').slice(0, -1), { DATABASE_URL, SECRET_KEY: otherKey });
    expect(await rolesOf(target)).toEqual(['OWNER', 'SETTER']);
  });

  test('signs nothing without a SECRET_KEY and says so, and restores such a file where the operator vouches for it', async () => {
    const file = fileOf('development');
    const written = await cli(['backup', '--to', file], { DATABASE_URL: app.databaseUrl });
    expect(written).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/The backup is not signed, because there is no SECRET_KEY\.\n$/),
    });
    const target = await database();
    for (const key of [{}, { SECRET_KEY: testSecretKey }] as Record<string, string>[]) {
      const { code, stderr } = await cli(from(file), { DATABASE_URL: target.url, ...key });
      expect([code, stderr]).toEqual([1, expect.stringContaining('has no signature')]);
    }
    expect(await tableCount(target)).toBe(0);
    await json(['restore', '--from', file, '--allow-unverified'], { DATABASE_URL: target.url });
    expect(await rolesOf(target)).toEqual(['OWNER', 'SETTER']);
  });

  test('refuses a damaged file also where the operator vouches for it', async () => {
    const broken = { sign: () => 'x' };
    await writeText(fileOf('whole'), promoted(), broken);
    const target = await database();
    await restore(target, fileOf('whole'), { allowsUnverified: true });
    expect(await rolesOf(target)).toEqual(['OWNER', 'OWNER']);
    const { header } = good;
    const lessTables = { header: { ...header, tables: header.tables.slice(1) }, rows: good.rows.slice(1) };
    await writeText(fileOf('less'), lessTables);
    await expect(restore(await database(), fileOf('less'), { allowsUnverified: true })).rejects.toThrow(
      'The tables of the backup do not match its migrations.',
    );
  });
});
