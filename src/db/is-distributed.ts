import type pg from 'pg';
import { type ConnectionConfig, connect } from './connection.ts';

// Asked of every database. All else about a distributed one is in `db/citus`, which no other loads.

/** Whether the database has the extension that spreads tables over several nodes. It may have spread none yet. */
export async function hasCitus(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE "extname" = 'citus'`);
  return rowCount === 1;
}

/** Undefined: the database is not distributed. */
export async function shardsOfWorkspaces(client: pg.ClientBase | pg.Pool): Promise<number | undefined> {
  if (!(await hasCitus(client))) return undefined;
  const { rowCount } = await client.query(
    `SELECT FROM pg_dist_shard WHERE "logicalrelid" = to_regclass('"Workspace"')`,
  );
  return rowCount || undefined;
}

/** Whether the tables are spread over several nodes. */
export async function isDistributed(connection: ConnectionConfig): Promise<boolean> {
  const client = await connect(connection);
  try {
    return (await shardsOfWorkspaces(client)) !== undefined;
  } finally {
    await client.end();
  }
}
