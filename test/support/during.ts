import type { TestApp } from './app.ts';
import { until } from './waiting.ts';

export type Sql = (text: string, values: unknown[]) => Promise<unknown>;

/** Starts `work` while a transaction has done `first`, and ends the transaction once `work` waits for it on so many sessions, or is over. */
export async function during<Result>(
  app: TestApp,
  first: (sql: Sql) => Promise<unknown>,
  work: () => Promise<Result>,
  sessions = 1,
): Promise<Result> {
  const client = await app.context.db.pool.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS "pid"');
    await client.query('BEGIN');
    await first((text, values) => client.query(text, values));
    let isOver = false;
    const result = work().finally(() => {
      isOver = true;
    });
    result.catch(() => undefined);
    // Of two that wait for one row, the second waits for the first.
    const waiting = `WITH RECURSIVE w AS (
        SELECT "pid" FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids("pid"))
        UNION SELECT a."pid" FROM w JOIN pg_stat_activity a ON w."pid" = ANY (pg_blocking_pids(a."pid")))
      SELECT FROM w`;
    await until(async () => isOver || (await app.sql(waiting, [rows[0]?.pid])).length >= sessions);
    await client.query('COMMIT');
    return await result;
  } finally {
    // Whatever failed, no transaction is left open.
    client.release(true);
  }
}
