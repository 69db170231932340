import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#src/db/migrate.ts';
import { requireTablesOf } from '#src/db/migration/compare.ts';
import { draftOf } from '#src/db/migration/drafts.ts';
import { readMigrationNames } from '#src/db/migration/files.ts';
import { migrationsDirectory } from '#src/db/open.ts';
import { draftMigrations, lastDraft } from '../support/draft-databases.ts';
import { type ConnectedScratchDatabase, scratchDatabase } from '../support/scratch-database.ts';

let scratch: ConnectedScratchDatabase;
beforeAll(async () => {
  scratch = await scratchDatabase();
});
afterAll(() => scratch.drop());

test('the first migration makes the data model of the first version, as its development left it', async () => {
  const [first = ''] = await readMigrationNames(migrationsDirectory);
  await migrate(scratch.client, { directory: migrationsDirectory, only: new Set([first]) });
  const { applied = [] } = draftOf(draftMigrations, lastDraft) ?? {};
  // Without the VACUUM among them.
  expect(applied).toHaveLength(lastDraft.length - 1);
  await scratch.client.query('BEGIN');
  await requireTablesOf(scratch.client, applied, 'those of the last draft');
});
