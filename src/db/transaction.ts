import type pg from 'pg';
import type { Database, StatementRunner } from './database.ts';
import { queryConfig } from './pipeline.ts';
import { ListMemory } from './reads/event-calls/memory.ts';
import type { Statement } from './statement.ts';

type Work<Result> = (client: pg.ClientBase) => Promise<Result>;

const deadlock = '40P01';
const attempts = 3;

/**
 * One transaction on a connection of the pool: all that `work` writes, or nothing. PostgreSQL
 * ends one of two transactions that deadlock, and this function runs it again: `work` may run more than once, so it must
 * have no effect outside the database.
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
  // A lost connection fails the query that runs on it; without a listener the event would also end the process.
  client.on('error', ignore);
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.off('error', ignore);
    client.release();
    return result;
  } catch (error) {
    // A connection whose rollback fails must not be used again.
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
 * The same database within the transaction that is open on `client`: statements see its writes. Runners that would use
 * another connection throw, so that nothing leaves the transaction unnoticed.
 */
export function within(client: pg.ClientBase): Database {
  const runner: StatementRunner = {
    async run<Row extends object>(statement: Statement, values: unknown[]) {
      return (await client.query<Row & pg.QueryResultRow>(queryConfig(statement, values))).rows;
    },
  };
  return {
    write: (work) => work(client),
    pipelined: runner,
    counted: runner,
    pooled: runner,
    // This transaction may roll back, so what it found is not remembered for others.
    searches: new ListMemory(),
    close: () => refuse('close'),
    get prisma() {
      return refuse('prisma');
    },
    get pool() {
      return refuse('pool');
    },
    get admin() {
      return refuse('admin');
    },
    get credentials() {
      return refuse('credentials');
    },
  };
}

function refuse(runner: keyof Database): never {
  throw new Error(
    `db.${runner} is outside of the transaction that is open: write through db.write, read through db.pipelined, db.counted or db.pooled`,
  );
}
