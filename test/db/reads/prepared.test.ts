import { describe, expect, test } from 'vitest';
import { readContacts } from '#src/db/reads/contacts.ts';
import type { EventCallQuery } from '#src/db/reads/event-calls/query.ts';
import { readEventCalls } from '#src/db/reads/event-calls/read-event-calls.ts';
import { readMembers } from '#src/db/reads/members.ts';
import { dynamicStatement } from '#src/db/statement.ts';
import { type TestApp, useApp } from '../../support/app.ts';
import { seeing } from '../../support/seeing-statements.ts';

const app = await useApp();

describe('a dynamic statement', () => {
  const common = { isCommon: true, cost: 'row' } as const;

  test('that is common is prepared under one name for one text, up to a hundred of each kind', () => {
    const written = Array.from({ length: 150 }, (_, index) => dynamicStatement('test.one', `SELECT ${index}`, common));
    expect(new Set(written.map(({ prepared }) => prepared)).size).toBe(101);
    expect(written[100]?.prepared).toBeUndefined();
    expect(dynamicStatement('test.one', 'SELECT 7', common)).toEqual(written[7]);
    expect(dynamicStatement('test.two', 'SELECT 7', common).prepared).toBeDefined();
  });

  test('that is not common is sent unprepared, and counts toward no limit', () => {
    for (let index = 0; index < 500; index++) {
      const odd = dynamicStatement('test.odd', `SELECT ${index}`, { ...common, isCommon: false });
      expect(odd).toEqual({ name: 'test.odd', text: `SELECT ${index}`, takesNonce: true, cost: 'row' });
    }
    expect(dynamicStatement('test.odd', 'SELECT 1', common).prepared).toBeDefined();
  });
});

/** Whether the lists' statements were prepared. */
function recording(): { prepared: boolean[]; db: TestApp['context']['db'] } {
  const prepared: boolean[] = [];
  const db = seeing(app.context.db, (statement) => prepared.push(statement.prepared !== undefined));
  return { prepared, db };
}

const page = { workspaceId: 1, offset: 0, limit: 20 };
const calls: EventCallQuery = { ...page, nowMs: 0, orderColumn: 'dateTime', orderBy: 'desc', eventType: 'ALL' };

describe('lists prepare', () => {
  test('what is common', async () => {
    const { prepared, db } = recording();
    for (const limit of [20, 100]) {
      await readEventCalls(db, { ...calls, limit });
      await readEventCalls(db, { ...calls, limit, contactId: 1, eventType: 'PAST' });
      await readContacts(db, { ...page, orderColumn: 'createdAt', orderBy: 'desc', limit });
      await readMembers(db, { ...page, limit });
    }
    expect(prepared).toEqual(Array(8).fill(true));
  });

  test('no odd page sizes, many filters at once, and numbers of words', async () => {
    const { prepared, db } = recording();
    await readEventCalls(db, { ...calls, limit: 37 });
    await readEventCalls(db, { ...calls, contactId: 1, fromMs: 0, untilMs: 1 });
    await readContacts(db, { ...page, orderColumn: 'createdAt', orderBy: 'desc', limit: 37 });
    await readContacts(db, { ...page, orderColumn: 'createdAt', orderBy: 'desc', searchWords: ['a', 'b', 'c'] });
    await readMembers(db, { ...page, limit: 37 });
    await readMembers(db, { ...page, searchWords: ['a', 'b', 'c'] });
    expect(prepared).toEqual(Array(6).fill(false));
  });
});
