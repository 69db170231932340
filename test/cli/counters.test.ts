import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dimensions, rollupNumbers } from '#src/db/rollups.ts';
import { checkCounters, rebuildCounters } from '#src/services/rollups.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { cli, json } from '../support/cli.ts';
import type { Member } from '../support/factories.ts';

let app: TestApp;
let right: Member;
let wrong: Member;
const environment = () => ({ DATABASE_URL: app.databaseUrl });
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  right = await app.workspace();
  wrong = await app.workspace();
  for (const owner of [right, wrong]) await app.call(owner);
});
afterAll(() => app.close());

/** Three counters are off: one too high, one too low, one of a value that no call has. */
function plant(): Promise<unknown> {
  return app.sql(
    `INSERT INTO "EventCallRollup" ("workspaceId", "dimension", "value", "day", "amount")
     VALUES ($1, 0, 0, '-infinity', 5), ($1, 1, $2, '-infinity', -1), ($1, 3, 999999, '2026-01-01', 2)`,
    [wrong.workspaceId, wrong.userId],
  );
}

describe('counters', () => {
  test('that are right pass the check', async () => {
    expect(await json(['counters', 'check'], environment())).toMatchObject({ wrong: [] });
  });

  test('that are wrong are named with their workspace, and corrected', async () => {
    await plant();
    const planted = [{ workspaceId: wrong.workspaceId, counters: 3 }];
    const { code, stdout } = await cli(['counters', 'check', '--json'], environment());
    expect({ code, wrong: JSON.parse(stdout).wrong }).toEqual({ code: 1, wrong: planted });
    const inWords = await cli(['counters', 'check'], environment());
    expect(inWords).toMatchObject({ code: 1 });
    expect(inWords.stdout).toContain(`Workspace ${wrong.workspaceId}: 3 counters are wrong.`);
    expect(await json(['counters', 'rebuild'], environment())).toMatchObject({ corrected: planted });
    expect(await json(['counters', 'check'], environment())).toMatchObject({ wrong: [] });
    const { body } = await app.get('/v1/eventCalls', await app.apiKey(wrong));
    expect(body.data.count).toBe(1);
  });

  test('stay exact while calls are written during two rebuilds at once', async () => {
    const shared = { eventId: await app.event(wrong), contactId: await app.contact(wrong.workspaceId) };
    const write = async () => {
      for (let written = 0; written < 20; written++) await app.call(wrong, shared);
      await app.sql('UPDATE "EventCall" SET "outcome" = $2 WHERE "workspaceId" = $1', [wrong.workspaceId, 'WON']);
    };
    const rebuild = async () => {
      for (let round = 0; round < 5; round++) {
        await plant();
        await rebuildCounters(app.context);
      }
    };
    await Promise.all([write(), rebuild(), rebuild()]);
    await rebuildCounters(app.context);
    expect((await checkCounters(app.context)).wrong).toEqual([]);
    expect((await app.get('/v1/eventCalls', await app.apiKey(wrong))).body.data.count).toBe(21);
  });
});

test.each(['outcome', 'status', 'callType'] as const)(
  'SQL and TypeScript have the same numbers of %s',
  async (column) => {
    const type = { outcome: 'CallOutcome', status: 'CallStatus', callType: 'CallType' }[column];
    const rows = await app.sql<{ word: string; number: number }>(
      `SELECT w::text AS "word", "rollupNumber"($1, w::text) AS "number" FROM unnest(enum_range(NULL::"${type}")) w`,
      [dimensions[column]],
    );
    expect(Object.fromEntries(rows.map(({ word, number }) => [word, number]))).toEqual(rollupNumbers[column]);
    await expect(app.sql('SELECT "rollupNumber"($1, $2)', [dimensions[column], 'NEW_WORD'])).rejects.toThrow(
      'NEW_WORD',
    );
  },
);
