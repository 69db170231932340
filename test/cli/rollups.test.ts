import { beforeEach, describe, expect, test } from 'vitest';
import { rollupNumbers } from '#src/db/rollups.ts';
import { updateCall } from '#src/db/writes/event-calls.ts';
import { rebuildRollups } from '#src/db/writes/rollup-maintenance.ts';
import { checkAllRollups, rebuildAllRollups } from '#src/services/rollups.ts';
import { useApp } from '../support/app.ts';
import { cli, json } from '../support/cli.ts';
import type { Member } from '../support/factories.ts';
import { pause } from '../support/waiting.ts';

let right: Member;
let wrong: Member;
const environment = () => ({ DATABASE_URL: app.databaseUrl });
const app = await useApp();
beforeEach(async () => {
  right = await app.workspace();
  wrong = await app.workspace();
  for (const owner of [right, wrong]) await app.call(owner);
});

const callIds = 'SELECT "id" FROM "EventCall" WHERE "workspaceId" = $1 ORDER BY "id"';

/** Three rollups are off: one too high, one too low, one of a value that no call has. */
function plant(): Promise<unknown> {
  return app.sql(
    `INSERT INTO "EventCallRollup" ("workspaceId", "dimension", "value", "day", "amount")
     VALUES ($1, 0, 0, '-infinity', 5), ($1, 1, $2, '-infinity', -1), ($1, 3, 999999, '2026-01-01', 2)`,
    [wrong.workspaceId, wrong.userId],
  );
}

describe('rollups', () => {
  test('that are right pass the check', async () => {
    expect(await json(['rollups', 'check'], environment())).toMatchObject({ wrong: [] });
  });

  test('that are wrong are named with their workspace, and corrected', async () => {
    await plant();
    const planted = [{ workspaceId: wrong.workspaceId, rollups: 3 }];
    const { code, stdout } = await cli(['rollups', 'check', '--json'], environment());
    expect({ code, wrong: JSON.parse(stdout).wrong }).toEqual({ code: 1, wrong: planted });
    const inWords = await cli(['rollups', 'check'], environment());
    expect(inWords).toMatchObject({ code: 1 });
    expect(inWords.stdout).toContain(`Workspace ${wrong.workspaceId}: 3 rollups are wrong.`);
    expect(await json(['rollups', 'rebuild'], environment())).toMatchObject({ corrected: planted });
    expect(await json(['rollups', 'check'], environment())).toMatchObject({ wrong: [] });
    const { body } = await app.get('/v1/eventCalls', await app.apiKey(wrong));
    expect(body.data.count).toBe(1);
  });

  test('are corrected once by two rebuilds of which one waits for the other', async () => {
    await plant();
    const first = await app.context.db.pool.connect();
    await first.query('BEGIN');
    expect(await rebuildRollups(first, wrong.workspaceId)).toBe(3);
    const second = app.context.db.write((client) => rebuildRollups(client, wrong.workspaceId));
    // Time in which a second rebuild that does not wait would add the same differences again.
    await pause(200);
    await first.query('COMMIT');
    first.release();
    expect(await second).toBe(0);
    expect((await checkAllRollups(app.context)).wrong).toEqual([]);
  });

  test('stay exact while calls are written during two rebuilds at once', async () => {
    const shared = { eventId: await app.event(wrong), contactId: await app.contact(wrong.workspaceId) };
    const write = async () => {
      for (let written = 0; written < 20; written++) await app.call(wrong, shared);
      await app.context.db.write(async (client) => {
        for (const { id } of await app.sql<{ id: number }>(callIds, [wrong.workspaceId]))
          await updateCall(client, [wrong.workspaceId, id], { outcome: 'WON' });
      });
    };
    const rebuild = async () => {
      for (let round = 0; round < 5; round++) {
        await plant();
        await rebuildAllRollups(app.context);
      }
    };
    await Promise.all([write(), rebuild(), rebuild()]);
    await rebuildAllRollups(app.context);
    expect((await checkAllRollups(app.context)).wrong).toEqual([]);
    expect((await app.get('/v1/eventCalls', await app.apiKey(wrong))).body.data.count).toBe(21);
  });
});

test.each(['outcome', 'status', 'callType'] as const)(
  'the rollups have a number for every %s of the database, and none twice',
  async (column) => {
    const type = { outcome: 'CallOutcome', status: 'CallStatus', callType: 'CallType' }[column];
    const rows = await app.sql<{ word: string }>(`SELECT unnest(enum_range(NULL::"${type}"))::text AS "word"`);
    expect(rows.map(({ word }) => word).sort()).toEqual(Object.keys(rollupNumbers[column]).sort());
    const numbers = Object.values(rollupNumbers[column]);
    expect(new Set([0, ...numbers]).size).toBe(numbers.length + 1);
  },
);
