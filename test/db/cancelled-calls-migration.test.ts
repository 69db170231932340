import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { wrongRollups } from '../demo/support.ts';
import { useApp } from '../support/app.ts';

const migration = 'prisma/migrations/20261124125106_cancelled_calls_await_no_outcome/migration.sql';
const app = await useApp();

test('cancelled calls without an outcome leave the rollups of those that await one', async () => {
  const owner = await app.workspace();
  const { workspaceId } = owner;
  for (const status of ['CANCELLED', 'CANCELLED', 'SCHEDULED'] as const) await app.call(owner, { status });
  await app.call(owner, { status: 'CANCELLED', outcome: 'NO_SALE' });
  const wrong = async () => Number((await app.sql<{ count: string }>(wrongRollups, [workspaceId]))[0]?.count);
  expect(await wrong()).toBe(0);
  // As they were counted before: as calls that are not cancelled.
  await app.sql(
    `INSERT INTO "EventCallRollup" ("workspaceId", "dimension", "value", "day", "amount")
     SELECT c."workspaceId", 4, 0, d."day", 1 FROM "EventCall" c
     CROSS JOIN LATERAL (VALUES ('-infinity'::date), ((c."dateTime" AT TIME ZONE 'UTC')::date)) d("day")
     WHERE c."status" = 'CANCELLED' AND c."outcome" IS NULL`,
  );
  expect(await wrong()).toBeGreaterThan(0);
  await app.sql(await readFile(migration, 'utf8'));
  expect(await wrong()).toBe(0);
});
