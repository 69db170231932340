import type pg from 'pg';
import type { Database, StatementRunner } from './database.ts';
import { queryConfig } from './pipeline.ts';
import { ListMemory } from './reads/event-calls/memory.ts';
import type { Statement } from './statement.ts';

type Work<Result> = (client: pg.ClientBase) => Promise<Result>;

const deadlock = '40P01';
const attempts = 3;

/**
 * One transaction on a connection of the pool: all that `work` writes, or nothing. Of two that wait for each other
 * PostgreSQL ends one, which begins anew: `work` may run more than once, so it does nothing but ask the database.
 */
export async function inTransaction<Result>(pool: pg.Pool, work: Work<Result>, left = attempts - 1): Promise<Result> {
  try {
    return await attempt(pool, work);
  } catch (error) {
    const isVictim = (error as { code?: unknown }).code === deadlock;
    if (isVictim && left > 0) return inTransaction(pool, work, left - 1);
    throw error;
  }
}

async function attempt<Result>(pool: pg.Pool, work: Work<Result>): Promise<Result> {
  const client = await pool.connect();
  // A connection that is lost meanwhile fails its query, which tells it; unheard, the event would end the process.
  client.on('error', ignore);
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.off('error', ignore);
    client.release();
    return result;
  } catch (error) {
    // A connection whose rollback fails is not to be used again.
    const broken = await client.query('ROLLBACK').then(
      () => undefined,
      (reason: Error) => reason,
    );
    client.off('error', ignore);
    client.release(broken);
    throw error;
  }
}

function ignore(): void {}

/**
 * The same database from within the transaction that is open on `client`: what is written through it becomes part of
 * it, and statements see what it has written. Doors that lead out of it are shut, so that nothing escapes unnoticed.
 */
export function within(client: pg.ClientBase): Database {
  const runner: StatementRunner = {
    async run<Row extends object>(statement: Statement, values: unknown[]) {
      return (await client.query<Row & pg.QueryResultRow>(queryConfig(statement, values))).rows;
    },
  };
  return {
    write: (work) => work(client),
    hot: runner,
    lists: runner,
    cold: runner,
    // What is found in here may never come to be, and is remembered for nobody else.
    searches: new ListMemory(),
    close: () => shut('close'),
    get prisma() {
      return shut('prisma');
    },
    get pool() {
      return shut('pool');
    },
    get side() {
      return shut('side');
    },
    get credentials() {
      return shut('credentials');
    },
  };
}

function shut(door: keyof Database): never {
  throw new Error(
    `db.${door} is outside of the transaction that is open: write through db.write, read through db.hot, db.lists or db.cold`,
  );
}
