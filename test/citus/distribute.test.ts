import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ScratchDatabase } from '../../prisma/scratch-database.ts';
import { distribute } from '../../src/db/citus/distribute.ts';
import { SessionPool } from '../../src/db/session-pool.ts';
import { hasCitus, unlessCitus } from '../support/citus-cluster.ts';
import { undistributedDatabase } from '../support/citus-databases.ts';

const options = { shards: 4, log: () => undefined };

describe.skipIf(!hasCitus)(`distribute${unlessCitus}`, () => {
  let scratch: ScratchDatabase;
  let pool: pg.Pool;
  beforeAll(async () => {
    scratch = await undistributedDatabase(inject('postgresNodes'));
    pool = new SessionPool({ connectionString: scratch.url });
  });
  afterAll(async () => {
    await pool.end();
    await scratch.drop();
  });

  test('removes what it copied also where the run before ended after its COMMIT', async () => {
    await pool.query(`INSERT INTO "Workspace" ("name") SELECT 'Acme ' || n FROM generate_series(1, 50) n`);
    const dying = endedBefore(/truncate_local_data/);
    await expect(distribute(dying, options)).rejects.toThrow('ended');
    expect(await copiedBytes()).toBeGreaterThan(0);
    expect(await distribute(pool, options)).toEqual({ tables: [], shards: 4 });
    expect(await copiedBytes()).toBe(0);
    expect((await pool.query('SELECT FROM "Workspace"')).rowCount).toBe(50);
  });

  /** A pool whose session is lost before a statement of this text. */
  function endedBefore(text: RegExp): pg.Pool {
    const connect = async () => {
      const client = await pool.connect();
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      client.query = ((...args: unknown[]) =>
        text.test(String(args[0])) ? Promise.reject(new Error('ended')) : query(...args)) as typeof client.query;
      return client;
    };
    return { connect } as unknown as pg.Pool;
  }

  async function copiedBytes(): Promise<number> {
    const { rows } = await pool.query<{ bytes: number }>(
      'SELECT sum(pg_relation_size("logicalrelid"))::int AS "bytes" FROM pg_dist_partition',
    );
    return rows[0]?.bytes ?? 0;
  }
});
