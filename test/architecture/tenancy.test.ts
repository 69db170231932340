import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createScratchDatabase, type ScratchDatabase } from '../../prisma/scratch-database.ts';
import { tenancyViolations } from './tenancy.ts';

let scratch: ScratchDatabase;
let client: pg.Client;
beforeAll(async () => {
  scratch = await createScratchDatabase(inject('embeddedPostgres'), inject('migratedTemplate'));
  client = new pg.Client({ connectionString: scratch.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await scratch.drop();
});

const planted: { name: string; sql: string; violations: string[] }[] = [
  {
    name: 'a key that another column leads',
    sql: 'CREATE TABLE "Note" (id serial PRIMARY KEY, "workspaceId" int NOT NULL)',
    violations: ['index Note_pkey of Note: led by id'],
  },
  {
    name: 'an index that two other columns lead',
    sql: 'CREATE INDEX "byTime" ON "EventCall" ("dateTime", "id", "workspaceId")',
    violations: ['index byTime of EventCall: led by dateTime'],
  },
  {
    name: 'an index that an expression leads',
    sql: 'CREATE UNIQUE INDEX "byEmail" ON "Contact" (lower("email")) INCLUDE ("workspaceId")',
    violations: ['index byEmail of Contact: led by lower(email::text)'],
  },
  {
    name: 'a foreign key beside the workspace',
    sql: `CREATE TABLE "Note" ("workspaceId" int, "userId" int REFERENCES "User" (id), PRIMARY KEY ("workspaceId", "userId"))`,
    violations: ['foreign key Note_userId_fkey of Note: led by userId'],
  },
  {
    name: 'a table without a workspace',
    sql: 'CREATE TABLE "Note" (id serial PRIMARY KEY)',
    violations: ['table Note: has no workspaceId'],
  },
  {
    name: 'an unused exception',
    sql: 'DROP INDEX "ApiKey_hash_idx"',
    violations: ['an unused exception: ApiKey (hash)'],
  },
];

describe('every key, index and foreign key of a workspace names it', () => {
  it('in the migrated database', async () => {
    expect(await tenancyViolations(client)).toEqual([]);
  });

  it.each(planted)('$name is found', async ({ sql, violations }) => {
    await client.query('BEGIN');
    try {
      await client.query(sql);
      expect(await tenancyViolations(client)).toEqual(violations);
    } finally {
      await client.query('ROLLBACK');
    }
  });
});
