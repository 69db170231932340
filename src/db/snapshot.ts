import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

const openSnapshot = new AsyncLocalStorage<pg.PoolClient>();

/** Prisma's pool. Inside a snapshot its queries run on that connection: Prisma itself cannot be given one. */
export class PrismaPool extends pg.Pool {
  override query(...args: unknown[]): never {
    const target: { query(...args: unknown[]): unknown } = openSnapshot.getStore() ?? { query: super.query.bind(this) };
    return target.query(...args) as never;
  }
}

/** Runs reads on one connection that sees one snapshot of the database. Prisma's queries in `work` run on it as well. */
export async function inSnapshot<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  // A connection that is lost fails its query; without a listener the event would end the process.
  const ignore = () => undefined;
  client.on('error', ignore);
  let broken: Error | undefined;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return await openSnapshot.run(client, () => work(client));
  } finally {
    await client.query('COMMIT').catch((error: Error) => {
      broken = error;
    });
    client.off('error', ignore);
    client.release(broken);
  }
}
