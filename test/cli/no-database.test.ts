import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { commands } from '#src/cli/commands.ts';
import { cli } from '../support/cli.ts';
import { migratedDatabase, scratchDatabase } from '../support/scratch-database.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'slotline-none-'));
const empty = await scratchDatabase();
afterAll(async () => {
  await rm(folder, { recursive: true });
  await empty.drop();
});

const owner = ['--owner-email', 'a@example.com', '--owner-password', 'a long password'];
/** Each command that needs a database to be there, with values of its required options. */
const values: Readonly<Record<string, readonly string[]>> = {
  'workspace set': ['--id', '1', '--plan', 'BUSINESS'],
  'user add': ['--workspace', '1', '--email', 'a@example.com', '--password', 'a long password', '--role', 'CLOSER'],
  'user list': ['--workspace', '1'],
  'user set-role': ['--workspace', '1', '--user', '1', '--role', 'ADMIN'],
  'user set-password': ['--user', '1', '--password', 'a long password'],
  'user remove': ['--workspace', '1', '--user', '1'],
  'key create': ['--workspace', '1', '--user', '1'],
  'key list': ['--workspace', '1'],
  'key revoke': ['--workspace', '1', '--key', '1'],
  'session create': ['--workspace', '1', '--user', '1'],
  'client approve': ['--client-id', 'ocl_1'],
  'client reject': ['--client-id', 'ocl_1'],
  backup: ['--to', path.join(folder, 'nothing.backup')],
};
const makers = ['migrate', 'restore', 'seed', 'workspace create'];
const withoutOne = ['webhook send', 'doctor', 'time-zones write'];
const others = commands.map(({ name }) => name).filter((name) => ![...makers, ...withoutOne].includes(name));

describe.each(others)('%s makes no database', (name) => {
  const args = [...name.split(' '), ...(values[name] ?? [])];

  test('in a directory, and says in which, and how to name another', async () => {
    const dataDir = path.join(folder, 'data');
    const { code, stdout, stderr } = await cli(args, { DATA_DIR: dataDir });
    expect({ code, stdout, stderr }).toEqual({
      ...{ code: 1, stdout: '' },
      stderr: `There is no Slotline data in ${dataDir}. Choose another with DATA_DIR (a directory) or DATABASE_URL (a PostgreSQL), or create this one with the command migrate.\n`,
    });
    expect(await readdir(folder)).toEqual([]);
  });

  test('in a PostgreSQL', async () => {
    const { code, stderr } = await cli(args, { DATABASE_URL: empty.url });
    const database = new URL(empty.url).pathname.slice(1);
    expect([code, stderr.split('. ')[0]]).toEqual([
      ...[1, expect.stringContaining(`There is no Slotline data in the database "${database}" on `)],
    ]);
  });
});

test('backup refuses a database without a workspace, unless an option says so', async () => {
  const migrated = await migratedDatabase();
  try {
    const file = path.join(folder, 'empty.backup');
    const refused = await cli(['backup', '--to', file], { DATABASE_URL: migrated.url });
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(/^There is no workspace in the database ".+" on .+, or add --allow-empty\.\n$/);
    expect(await readdir(folder)).toEqual([]);
    expect((await cli(['backup', '--to', file, '--allow-empty'], { DATABASE_URL: migrated.url })).code).toBe(0);
    expect(await readdir(folder)).toEqual(['empty.backup']);
    const made = await cli(['workspace', 'create', '--name', 'Acme', ...owner], { DATABASE_URL: migrated.url });
    expect(made.code).toBe(0);
    const whole = await cli(['backup', '--to', path.join(folder, 'b')], { DATABASE_URL: migrated.url });
    expect(whole.code).toBe(0);
  } finally {
    await migrated.drop();
  }
});
