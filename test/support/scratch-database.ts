import pg from 'pg';
import { inject } from 'vitest';
import { createScratchDatabase, type ScratchDatabase } from '../../prisma/scratch-database.ts';

export interface ConnectedScratchDatabase {
  url: string;
  client: pg.Client;
  drop(): Promise<void>;
}

/** An empty database for one test or one file, in the PostgreSQL of this run, with a client on it. */
export async function scratchDatabase(): Promise<ConnectedScratchDatabase> {
  const { url, drop } = await createScratchDatabase(inject('embeddedPostgres'));
  const client = new pg.Client({ connectionString: url });
  // Some tests terminate the connections of their database.
  client.on('error', () => undefined);
  await client.connect();
  return {
    url,
    client,
    drop: async () => {
      await client.end();
      await drop();
    },
  };
}

/** A database with all tables and no rows. */
export function migratedDatabase(): Promise<ScratchDatabase> {
  return createScratchDatabase(inject('postgresNodes'), inject('migratedTemplate'));
}
