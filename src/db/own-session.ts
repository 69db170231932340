import type pg from 'pg';

/**
 * Returns true if the session belongs to this client alone. A pooler may give each transaction another session, and gives its
 * clients process ids that differ from those of the sessions.
 */
export async function hasOwnSession(client: pg.ClientBase): Promise<boolean> {
  const { processID } = client as pg.ClientBase & { processID?: number | null };
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid === processID;
}
