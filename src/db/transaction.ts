import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { FairPool } from './fair-pool.ts';
import { withSecondAttempt } from './second-attempt.ts';
import { takeWebhookWork, type WebhookWork } from './webhook-work.ts';

type Work<Result> = (client: pg.PoolClient) => Promise<Result>;

export interface TransactionOptions {
  /** False if the commit need not wait for the disk: a crash of PostgreSQL right afterwards undoes it. */
  readonly isDurable?: boolean;
  /** Receives the work of the transaction for webhook workers, after its COMMIT. */
  readonly onWebhookWork?: ((work: WebhookWork) => void) | undefined;
}

/**
 * Runs one transaction on a connection of the pool: all writes of `work`, or none. It runs again after a deadlock and, once, if
 * the session was lost: `work` may run more than once, so it must have no effect outside the database.
 */
export function inTransaction<Result>(
  pool: pg.Pool,
  work: Work<Result>,
  { isDurable = true, onWebhookWork }: TransactionOptions = {},
): Promise<Result> {
  const begin = isDurable ? 'BEGIN' : 'BEGIN; SET LOCAL synchronous_commit TO off';
  let isCommitSent = false;
  const attempt = () => {
    isCommitSent = false;
    return runOnce(pool, begin, work, {
      onCommit: () => {
        isCommitSent = true;
      },
      onWebhookWork,
    });
  };
  // If the answer to a COMMIT is lost, the transaction may have committed. A deadlock at COMMIT undoes it too.
  return withSecondAttempt(attempt, () => !isCommitSent);
}

/** The client is cleared at the end, so that a query that nobody awaited cannot run on it afterwards. */
const openSnapshot = new AsyncLocalStorage<{ client: pg.PoolClient | undefined }>();

/** Prisma's pool. Inside a snapshot its queries run on the snapshot's connection, which Prisma itself cannot be given. */
export class PrismaPool extends FairPool {
  override query(...args: unknown[]): never {
    const client: { query(...args: unknown[]): unknown } | undefined = openSnapshot.getStore()?.client;
    return (client ? client.query(...args) : super.query(...args)) as never;
  }
}

/** Runs reads on one connection that sees one snapshot of the database. Prisma's queries in `work` run on it as well. */
export function inSnapshot<Result>(pool: pg.Pool, work: Work<Result>): Promise<Result> {
  const read = async (client: pg.PoolClient) => {
    const open: { client: pg.PoolClient | undefined } = { client };
    try {
      return await openSnapshot.run(open, () => work(client));
    } finally {
      open.client = undefined;
    }
  };
  return withSecondAttempt(() => runOnce(pool, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', read));
}

async function runOnce<Result>(
  pool: pg.Pool,
  begin: string,
  work: Work<Result>,
  { onCommit, onWebhookWork }: { onCommit?: () => void } & Pick<TransactionOptions, 'onWebhookWork'> = {},
): Promise<Result> {
  const client = await pool.connect();
  // A lost connection fails the query that runs on it; without a listener the event would also end the process.
  const ignore = () => undefined;
  client.on('error', ignore);
  let broken: Error | undefined;
  try {
    await client.query(begin);
    // Discard the work of a transaction that was rolled back.
    takeWebhookWork(client);
    const result = await work(client);
    onCommit?.();
    const { command } = await client.query('COMMIT');
    // If a statement failed and `work` ignored it, PostgreSQL answers COMMIT with a rollback, without an error.
    if (command !== 'COMMIT') throw new Error('A transaction was rolled back because one of its statements had failed');
    const webhookWork = takeWebhookWork(client);
    if (webhookWork) onWebhookWork?.(webhookWork);
    return result;
  } catch (error) {
    // A connection whose rollback fails must not be reused. One that timed out would not answer a rollback either.
    if (isTimeout(error)) broken = error;
    else
      await client.query('ROLLBACK').catch((reason: Error) => {
        broken = reason;
      });
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(broken);
  }
}

/** Returns true for the driver's `query_timeout`. */
function isTimeout(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout';
}
