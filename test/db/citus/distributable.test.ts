import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { distribute, tablesOfCoordinator, tablesOnEveryNode } from '#src/db/citus/distribute.ts';
import { readMigrationFiles } from '#src/db/migration/files.ts';
import { SessionPool } from '#src/db/session-pool.ts';
import { laterVersion } from '../../support/migration-folder.ts';
import { migratedDatabase } from '../../support/scratch-database.ts';

// What a distributed PostgreSQL refuses is found here in the catalog of a plain one.

const { url, drop } = await migratedDatabase();
const client = new pg.Client({ connectionString: url });
beforeAll(() => client.connect());
afterAll(async () => {
  await client.end();
  await drop();
});

const unspread = [...tablesOnEveryNode, ...tablesOfCoordinator];

/** Tables that are spread by their workspaces, with the number of the column that says which. */
const spread = `WITH "spread" AS (
  SELECT c."oid", c."relname" AS "name", a."attnum" AS "column", a."atttypid", a."attnotnull"
  FROM pg_class c LEFT JOIN pg_attribute a ON a."attrelid" = c."oid" AND NOT a."attisdropped"
    AND a."attname" = CASE WHEN c."relname" = 'Workspace' THEN 'id' ELSE 'workspaceId' END
  WHERE c."relkind" = 'r' AND c."relnamespace" = current_schema()::regnamespace AND c."relname" <> ALL ($1::text[])
)`;

async function found(query: string): Promise<string[]> {
  const { rows } = await client.query<{ found: string }>(`${spread} ${query}`, [unspread]);
  return rows.map((row) => row.found).sort();
}

test('each table is spread by its workspaces, or is one of those that are not', async () => {
  const names = await found('SELECT "name" AS "found" FROM "spread"');
  expect(names).toContain('EventCall');
  expect(await found(`SELECT "name" AS "found" FROM "spread" WHERE "column" IS NULL`)).toEqual([]);
  const { rows } = await client.query(
    `SELECT c."relname" FROM pg_class c WHERE c."relkind" = 'r' AND c."relname" = ANY ($1::text[])`,
    [unspread],
  );
  expect(rows).toHaveLength(unspread.length);
});

test('the workspace is an integer and always known', async () => {
  const query = `SELECT "name" AS "found" FROM "spread" WHERE NOT "attnotnull" OR "atttypid" <> 'int4'::regtype`;
  expect(await found(query)).toEqual([]);
});

test('each unique key and each exclusion includes the workspace', async () => {
  const query = `SELECT i."indexrelid"::regclass::text AS "found" FROM "spread" t JOIN pg_index i ON i."indrelid" = t."oid"
    LEFT JOIN pg_constraint x ON x."conindid" = i."indexrelid" AND x."contype" = 'x'
    WHERE (i."indisunique" OR i."indisexclusion") AND NOT EXISTS (
      SELECT FROM unnest(i."indkey"::int2[]) WITH ORDINALITY k("column", "place")
      WHERE k."column" = t."column" AND k."place" <= i."indnkeyatts" AND (x."oid" IS NULL OR
        (SELECT o."oprname" FROM pg_operator o WHERE o."oid" = x."conexclop"[k."place"]) = '='))`;
  expect(await found(query)).toEqual([]);
});

test('a foreign key refers to a row of the same workspace, or to one that each node has', async () => {
  const query = `SELECT k."conname" AS "found" FROM pg_constraint k JOIN "spread" t ON t."oid" = k."conrelid"
    JOIN pg_class r ON r."oid" = k."confrelid" LEFT JOIN "spread" s ON s."oid" = k."confrelid"
    WHERE k."contype" = 'f' AND CASE WHEN s."oid" IS NULL THEN r."relname" <> ALL ($1::text[]) ELSE NOT EXISTS (
      SELECT FROM unnest(k."conkey", k."confkey") p("own", "other")
      WHERE p."own" = t."column" AND p."other" = s."column") END`;
  expect(await found(query)).toEqual([]);
});

test('no table that each node has refers to one that is spread', async () => {
  const query = `SELECT k."conname" AS "found" FROM pg_constraint k JOIN "spread" s ON s."oid" = k."confrelid"
    WHERE k."contype" = 'f' AND k."conrelid" NOT IN (SELECT "oid" FROM "spread")`;
  expect(await found(query)).toEqual([]);
});

test('no foreign key changes the workspace of a row', async () => {
  const query = `SELECT k."conname" AS "found" FROM pg_constraint k JOIN "spread" t ON t."oid" = k."conrelid"
    WHERE k."contype" = 'f' AND t."column" = ANY (k."conkey")
      AND (k."confupdtype" IN ('c', 'n', 'd') OR k."confdeltype" IN ('n', 'd'))`;
  expect(await found(query)).toEqual([]);
});

test('no table that is spread has a trigger', async () => {
  const query = `SELECT g."tgname" AS "found" FROM pg_trigger g WHERE NOT g."tgisinternal"
    AND g."tgrelid" IN (SELECT "oid" FROM "spread")`;
  expect(await found(query)).toEqual([]);
});

test('no table that is spread has rules, row security, children, or columns that the database computes', async () => {
  const query = `SELECT t."name" AS "found" FROM "spread" t JOIN pg_class c ON c."oid" = t."oid"
    WHERE c."relpersistence" <> 'p' OR c."relhasrules" OR c."relhassubclass" OR c."relrowsecurity" OR EXISTS (
      SELECT FROM pg_attribute a WHERE a."attrelid" = t."oid" AND (a."attidentity" <> '' OR a."attgenerated" <> ''))`;
  expect(await found(query)).toEqual([]);
});

test('a migration after the first one puts each table that it makes in its place', async () => {
  const later = await laterVersion();
  const ofLater = (await readMigrationFiles(later.directory)).slice(1);
  await later.remove();
  const tablesOf =
    (pattern: RegExp) =>
    ({ script }: { script: string }) =>
      [...script.matchAll(pattern)].map(([, table]) => table as string);
  const made = ofLater.flatMap(tablesOf(/CREATE TABLE "(\w+)"/g));
  const placed = ofLater.flatMap(tablesOf(/"placeTable"\('(\w+)'/g));
  expect(made).toContain('CallNote');
  expect(placed).toEqual(made.filter((table) => !tablesOfCoordinator.includes(table)));
});

test('distribute says what a plain PostgreSQL lacks', async () => {
  const pool = new SessionPool({ connectionString: url });
  await expect(distribute(pool, { shards: 32, log: () => undefined })).rejects.toThrow(
    'This PostgreSQL is not distributed: install Citus, and run CREATE EXTENSION citus in this database on every node.',
  );
  await pool.end();
});
