import type pg from 'pg';
import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { FairPool, FairStatements } from '#src/db/fair-pool.ts';
import { askingWorkspace, forWorkspace } from '#src/lib/asking-workspace.ts';
import { DelayedFlush } from '#src/services/delayed-flush.ts';

const pools: FairPool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.end();
});

function open(connectionTimeoutMillis = 60_000): pg.Pool & Pick<FairPool, 'waitingForShare'> {
  const pool = new FairPool({
    connectionString: inject('embeddedPostgres'),
    max: 4,
    isShared: true,
    connectionTimeoutMillis,
  });
  pools.push(pool);
  return pool;
}

const sleep = (pool: pg.Pool, workspaceId: number, seconds: number) =>
  forWorkspace(workspaceId, () => pool.query(`SELECT pg_sleep(${seconds})`));

describe('a pool that workspaces share', () => {
  test('leaves a connection to another, and gives each that is returned to whoever waits', async () => {
    const pool = open();
    const ends: string[] = [];
    const busy = Array.from({ length: 4 }, async () => {
      await sleep(pool, 1, 0.4);
      ends.push('busy');
    });
    expect(pool.waitingForShare).toBe(2);
    const client = await forWorkspace(2, () => pool.connect());
    ends.push('other');
    expect(pool.waitingForShare).toBe(2);
    client.release();
    await Promise.all(busy);
    expect(ends).toEqual(['other', 'busy', 'busy', 'busy', 'busy']);
    expect(pool.waitingForShare).toBe(0);
  });

  test('has all its places again after statements and connections that failed', async () => {
    const pool = open();
    for (let time = 0; time < 5; time++) {
      await expect(forWorkspace(1, () => pool.query('SELECT missing'))).rejects.toThrow('missing');
      const client = await forWorkspace(1, () => pool.connect());
      client.release(true);
    }
    const clients = await Promise.all([1, 1, 2].map((id) => forWorkspace(id, () => pool.connect())));
    expect(pool.waitingForShare).toBe(0);
    for (const client of clients) client.release();
  });

  test('lets nobody wait for a share longer than for a connection', async () => {
    const pool = open(200);
    const held = await Promise.all([1, 1].map((id) => forWorkspace(id, () => pool.connect())));
    await expect(forWorkspace(1, () => pool.connect())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(pool.waitingForShare).toBe(0);
    for (const client of held) client.release();
    await sleep(pool, 1, 0);
  });
});

describe('statements whose cost grows with a workspace', () => {
  test('leave a turn to another workspace, and to what is of none', async () => {
    const pool = open();
    const statements = new FairStatements(
      { run: async (text: string) => (await pool.query(`${text}`)).rows } as never,
      1000,
    );
    const run = (seconds: number) => statements.run(`SELECT pg_sleep(${seconds})` as never, []);
    const busy = Promise.all(Array.from({ length: 40 }, () => forWorkspace(1, () => run(0.1))));
    const others = [forWorkspace(2, () => run(0)), run(0)];
    await expect(Promise.all(others)).resolves.toHaveLength(2);
    await expect(busy).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

test('what requests of a workspace leave to be written later is work of the server', async () => {
  const writers: number[] = [];
  const flushes = new DelayedFlush(1, () => async () => void writers.push(askingWorkspace()));
  forWorkspace(1, () => flushes.schedule());
  await vi.waitFor(() => expect(writers).toEqual([-1]), { timeout: 60_000 });
});
