import type pg from 'pg';

/**
 * Whether the session is the client's alone. A pooler gives each transaction another session, and gives its clients
 * another process id than that of the session.
 */
export async function hasOwnSession(client: pg.ClientBase): Promise<boolean> {
  const { processID } = client as pg.ClientBase & { processID?: number | null };
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid === processID;
}
