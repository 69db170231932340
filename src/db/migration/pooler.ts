import type pg from 'pg';
import { MigrationError } from './files.ts';

/**
 * Whether the session is the client's alone. A pooler gives each transaction another session, and gives its clients
 * another process id than that of the session.
 */
export async function hasOwnSession(client: pg.ClientBase): Promise<boolean> {
  const { processID } = client as pg.ClientBase & { processID?: number | null };
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid === processID;
}

/** Through a pooler the lock of the migrations would be taken in one session and never released. */
export async function refusePooler(client: pg.ClientBase): Promise<void> {
  if (await hasOwnSession(client)) return;
  const { host, port } = client as pg.ClientBase & { host: string; port: number };
  throw new MigrationError(
    `Migrations are pending, and need a session of their own, which the pooler on ${host}:${port} does not give. ` +
      'Set DIRECT_DATABASE_URL to the PostgreSQL behind it.',
  );
}
