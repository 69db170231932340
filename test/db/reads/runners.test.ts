import pg from 'pg';
import { describe, expect, test } from 'vitest';
import type { Database } from '#src/db/database.ts';
import { readContacts } from '#src/db/reads/contacts.ts';
import type { EventCallQuery } from '#src/db/reads/event-calls/query.ts';
import { readEventCalls } from '#src/db/reads/event-calls/read-event-calls.ts';
import { readMembers } from '#src/db/reads/members.ts';
import { readDeals, readTransactions } from '#src/db/reads/sales.ts';
import type { StatementRunner } from '#src/db/statement.ts';
import { pipelinedStatement } from '#src/db/statement.ts';
import { resolveApiKey } from '#src/services/credentials.ts';
import { useApp } from '../../support/app.ts';
import { endsWithin } from '../../support/ends-within.ts';

type RunnerName = 'pipelined' | 'counted' | 'pooled';

const app = await useApp();
const owner = await app.workspace();

test('a credential is looked up at once, whatever runs on the connections of the lists', async () => {
  const key = await app.apiKey(owner);
  const { pipelined, counted, pooled } = app.context.db;
  const lock = pipelinedStatement('test.lock', 'SELECT pg_advisory_xact_lock_shared(1) IS NULL AS "isLocked"');
  const holder = new pg.Client({ connectionString: app.databaseUrl });
  await holder.connect();
  try {
    await holder.query('SELECT pg_advisory_lock(1)');
    const waiting = [...Array(6)].flatMap(() => [pipelined, counted, pooled].map((runner) => runner.run(lock, [])));
    const found = resolveApiKey(app.context, key);
    expect(await endsWithin(20_000, found)).toBe(true);
    expect(await found).toMatchObject({ workspaceId: owner.workspaceId });
    await holder.query('SELECT pg_advisory_unlock(1)');
    await Promise.all(waiting);
  } finally {
    await holder.end();
  }
});

/** The runners that ran the statements of the work. */
async function runnersOf(work: (db: Database) => Promise<unknown>): Promise<string[]> {
  const runners: string[] = [];
  const record = (runner: RunnerName): StatementRunner => ({
    run(statement, values) {
      runners.push(runner);
      return app.context.db[runner].run(statement, values);
    },
  });
  await work({
    ...app.context.db,
    pipelined: record('pipelined'),
    counted: record('counted'),
    pooled: record('pooled'),
  });
  return runners;
}

const basic = { offset: 0, limit: 20, orderColumn: 'dateTime', orderBy: 'desc', eventType: 'ALL' } as const;
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const nowMs = Date.parse('2026-03-04T12:00:00Z');
const twoYears = { fromMs: Date.parse('2025-01-01T00:00:00Z'), untilMs: Date.parse('2027-01-01T00:00:00Z') };

describe('a page of calls runs', () => {
  const lists: [string, RunnerName, Partial<EventCallQuery>][] = [
    ['pipelined: the first', 'pipelined', {}],
    ['pipelined: the first of a hundred', 'pipelined', { limit: 100 }],
    ['pipelined: a deep one that the rollups find', 'pipelined', { offset: 900_000 }],
    ['pipelined: the first of those to come', 'pipelined', { eventType: 'UPCOMING' }],
    ['pipelined: the first of two years', 'pipelined', twoYears],
    ['pipelined: the first of a few closers', 'pipelined', { userIds: ids(20) }],
    ['pipelined: one after a cursor', 'pipelined', { after: ['2026-01-01T00:00:00.000Z', 7], knownCount: 9 }],
    ['on the pool: one after a cursor in another order', 'pooled', { orderColumn: 'id', after: [7, 7], knownCount: 9 }],
    ['on the pool: a deep one of those over', 'pooled', { eventType: 'PAST', offset: 5000 }],
    ['on the pool: a deep one of two years', 'pooled', { ...twoYears, offset: 5000 }],
    ['on the pool: the first of many closers', 'pooled', { userIds: ids(200) }],
    ['on the pool: the first of two years of many closers', 'pooled', { ...twoYears, userIds: ids(20) }],
    ['on the pool: a deep one in another order', 'pooled', { orderColumn: 'createdAt', offset: 5000 }],
  ];

  test.each(lists)('%s', async (_, runner, filters) => {
    const query = { ...basic, nowMs, workspaceId: owner.workspaceId, ...filters };
    expect(await runnersOf((db) => readEventCalls(db, query))).toEqual([runner]);
  });
});

describe('members', () => {
  const query = () => ({ workspaceId: owner.workspaceId, offset: 0, limit: 20 });

  test('are listed pipelined, and searched in the pool', async () => {
    expect(await runnersOf((db) => readMembers(db, query()))).toEqual(['pipelined']);
    expect(await runnersOf((db) => readMembers(db, { ...query(), searchWords: ['ann'] }))).toEqual(['pooled']);
  });
});

test('contacts, deals and transactions are counted apart from both, and searched in the pool', async () => {
  const query = { workspaceId: owner.workspaceId, offset: 0, limit: 20, orderColumn: 'id', orderBy: 'asc' } as const;
  for (const read of [readContacts, readDeals, readTransactions]) {
    expect(await runnersOf((db) => read(db, query))).toEqual(['counted']);
    expect(await runnersOf((db) => read(db, { ...query, searchWords: ['ann'] }))).toEqual(['pooled']);
  }
});
