import { describe, expect, inject, test } from 'vitest';
import { shardsOfWorkspaces } from '../../src/db/is-distributed.ts';
import { withClient } from '../../src/db/migrate.ts';
import { adoptDraft } from '../../src/db/migration/adopt.ts';
import { migrationsDirectory } from '../../src/db/open.ts';
import { hasCitus, unlessCitus } from '../support/citus-cluster.ts';
import { spread, undistributedDatabase } from '../support/citus-databases.ts';
import { lastDraft, makeDraftIn } from '../support/draft-databases.ts';
import { fillTables, rowsOfTables } from '../support/filled-tables.ts';

describe.skipIf(!hasCitus)(`the database of a draft${unlessCitus}`, () => {
  test('is taken over where it is distributed, and stays so', async () => {
    const makeTables = (connectionString: string) =>
      withClient({ connectionString }, async (client) => {
        await makeDraftIn(client);
        await fillTables(client);
      });
    const scratch = await undistributedDatabase(inject('postgresNodes'), makeTables);
    try {
      await spread(scratch.url);
      await withClient({ connectionString: scratch.url }, async (client) => {
        const before = await rowsOfTables(client);
        const adopted = await adoptDraft(client, { directory: migrationsDirectory });
        expect(adopted.draft).toBe(lastDraft.at(-1)?.name);
        expect(await shardsOfWorkspaces(client)).toBe(8);
        expect(await rowsOfTables(client, before)).toMatchObject(before);
      });
    } finally {
      await scratch.drop();
    }
  });
});
