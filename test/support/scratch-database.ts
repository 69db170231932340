import pg from 'pg';
import { inject } from 'vitest';
import { createScratchDatabase } from '../../prisma/scratch-database.ts';

const address = process.env.TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

/** A PostgreSQL in which tests may create databases; null where there is none. Asked once for each test file. */
export const externalPostgres: string | null = await probe(address);

/** For the name of a describe block, so that a skipped run says why. */
export const unlessPostgres = externalPostgres ? '' : ` (skipped: no PostgreSQL at ${new URL(address).host})`;

export interface ConnectedScratchDatabase {
  url: string;
  client: pg.Client;
  drop(): Promise<void>;
}

/** An empty database of its own for a test, in the given PostgreSQL or else the embedded one, with a client on it. */
export async function scratchDatabase(): Promise<ConnectedScratchDatabase> {
  const { url, drop } = await createScratchDatabase(externalPostgres ?? inject('embeddedPostgres'));
  const client = new pg.Client({ connectionString: url });
  // Some tests have their connections cut.
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

async function probe(connectionString: string): Promise<string | null> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return connectionString;
  } catch {
    return null;
  }
}
