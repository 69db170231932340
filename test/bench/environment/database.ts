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
  const client = new pg.Client({ ...server.connection, application_name: 'slotline bench' });
  const use: BenchDatabase['use'] = async (work) => {
    const { database: db, close } = await connectDatabase({ databaseUrl: server.url, dataDir, role: 'command' });
    try {
      return await work({ db, clock: await DatabaseClock.open(db.admin) });
    } finally {
      await close();
    }
  };
  try {
    await use(async () => undefined);
    await client.connect();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    url: server.url,
    client,
    use,
    async [Symbol.asyncDispose]() {
      await client.end();
      await server.stop();
    },
  };
}
