import type pg from 'pg';
import { MigrationError } from './files.ts';

/**
 * A pooler gives each transaction another session, so that the lock of the migrations would be taken in one and never
 * released. It also tells its clients another process id than that of the session.
 */
export async function refusePooler(client: pg.ClientBase): Promise<void> {
  const { processID, host, port } = client as pg.ClientBase & { processID?: number | null; host: string; port: number };
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  if (rows[0]?.pid === processID) return;
  throw new MigrationError(
    `Migrations are pending, and need a session of their own, which the pooler on ${host}:${port} does not give. ` +
      'Set DIRECT_DATABASE_URL to the PostgreSQL behind it.',
  );
}
