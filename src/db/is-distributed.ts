import type pg from 'pg';
import { type ConnectionConfig, connect } from './connection.ts';

// Every database is checked for this. All other code for distributed databases is in `db/citus`, loaded only for them.

/** Returns true if the database has the Citus extension. It may not have distributed any tables yet. */
export async function hasCitus(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE "extname" = 'citus'`);
  return rowCount === 1;
}

/** Returns undefined if the database is not distributed. */
export async function shardsOfWorkspaces(client: pg.ClientBase | pg.Pool): Promise<number | undefined> {
  if (!(await hasCitus(client))) return undefined;
  const { rowCount } = await client.query(
    `SELECT FROM pg_dist_shard WHERE "logicalrelid" = to_regclass('"Workspace"')`,
  );
  return rowCount || undefined;
}

/** Returns true if the tables are distributed over several nodes. */
export async function isDistributed(connection: ConnectionConfig): Promise<boolean> {
  const client = await connect(connection);
  try {
    return (await shardsOfWorkspaces(client)) !== undefined;
  } finally {
    await client.end();
  }
}
