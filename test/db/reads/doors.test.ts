import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, StatementRunner } from '#src/db/database.ts';
import { readContacts } from '#src/db/reads/contacts/read-contacts.ts';
import { readDeals } from '#src/db/reads/deals.ts';
import type { EventCallQuery } from '#src/db/reads/event-calls/query.ts';
import { readEventCalls } from '#src/db/reads/event-calls/read-event-calls.ts';
import { readMembers } from '#src/db/reads/members.ts';
import { readTransactions } from '#src/db/reads/transactions.ts';
import { fixedStatement } from '#src/db/statement.ts';
import { resolveApiKey } from '#src/services/access/resolve-credential.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';

let app: TestApp;
let owner: Member;
beforeAll(async () => {
  app = await testApp();
  owner = await app.workspace();
});
afterAll(() => app.close());

test('a credential is looked up at once, whatever runs on the connections of the lists', async () => {
  const key = await app.apiKey(owner);
  const { hot, lists, cold } = app.context.db;
  const sleep = fixedStatement('test.sleep', 'SELECT pg_sleep(1.5)');
  const sleeping = Promise.all([...Array(6)].flatMap(() => [hot, lists, cold].map((door) => door.run(sleep, []))));
  const startedAt = performance.now();
  expect(await resolveApiKey(app.context, key)).toMatchObject({ workspaceId: owner.workspaceId });
  expect(performance.now() - startedAt).toBeLessThan(1000);
  await sleeping;
});

/** The doors through which the statements of the work went. */
async function doorsOf(work: (db: Database) => Promise<unknown>): Promise<string[]> {
  const doors: string[] = [];
  const told = (door: 'hot' | 'lists' | 'cold'): StatementRunner => ({
    run(statement, values) {
      doors.push(door);
      return app.context.db[door].run(statement, values);
    },
  });
  await work({ ...app.context.db, hot: told('hot'), lists: told('lists'), cold: told('cold') });
  return doors;
}

const basic = { offset: 0, limit: 20, orderColumn: 'dateTime', orderBy: 'desc', eventType: 'ALL' } as const;
const ids = (count: number) => Array.from({ length: count }, (_, place) => place + 1);
const nowMs = Date.parse('2026-03-04T12:00:00Z');
const twoYears = { fromMs: Date.parse('2025-01-01T00:00:00Z'), untilMs: Date.parse('2027-01-01T00:00:00Z') };

describe('a page of calls goes', () => {
  const lists: [string, 'hot' | 'cold', Partial<EventCallQuery>][] = [
    ['with the cheap: the first', 'hot', {}],
    ['with the cheap: the first of a hundred', 'hot', { limit: 100 }],
    ['with the cheap: a deep one that the tallies find', 'hot', { offset: 900_000 }],
    ['with the cheap: the first of those to come', 'hot', { eventType: 'UPCOMING' }],
    ['with the cheap: the first of two years', 'hot', twoYears],
    ['with the cheap: the first of a few closers', 'hot', { userIds: ids(20) }],
    ['to the pool: a deep one of those over', 'cold', { eventType: 'PAST', offset: 5000 }],
    ['to the pool: a deep one of two years', 'cold', { ...twoYears, offset: 5000 }],
    ['to the pool: the first of many closers', 'cold', { userIds: ids(200) }],
    ['to the pool: the first of two years of many closers', 'cold', { ...twoYears, userIds: ids(20) }],
    ['to the pool: a deep one in another order', 'cold', { orderColumn: 'createdAt', offset: 5000 }],
  ];

  test.each(lists)('%s', async (_, door, filters) => {
    const query = { ...basic, nowMs, workspaceId: owner.workspaceId, ...filters };
    expect(await doorsOf((db) => readEventCalls(db, query))).toEqual([door]);
  });
});

describe('members', () => {
  const query = () => ({ workspaceId: owner.workspaceId, offset: 0, limit: 20 });

  test('are listed with the cheap, and searched in the pool', async () => {
    expect(await doorsOf((db) => readMembers(db, query()))).toEqual(['hot']);
    expect(await doorsOf((db) => readMembers(db, { ...query(), searchWords: ['ann'] }))).toEqual(['cold']);
  });
});

test('contacts, deals and transactions are counted apart from both, and searched in the pool', async () => {
  const query = { workspaceId: owner.workspaceId, offset: 0, limit: 20 };
  for (const read of [readContacts, readDeals, readTransactions]) {
    expect(await doorsOf((db) => read(db, query))).toEqual(['lists']);
    expect(await doorsOf((db) => read(db, { ...query, searchWords: ['ann'] }))).toEqual(['cold']);
  }
});
