import type pg from 'pg';

/** On a machine with two cores or more, two connections are nearly twice as fast as one. */
const connections = 2;

/** Sorting the pending entries of a search index pays when there are many of them; losing a batch costs nothing. */
const settings = `SET synchronous_commit = off; SET jit = off; SET work_mem = '64MB'; SET gin_pending_list_limit = '32MB'`;

export interface Batches {
  total: number;
  size: number;
  /** Those that are filled: the planner is told of them after the first batch. */
  tables: string;
}

type Work = (client: pg.ClientBase, from: number, until: number) => Promise<void>;

/** Does the work for 0 to `total` in parts, each in a transaction of its own. */
export async function inBatches(pool: pg.Pool, { total, size, tables }: Batches, work: Work): Promise<void> {
  let next = 0;
  const workNext = async (client: pg.ClientBase) => {
    const from = next;
    next = Math.min(total, from + size);
    await work(client, from, next);
  };
  const attempt = (client: pg.ClientBase) =>
    workNext(client).catch((error: unknown) => {
      next = total;
      throw error;
    });
  if (total === 0) return;
  // Alone: the plans of the foreign keys' checks are kept, and those made for an empty table are slow.
  await onOwnConnection(pool, async (client) => {
    await attempt(client);
    await client.query(`ANALYZE ${tables}`);
  });
  const workers = Array.from({ length: connections }, () =>
    onOwnConnection(pool, async (client) => {
      while (next < total) await attempt(client);
    }),
  );
  const failed = (await Promise.allSettled(workers)).find((worker) => worker.status === 'rejected');
  if (failed) throw failed.reason;
}

/** The connection is closed afterwards, and with it go its settings. */
async function onOwnConnection(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(settings);
    await work(client);
  } finally {
    client.release(true);
  }
}
