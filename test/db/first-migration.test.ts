import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#src/db/migrate.ts';
import { readMigrationNames } from '#src/db/migration/files.ts';
import { migrationsDirectory } from '#src/db/open.ts';
import { catalogOf } from '../support/catalog.ts';
import { type ConnectedScratchDatabase, scratchDatabase } from '../support/scratch-database.ts';

let scratch: ConnectedScratchDatabase;
beforeAll(async () => {
  scratch = await scratchDatabase();
});
afterAll(() => scratch.drop());

test('the first migration makes the data model of the first version, as its development left it', async () => {
  const [first = ''] = await readMigrationNames(migrationsDirectory);
  await migrate(scratch.client, { directory: migrationsDirectory, only: new Set([first]) });
  const expected = await readFile(path.join(import.meta.dirname, 'first-version.catalog.txt'), 'utf8');
  expect(`${(await catalogOf(scratch.client)).join('\n')}\n`).toBe(expected);
});
