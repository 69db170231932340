import pg from 'pg';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { leaseTable } from '#src/db/leases.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { within } from '#src/db/within.ts';
import { postgresMeter } from '../support/postgres-meter.ts';
import { scratchDatabase } from '../support/scratch-database.ts';

const stack = new AsyncDisposableStack();
afterAll(() => stack.disposeAsync());
const { url, client: sql } = stack.adopt(await scratchDatabase(), ({ drop }) => drop());
const meter = stack.adopt(await postgresMeter(url), ({ close }) => close());
const db = stack.adopt(openDatabase({ connection: { connectionString: meter.url } }), ({ close }) => close());
await sql.query(`
  CREATE TABLE "Job" ("workspaceId" int, "id" int, "dueAt" timestamptz, "lane" int DEFAULT 0, "leases" int DEFAULT 0,
    "leasedUntil" timestamptz, "attempts" int DEFAULT 0, "isOpen" bool DEFAULT true);
  -- A lease that waits for the lock of another transaction fails.
  DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET lock_timeout = ''5s''', current_database()); END $$`);
beforeEach(() => sql.query('DELETE FROM "Job"'));

const leaseMs = 60_000;
const start = Date.parse('2026-03-04T12:00:00.000Z');
const at = (ms: number) => new Date(start + ms);

interface LeasedJob {
  readonly workspaceId: number;
  readonly id: number;
  readonly leases: number;
  readonly attempts: number;
}

const jobs = leaseTable<LeasedJob>({
  name: 'jobs',
  table: 'Job',
  due: 'r."isOpen" AND r."dueAt" <= $1',
  ready: 'r."lane" = 7 OR r."lane" <> ALL ($4::int[])',
  order: 'dueAt',
  returning: ['attempts'],
  leaseMs,
});
const done = jobs.end('done', '"attempts" = "attempts" + 1', '"dueAt" = $4');
const leaseById = jobs.leaseWhere('leaseById', 'r."id" = $4::int');
const remove = jobs.whileLeased('remove', 'DELETE FROM "Job"');

async function job(columns: { id: number; workspaceId?: number; dueAt?: number; lane?: number }): Promise<void> {
  const { id, workspaceId = 1, dueAt = 0, lane = 0 } = columns;
  const values = [workspaceId, id, at(dueAt), lane];
  await sql.query('INSERT INTO "Job" ("workspaceId", "id", "dueAt", "lane") VALUES ($1, $2, $3, $4)', values);
}

async function row(): Promise<Record<string, unknown>> {
  const { rows } = await sql.query('SELECT "dueAt", "leasedUntil", "attempts" FROM "Job"');
  return rows[0];
}

const lease = (ms: number, exceptLanes: readonly number[] = []) => jobs.lease(db, 1, at(ms), exceptLanes);

/** A lease that a test needs. */
async function leased(ms: number): Promise<LeasedJob> {
  const found = await lease(ms);
  if (!found) throw new Error('No lease');
  return found;
}

test('two workers that lease at the same time get different rows, the one that is due longest first', async () => {
  await job({ id: 1, dueAt: -1 });
  await job({ id: 2, dueAt: -2 });
  await db.write(async (client) => {
    expect(await jobs.lease(within(client), 1, at(0), [])).toEqual({ workspaceId: 1, id: 2, leases: 1, attempts: 0 });
    // The first has not committed.
    expect(await lease(0)).toMatchObject({ id: 1 });
  });
  expect(await lease(0)).toBeUndefined();
});

test('of forty workers that lease thirty rows at the same time, thirty get one each', async () => {
  for (let id = 1; id <= 30; id++) await job({ id });
  const found = await Promise.all(Array.from({ length: 40 }, () => lease(0)));
  const ids = found.flatMap((each) => each?.id ?? []);
  expect(ids.sort((one, other) => one - other)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
});

test('a row that another transaction has locked is left for later', async () => {
  await job({ id: 1, dueAt: -1 });
  await job({ id: 2 });
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  try {
    await other.query('BEGIN');
    await other.query('SELECT FROM "Job" WHERE "id" = 1 FOR UPDATE');
    expect(await lease(0)).toMatchObject({ id: 2 });
    expect(await lease(0)).toBeUndefined();
    await other.query('ROLLBACK');
  } finally {
    await other.end();
  }
  expect(await lease(0)).toMatchObject({ id: 1 });
});

test('a lease holds to its last millisecond; then another worker may take the row', async () => {
  await job({ id: 1 });
  expect(await lease(-1)).toBeUndefined();
  expect(await lease(0)).toMatchObject({ leases: 1 });
  expect(await lease(leaseMs)).toBeUndefined();
  expect(await lease(leaseMs + 1)).toMatchObject({ leases: 2 });
});

test('a lease that is renewed lasts from then on', async () => {
  await job({ id: 1 });
  expect(await jobs.renew(db, await leased(0), at(1000))).toBe(true);
  expect(await lease(leaseMs + 1)).toBeUndefined();
  expect(await lease(leaseMs + 1001)).toMatchObject({ leases: 2 });
});

test('a worker whose row was leased again changes nothing', async () => {
  await job({ id: 1 });
  const first = await leased(0);
  const second = await leased(leaseMs + 1);
  const before = await row();
  expect(await jobs.renew(db, first, at(leaseMs + 2))).toBe(false);
  expect(await done(db, first, at(0))).toBe(false);
  expect(await remove(db, first)).toBe(false);
  expect(await row()).toEqual(before);
  expect(await remove(db, second)).toBe(true);
});

test('a lease ends once, so that a second run of its end counts no second attempt', async () => {
  await job({ id: 1 });
  const held = await leased(0);
  expect(await done(db, held, at(5000))).toBe(true);
  expect(await done(db, held, at(6000))).toBe(false);
  expect(await row()).toEqual({ dueAt: at(5000), leasedUntil: null, attempts: 1 });
});

test('a lease changes nothing in another workspace that has a row with the same id', async () => {
  await job({ id: 1 });
  await job({ id: 1, workspaceId: 2 });
  const held = await leased(0);
  expect(await jobs.lease(db, 2, at(0), [])).toMatchObject({ workspaceId: 2, leases: 1 });
  expect(await remove(db, held)).toBe(true);
  expect((await sql.query('SELECT "workspaceId" FROM "Job"')).rows).toEqual([{ workspaceId: 2 }]);
});

test('what is due but not ready is left, and a row can be leased by another condition than being due', async () => {
  await job({ id: 1, lane: 3 });
  expect(await lease(0, [3])).toBeUndefined();
  expect(await leaseById(db, 1, at(-5), 2)).toBeUndefined();
  expect(await leaseById(db, 1, at(-5), 1)).toMatchObject({ id: 1 });
  expect(await leaseById(db, 1, at(-5), 1)).toBeUndefined();
});

test('a row that is not due is not leased, although the condition of what is ready has an OR', async () => {
  await job({ id: 1, lane: 7, dueAt: 1 });
  expect(await lease(0)).toBeUndefined();
});

test('the workspaces with rows that are due and free come in the order in which they wait, 500 at once', async () => {
  await job({ id: 1, workspaceId: 1, dueAt: -1 });
  await job({ id: 2, workspaceId: 2, dueAt: -3 });
  await job({ id: 3, workspaceId: 2, dueAt: -3 });
  await job({ id: 4, workspaceId: 3, dueAt: 1 });
  await job({ id: 5, workspaceId: 4, dueAt: -2 });
  await jobs.lease(db, 4, at(0), []);
  expect(await jobs.workspaces(db, at(0))).toEqual([2, 1]);
  expect(await jobs.workspaces(db, at(leaseMs + 1))).toEqual([2, 4, 1, 3]);
  await sql.query(`INSERT INTO "Job" ("workspaceId", "id", "dueAt") SELECT n, n, $1 FROM generate_series(10, 600) n`, [
    at(-4),
  ]);
  expect(await jobs.workspaces(db, at(0))).toEqual(Array.from({ length: 500 }, (_, index) => 10 + index));
});

test('each takes one statement and one round trip', async () => {
  await job({ id: 1 });
  // Opens a connection and prepares the statements.
  await done(db, await leased(0), at(0));
  await jobs.workspaces(db, at(0));
  const traffic = meter.restart();
  await jobs.workspaces(db, at(0));
  await done(db, await leased(0), at(0));
  expect(traffic).toMatchObject({ statements: ['jobs.workspaces', 'jobs.lease', 'jobs.done'], roundTrips: 3 });
});
