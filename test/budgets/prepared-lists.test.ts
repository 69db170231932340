import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startEmbeddedPostgres } from '#src/db/embedded/launcher.ts';
import { readContacts } from '#src/db/reads/contacts.ts';
import type { EventCallQuery } from '#src/db/reads/event-calls/query.ts';
import { readEventCalls } from '#src/db/reads/event-calls/read-event-calls.ts';
import { readMembers } from '#src/db/reads/members.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { copyDataDir, dataDirParent } from '../support/prepared-data-dir.ts';
import { seeing } from '../support/seeing-statements.ts';

// A process prepares a hundred texts of each kind, so these lists are the first ones of a process of its own.
const stack = new AsyncDisposableStack();
let app: TestApp;
beforeAll(async () => {
  const parent = await mkdtemp(path.join(await dataDirParent(), 'slotline-test-'));
  stack.defer(() => rm(parent, { recursive: true, force: true }));
  const dataDir = path.join(parent, 'data');
  await copyDataDir(inject('preparedDataDir'), dataDir);
  const postgres = stack.adopt(await startEmbeddedPostgres({ dataDir, role: 'server' }), ({ stop }) => stop());
  app = stack.adopt(await testApp({ databaseUrl: postgres.url }), ({ close }) => close());
});
afterAll(() => stack.disposeAsync());

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
