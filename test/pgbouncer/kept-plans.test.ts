import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { planKeepingClient } from '#src/db/citus/plan-keeping-client.ts';
import { createScratchDatabase } from '../../prisma/scratch-database.ts';
import { missing, startPgBouncer } from './pgbouncer.ts';

const reason = missing === undefined ? '' : ` (skipped: ${missing})`;

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const end of endings.splice(0).reverse()) await end();
});

const text = 'SELECT s."workspaceId" FROM generate_series(1, 200) s("workspaceId") WHERE s."workspaceId" = $1 LIMIT $2';

describe.skipIf(missing)(`the statements of workspaces that a client keeps behind PgBouncer${reason}`, () => {
  test('give way to others within a transaction, and come back', async () => {
    const { url, drop } = await createScratchDatabase(inject('embeddedPostgres'));
    endings.push(drop);
    const pgbouncer = await startPgBouncer(url, { poolSize: 2 });
    endings.push(pgbouncer.close);
    const client = new (planKeepingClient())({ connectionString: pgbouncer.url });
    await client.connect();
    endings.push(() => client.end());
    const keep = async (workspaceId: number) => {
      for (let time = 1; time <= 3; time++) {
        const { rows } = await client.query({ name: 'test.kept', text, values: [workspaceId, 1] });
        expect(rows).toEqual([{ workspaceId }]);
      }
    };
    for (let workspaceId = 1; workspaceId <= 100; workspaceId++) await keep(workspaceId);
    const later = performance.now() + 61_000;
    vi.spyOn(performance, 'now').mockReturnValue(later);
    await client.query('BEGIN');
    for (const workspaceId of [101, 1, 102]) await keep(workspaceId);
    expect((await client.query('COMMIT')).command).toBe('COMMIT');
    await keep(2);
  });
});
