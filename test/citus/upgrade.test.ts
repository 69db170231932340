import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { tablesOfCoordinator } from '#src/db/citus/distribute.ts';
import { migrate } from '#src/db/migrate.ts';
import { migrationsDirectory } from '#src/db/open.ts';
import { createScratchDatabase, type ScratchDatabase } from '../../prisma/scratch-database.ts';
import { hasCitus, unlessCitus } from '../support/citus-cluster.ts';
import { runSql, spread, undistributedDatabase } from '../support/citus-databases.ts';
import { laterName, laterVersion, type MigrationFolder } from '../support/migration-folder.ts';

/** Contacts of two workspaces, which the later migration reads and writes. */
const contacts = `
  INSERT INTO "Workspace" ("id", "name") VALUES (1, 'Acme'), (2, 'Globex');
  INSERT INTO "Contact" ("workspaceId", "id", "previewId", "firstName") VALUES (1, 1, 'a', 'Ada'), (2, 2, 'b', 'Bo'), (2, 3, 'c', 'Cy')`;

describe.skipIf(!hasCitus)(`a database that an earlier version distributed${unlessCitus}`, () => {
  let later: MigrationFolder;
  let plain: ScratchDatabase;
  let distributed: ScratchDatabase;
  beforeAll(async () => {
    later = await laterVersion();
    [plain, distributed] = await Promise.all([
      createScratchDatabase(inject('postgresNodes')[0] as string),
      undistributedDatabase(inject('postgresNodes')),
    ]);
  });
  afterAll(() => Promise.all([plain.drop(), distributed.drop(), later.remove()]));

  const upgrade = ({ url }: ScratchDatabase) => migrate({ connectionString: url }, later);

  test('has the same rows after a later migration as a plain one, each table in its place', async () => {
    await migrate({ connectionString: plain.url }, { directory: migrationsDirectory });
    for (const { url } of [plain, distributed]) await runSql(url, contacts);
    await spread(distributed.url);
    for (const each of [plain, distributed]) expect(await upgrade(each)).toEqual({ applied: [laterName] });
    const rows = await rowsOfTables(plain);
    expect(rows.CallNote).toHaveLength(3);
    expect(Object.keys(rows)).toContain('Currency');
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
