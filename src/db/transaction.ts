import type pg from 'pg';

type Work<Result> = (client: pg.ClientBase) => Promise<Result>;

const deadlock = '40P01';
const maxAttempts = 3;

/**
 * One transaction on a connection of the pool: all that `work` writes, or nothing. PostgreSQL ends one of two
 * transactions that deadlock, and this function runs it again: `work` may run more than once, so it must have no effect
 * outside the database.
 */
export async function inTransaction<Result>(pool: pg.Pool, work: Work<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(pool, work);
    } catch (error) {
      const isVictim = (error as { code?: unknown }).code === deadlock;
      if (!isVictim || attempt === maxAttempts) throw error;
    }
  }
}

async function runOnce<Result>(pool: pg.Pool, work: Work<Result>): Promise<Result> {
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
