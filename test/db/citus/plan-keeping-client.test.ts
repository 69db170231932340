import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { planKeepingClient } from '#src/db/citus/plan-keeping-client.ts';
import { type ConnectedScratchDatabase, scratchDatabase } from '../../support/scratch-database.ts';

// What it prepares is seen in a plain PostgreSQL as well.

let scratch: ConnectedScratchDatabase;
let client: pg.Client;
beforeAll(async () => {
  scratch = await scratchDatabase();
  await scratch.client.query('CREATE TABLE "Note" ("workspaceId" int, "id" int, "text" text)');
  await scratch.client.query(
    `INSERT INTO "Note" SELECT w, n, w || '/' || n FROM generate_series(1, 200) w, generate_series(1, 3) n`,
  );
});
afterAll(() => scratch.drop());
beforeEach(async () => {
  client = new (planKeepingClient())({ connectionString: scratch.url });
  await client.connect();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await client.end();
});

const text = 'SELECT n."text" FROM "Note" n WHERE n."workspaceId" = $1 AND n."id" >= $2 ORDER BY n."id" LIMIT $3';

async function read(workspaceId: unknown, name: string | undefined = 'notes') {
  const { rows } = await client.query({ ...(name ? { name } : {}), text, values: [workspaceId, 2, 1] });
  return rows.map((row) => row.text);
}

async function prepared(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT "name" FROM pg_prepared_statements');
  return rows.map(({ name }) => name).sort();
}

test('a statement that comes for the third time for one workspace is prepared for it alone, and finds the same', async () => {
  for (let time = 1; time <= 2; time++) expect(await read(7)).toEqual(['7/2']);
  expect(await prepared()).toEqual(['notes']);
  for (let time = 1; time <= 3; time++) expect(await read(7)).toEqual(['7/2']);
  expect(await prepared()).toEqual(['notes', 'notes.7']);
  const { rows } = await client.query(`SELECT "statement" FROM pg_prepared_statements WHERE "name" = 'notes.7'`);
  expect(rows[0].statement).toBe(
    'SELECT n."text" FROM "Note" n WHERE n."workspaceId" = 7 AND n."id" >= $1 ORDER BY n."id" LIMIT $2',
  );
  expect(await read(8)).toEqual(['8/2']);
});

describe('as they are stay', () => {
  test.each([
    ['a statement without a name', () => read(7, '')],
    ['a workspace that is no number', () => read('7')],
  ])('%s', async (_case, run) => {
    for (let time = 1; time <= 4; time++) expect(await run()).toEqual(['7/2']);
    expect((await prepared()).filter((name) => name.includes('.'))).toEqual([]);
  });

  test('a statement whose first parameter is no workspace, and one that is a text', async () => {
    const query = { name: 'ids', text: 'SELECT n."id" FROM "Note" n WHERE n."id" = $1 LIMIT 1', values: [3] };
    for (let time = 1; time <= 4; time++) expect((await client.query(query)).rows).toEqual([{ id: 3 }]);
    expect((await client.query('SELECT 1 AS "one"')).rows).toEqual([{ one: 1 }]);
    expect(await prepared()).toEqual(['ids']);
  });
});

test('a session keeps 100 of them, and of those the ones that are used', async () => {
  const thrice = async (workspaceId: number) => {
    for (let time = 1; time <= 3; time++) expect(await read(workspaceId)).toEqual([`${workspaceId}/2`]);
  };
  for (let workspaceId = 1; workspaceId <= 101; workspaceId++) await thrice(workspaceId);
  expect(await prepared()).toHaveLength(101);
  expect(await prepared()).not.toContain('notes.101');
  const later = performance.now() + 61_000;
  vi.spyOn(performance, 'now').mockReturnValue(later);
  expect(await read(1)).toEqual(['1/2']);
  await thrice(101);
  expect(await prepared()).toHaveLength(101);
  expect(await prepared()).toEqual(expect.arrayContaining(['notes.1', 'notes.101']));
  expect(await prepared()).not.toContain('notes.2');
  await thrice(2);
  expect(await prepared()).toContain('notes.2');
});

test('one that gives way in a transaction that has failed comes back later', async () => {
  const thrice = async (workspaceId: number) => {
    for (let time = 1; time <= 3; time++) await read(workspaceId).catch(() => undefined);
  };
  for (let workspaceId = 1; workspaceId <= 100; workspaceId++) await thrice(workspaceId);
  const later = performance.now() + 61_000;
  vi.spyOn(performance, 'now').mockReturnValue(later);
  await client.query('BEGIN');
  await expect(client.query('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' });
  await thrice(101);
  await client.query('ROLLBACK');
  expect(await prepared()).not.toContain('notes.1');
  await thrice(1);
  expect(await read(1)).toEqual(['1/2']);
  expect(await prepared()).toContain('notes.1');
});

test('in a pipeline they give way as well', async () => {
  const pipelined = new (planKeepingClient())({ connectionString: scratch.url, pipeline: true });
  await pipelined.connect();
  const found = (workspaceId: number) =>
    Promise.all(
      Array.from({ length: 3 }, () =>
        pipelined.query({ name: 'notes', text, values: [workspaceId, 2, 1] }).then(({ rows }) => rows[0].text),
      ),
    );
  for (let workspaceId = 1; workspaceId <= 100; workspaceId++) await found(workspaceId);
  const later = performance.now() + 61_000;
  vi.spyOn(performance, 'now').mockReturnValue(later);
  expect(await Promise.all([101, 1, 102].map(found))).toEqual(
    ['101/2', '1/2', '102/2'].map((text) => [text, text, text]),
  );
  const { rows } = await pipelined.query<{ name: string }>('SELECT "name" FROM pg_prepared_statements');
  expect(rows.map(({ name }) => name)).not.toContain('notes.2');
  await pipelined.end();
});
