import type pg from 'pg';

/** Whether the database has the extension that spreads tables over several nodes. It may have spread none yet. */
export async function hasCitus(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE "extname" = 'citus'`);
  return rowCount === 1;
}
