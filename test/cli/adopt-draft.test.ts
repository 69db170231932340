import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '#src/db/embedded/launcher.ts';
import { readMigrationNames } from '#src/db/migration/files.ts';
import { migrationsDirectory } from '#src/db/open.ts';
import { testSecretKey } from '../support/app.ts';
import { cli, json } from '../support/cli.ts';
import { lastDraft, makeDraftIn } from '../support/draft-databases.ts';
import { fillTables, rowsOfTables } from '../support/filled-tables.ts';
import { type ConnectedScratchDatabase, scratchDatabase } from '../support/scratch-database.ts';

const adopt = ['database', 'adopt-draft'];
const [first, ...later] = await readMigrationNames(migrationsDirectory);
const adopted = { draft: lastDraft.at(-1)?.name, recorded: first, applied: later };

const folder = await mkdtemp(path.join(tmpdir(), 'slotline-draft-'));
const scratches: ConnectedScratchDatabase[] = [];
afterAll(async () => {
  for (const scratch of scratches) await scratch.drop();
  await rm(folder, { recursive: true });
});

async function database(): Promise<ConnectedScratchDatabase> {
  const scratch = await scratchDatabase();
  scratches.push(scratch);
  return scratch;
}

const environment = ({ url }: { url: string }) => ({ DATABASE_URL: url, SECRET_KEY: testSecretKey });
const namesOf = async ({ client }: ConnectedScratchDatabase) => {
  const { rows } = await client.query('SELECT migration_name AS "name" FROM _prisma_migrations ORDER BY 1');
  return rows.map(({ name }) => name);
};

test('a draft in a PostgreSQL is backed up, taken over once no server uses it, and its backup restored', async () => {
  const draft = await database();
  await makeDraftIn(draft.client);
  await fillTables(draft.client);
  const env = environment(draft);
  const refused = await cli(['migrate'], env);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('cli -- database adopt-draft') });

  const file = path.join(folder, 'draft.backup');
  await json(['backup', '--to', file], env);
  const server = new pg.Client({ connectionString: draft.url, application_name: 'slotline' });
  await server.connect();
  const beside = await cli(adopt, env);
  expect(beside).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/uses the database \(1 sessions\)\. Stop every/),
  });
  expect(await namesOf(draft)).toEqual(lastDraft.map(({ name }) => name));
  await server.end();

  await expect(json(adopt, env)).resolves.toEqual(adopted);
  expect(await namesOf(draft)).toEqual([first, ...later]);
  await expect(cli(adopt, env)).resolves.toMatchObject({
    code: 0,
    stdout: 'The database is not one of an early draft.\n',
  });

  const copy = await database();
  await expect(json(['restore', '--from', file], environment(copy))).resolves.toMatchObject({
    migration: adopted.draft,
    applied: later,
  });
  expect(await rowsOfTables(copy.client)).toEqual(await rowsOfTables(draft.client));
  await expect(cli(['migrate'], environment(copy))).resolves.toMatchObject({ code: 0 });
});

test('a backup of a draft is restored again after the first attempt left empty tables of the draft', async () => {
  const draft = await database();
  await makeDraftIn(draft.client);
  await fillTables(draft.client);
  const file = path.join(folder, 'again.backup');
  await json(['backup', '--to', file], environment(draft));
  const copy = await database();
  await makeDraftIn(copy.client);
  await expect(json(['restore', '--from', file], environment(copy))).resolves.toMatchObject({ applied: later });
});

test('a draft in a directory is taken over where no server runs on it', async () => {
  const dataDir = path.join(folder, 'data');
  const postgres = await startEmbeddedPostgres({ dataDir, role: 'server' });
  const client = new pg.Client({ ...postgres.connection });
  await client.connect();
  await makeDraftIn(client);
  await fillTables(client);
  await client.end();
  const beside = await cli(adopt, { DATA_DIR: dataDir });
  expect(beside).toMatchObject({ code: 1, stderr: expect.stringContaining(dataDir) });
  await postgres.stop();
  await expect(json(adopt, { DATA_DIR: dataDir })).resolves.toEqual(adopted);
  await expect(json(['migrate'], { DATA_DIR: dataDir })).resolves.toEqual({ applied: [] });
});
