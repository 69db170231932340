import type pg from 'pg';
import { hasOwnSession } from '../own-session.ts';
import { MigrationError } from './files.ts';

/** Through a pooler, the migration lock would be taken in one session and never released. */
export async function refusePooler(client: pg.ClientBase): Promise<void> {
  if (await hasOwnSession(client)) return;
  const { host, port } = client as pg.ClientBase & { host: string; port: number };
  throw new MigrationError(
    `Migrations are pending and need a dedicated session, which the pooler on ${host}:${port} does not provide. ` +
      'Set DIRECT_DATABASE_URL to the PostgreSQL behind it.',
  );
}
