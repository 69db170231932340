import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { tablesOfCoordinator } from '#src/db/distributed/distribute.ts';
import { migrate } from '#src/db/migrate.ts';
import { readMigrationNames } from '#src/db/migration/files.ts';
import { migrationsDirectory } from '#src/db/open.ts';
import { createScratchDatabase, type ScratchDatabase } from '../../prisma/scratch-database.ts';
import { callsWithoutInvitees } from '../support/calls-without-invitees.ts';
import { hasCitus, unlessCitus } from '../support/citus-cluster.ts';
import { runSql, spread, undistributedDatabase } from '../support/citus-databases.ts';

/** The first version that Citus could distribute. */
const firstDistributed = '20261122210000_rollups_without_triggers';

describe.skipIf(!hasCitus)(`a database that an earlier version distributed${unlessCitus}`, () => {
  let only: ReadonlySet<string>;
  let later: string[];
  let plain: ScratchDatabase;
  let distributed: ScratchDatabase;
  beforeAll(async () => {
    const names = await readMigrationNames(migrationsDirectory);
    only = new Set(names.filter((name) => name <= firstDistributed));
    later = names.filter((name) => name > firstDistributed);
    [plain, distributed] = await Promise.all([
      createScratchDatabase(inject('postgresNodes')[0] as string),
      undistributedDatabase(inject('postgresNodes'), only),
    ]);
  });
  afterAll(() => Promise.all([plain.drop(), distributed.drop()]));

  const upgrade = ({ url }: ScratchDatabase) => migrate({ connectionString: url }, { directory: migrationsDirectory });

  test('has the same rows after the later migrations as a plain one, each table in its place', async () => {
    await migrate({ connectionString: plain.url }, { directory: migrationsDirectory, only });
    for (const { url } of [plain, distributed]) await runSql(url, callsWithoutInvitees);
    await spread(distributed.url);
    for (const each of [plain, distributed]) expect(await upgrade(each)).toEqual({ applied: later });
    const rows = await rowsOfTables(plain);
    expect(Object.keys(rows)).toContain('Invitee');
    expect(await rowsOfTables(distributed)).toEqual(rows);
    expect(await tablesWithoutPlace(distributed)).toEqual([...tablesOfCoordinator].sort());
  });

  /** Those of tables that hold any, without times of writing. */
  async function rowsOfTables({ url }: ScratchDatabase): Promise<Record<string, string[]>> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const tables = await client.query<{ name: string }>(
      `SELECT "relname" AS "name" FROM pg_class WHERE "relkind" = 'r' AND "relnamespace" = 'public'::regnamespace
         AND "relname" <> '_prisma_migrations' ORDER BY 1`,
    );
    const found: Record<string, string[]> = {};
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(
        `SELECT (to_jsonb(r) - '{createdAt,updatedAt,joinedTime,joinedAt,secret}'::text[])::text AS "row" FROM "${name}" r`,
      );
      if (rows.length > 0) found[name] = rows.map(({ row }) => row).sort();
    }
    await client.end();
    return found;
  }

  async function tablesWithoutPlace({ url }: ScratchDatabase): Promise<string[]> {
    const { rows } = await runSql(
      url,
      `SELECT "relname" FROM pg_class c WHERE "relkind" = 'r' AND "relnamespace" = 'public'::regnamespace
         AND NOT EXISTS (SELECT FROM pg_dist_partition p WHERE p."logicalrelid" = c."oid")`,
    );
    return rows.map(({ relname }) => relname).sort();
  }
});
