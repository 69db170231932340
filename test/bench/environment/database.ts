import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { DatabaseClock } from '../../../src/db/database-clock.ts';
import { startEmbeddedPostgres } from '../../../src/db/embedded/launcher.ts';
import { MigrationError } from '../../../src/db/migration/files.ts';
import { connectDatabase } from '../../../src/db/open.ts';
import type { ServiceContext } from '../../../src/services/context.ts';

/** Reused by later runs, because seeding takes longer than measuring. */
export const dataDir = path.join(os.tmpdir(), 'slotline-bench');

export interface BenchDatabase extends AsyncDisposable {
  readonly url: string;
  /** The bench's own connection. */
  readonly client: pg.Client;
  /** Runs a use case of ours. Its connections close before it resolves, so that none counts as the server's. */
  use<Result>(work: (context: ServiceContext) => Promise<Result>): Promise<Result>;
}

/** Opens the migrated embedded PostgreSQL of the bench. Recreates it if a migration has changed since the last run. */
export async function openBenchDatabase(options: { fresh: boolean }): Promise<BenchDatabase> {
  try {
    return await open(options);
  } catch (error) {
    if (!(error instanceof MigrationError) || options.fresh) throw error;
    console.error(`${error.message}\nThe bench recreates its database.`);
    return open({ fresh: true });
  }
}

async function open({ fresh }: { fresh: boolean }): Promise<BenchDatabase> {
  if (fresh) await rm(dataDir, { recursive: true, force: true });
  const server = await startEmbeddedPostgres({ dataDir, role: 'server' });
  try {
    return await databaseAt(server.url, () => server.stop());
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Migrates the database at this address. `close` runs when it is disposed of. */
export async function databaseAt(url: string, close: () => Promise<void>): Promise<BenchDatabase> {
  const use: BenchDatabase['use'] = async (work) => {
    const connected = await connectDatabase({ databaseUrl: url, dataDir, role: 'command' });
    try {
      const { database: db } = connected;
      return await work({ db, clock: await DatabaseClock.open(db.admin) });
    } finally {
      await connected.close();
    }
  };
  await use(async () => undefined);
  const client = new pg.Client({ connectionString: url, application_name: 'slotline bench' });
  await client.connect();
  return {
    url,
    client,
    use,
    async [Symbol.asyncDispose]() {
      await client.end();
      await close();
    },
  };
}
