import pg from 'pg';
import { describe, expect, test } from 'vitest';
import type { Database } from '#src/db/database.ts';
import { readContacts } from '#src/db/reads/contacts.ts';
import type { EventCallQuery } from '#src/db/reads/event-calls/query.ts';
import { readEventCalls } from '#src/db/reads/event-calls/read-event-calls.ts';
import { readMembers } from '#src/db/reads/members.ts';
import { readDeals, readTransactions } from '#src/db/reads/sales.ts';
import { type Cost, type PipelinedStatement, pipelinedStatement, type Statement } from '#src/db/statement.ts';
import { resolveApiKey } from '#src/services/credentials.ts';
import { useApp } from '../../support/app.ts';
import { endsWithin } from '../../support/ends-within.ts';
import { seeing } from '../../support/seeing-statements.ts';

const app = await useApp();
const owner = await app.workspace();

test('a credential is looked up at once, whatever runs on the connections of the lists', async () => {
  const key = await app.apiKey(owner);
  const { run } = app.context.db;
  const locks = (['row', 'page', 'grows'] as const).map((cost) =>
    pipelinedStatement('test.lock', 'SELECT pg_advisory_xact_lock_shared(1) IS NULL AS "isLocked"', { cost }),
  );
  const holder = new pg.Client({ connectionString: app.databaseUrl });
  await holder.connect();
  try {
    await holder.query('SELECT pg_advisory_lock(1)');
    const waiting = [...Array(6)].flatMap(() => locks.map((lock) => run(lock, [])));
    const found = resolveApiKey(app.context, key);
    expect(await endsWithin(20_000, found)).toBe(true);
    expect(await found).toMatchObject({ workspaceId: owner.workspaceId });
    await holder.query('SELECT pg_advisory_unlock(1)');
    await Promise.all(waiting);
  } finally {
    await holder.end();
  }
});

/** The lanes of the statements of the work. */
async function lanesOf(work: (db: Database) => Promise<unknown>): Promise<string[]> {
  const lanes: string[] = [];
  const see = (statement: Statement | PipelinedStatement) => lanes.push('cost' in statement ? statement.cost : 'grows');
  await work(seeing(app.context.db, see));
  return lanes;
}

const basic = { offset: 0, limit: 20, orderColumn: 'dateTime', orderBy: 'desc', eventType: 'ALL' } as const;
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const nowMs = Date.parse('2026-03-04T12:00:00Z');
const twoYears = { fromMs: Date.parse('2025-01-01T00:00:00Z'), untilMs: Date.parse('2027-01-01T00:00:00Z') };

describe('a page of calls is read as', () => {
  const lists: [string, Cost, Partial<EventCallQuery>][] = [
    ['row: the first', 'row', {}],
    ['row: the first of a hundred', 'row', { limit: 100 }],
    ['row: a deep one that the rollups find', 'row', { offset: 900_000 }],
    ['row: the first of those to come', 'row', { eventType: 'UPCOMING' }],
    ['row: the first of two years', 'row', twoYears],
    ['row: the first of a few closers', 'row', { userIds: ids(20) }],
    ['row: one after a cursor', 'row', { after: ['2026-01-01T00:00:00.000Z', 7], knownCount: 9 }],
    ['grows: one after a cursor in another order', 'grows', { orderColumn: 'id', after: [7, 7], knownCount: 9 }],
    ['grows: a deep one of those over', 'grows', { eventType: 'PAST', offset: 5000 }],
    ['grows: a deep one of two years', 'grows', { ...twoYears, offset: 5000 }],
    ['grows: the first of many closers', 'grows', { userIds: ids(200) }],
    ['grows: the first of two years of many closers', 'grows', { ...twoYears, userIds: ids(20) }],
    ['grows: a deep one in another order', 'grows', { orderColumn: 'createdAt', offset: 5000 }],
  ];

  test.each(lists)('%s', async (_, lane, filters) => {
    const query = { ...basic, nowMs, workspaceId: owner.workspaceId, ...filters };
    expect(await lanesOf((db) => readEventCalls(db, query))).toEqual([lane]);
  });
});

describe('members', () => {
  const query = () => ({ workspaceId: owner.workspaceId, offset: 0, limit: 20 });

  test('are listed as rows, and searched as what grows', async () => {
    expect(await lanesOf((db) => readMembers(db, query()))).toEqual(['row']);
    expect(await lanesOf((db) => readMembers(db, { ...query(), searchWords: ['ann'] }))).toEqual(['grows']);
  });
});

test('contacts, deals and transactions are pages apart from both, and searched as what grows', async () => {
  const query = { workspaceId: owner.workspaceId, offset: 0, limit: 20, orderColumn: 'id', orderBy: 'asc' } as const;
  for (const read of [readContacts, readDeals, readTransactions]) {
    expect(await lanesOf((db) => read(db, query))).toEqual(['page']);
    expect(await lanesOf((db) => read(db, { ...query, searchWords: ['ann'] }))).toEqual(['grows']);
  }
});
