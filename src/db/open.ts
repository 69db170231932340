import path from 'node:path';
import type { Pool } from 'pg';
import { type ConnectionConfig, connectionOf } from './connection.ts';
import type { Database } from './database.ts';
import { EmbeddedPostgresError } from './embedded/errors.ts';
import { startEmbeddedPostgres } from './embedded/launcher.ts';
import { DatabaseUnusableError } from './examine.ts';
import { isDistributed } from './is-distributed.ts';
import { migrate, withClient } from './migrate.ts';
import { type AdoptedDraft, adoptDraft, refuseOtherSessions } from './migration/adopt.ts';
import { MigrationError } from './migration/files.ts';
import { type DatabaseOptions, openDatabase } from './open-database.ts';

export const migrationsDirectory = path.join(import.meta.dirname, '../../prisma/migrations');

interface ConnectOptions extends Omit<DatabaseOptions, 'connection'> {
  /** Undefined for the embedded PostgreSQL in dataDir. */
  databaseUrl: string | undefined;
  /** The same PostgreSQL without the pooler of databaseUrl, for migrations. */
  directDatabaseUrl?: string | undefined;
  dataDir: string;
  /** At most one server may use an embedded PostgreSQL. Commands run beside it. */
  role: 'server' | 'command';
  /** False to keep the database at its current migration. */
  migrates?: boolean;
  log?: (message: string, detail?: object, level?: 'error') => void;
  /** Called once the first work of PostgreSQL is under way, which needs nothing of this process for a while. */
  onSpawn?: () => void;
  /** Called after the embedded PostgreSQL died and could not be restarted. */
  onCrash?: (error: Error) => void;
}

export interface ConnectedDatabase {
  database: Database;
  /** The names of the migrations that were applied just now. */
  applied: string[];
  /** Closes the connections, and then stops the PostgreSQL that was started for them. */
  close(): Promise<void>;
}

/** Opens the database of the URL, or starts the embedded one, and migrates it. */
export async function connectDatabase(options: ConnectOptions): Promise<ConnectedDatabase> {
  const server = await startServer(options);
  try {
    const { applied } =
      options.migrates === false
        ? { applied: [] }
        : await migrate(server.direct, { directory: migrationsDirectory, log: options.log });
    const isSpread = options.databaseUrl !== undefined && (await isDistributed(server.connection));
    const database = openDatabase({
      ...options,
      connection: server.connection,
      direct: server.direct,
      distribution: isSpread ? (await import('./citus/distribution.ts')).citus : undefined,
      isServing: options.isServing ?? options.role === 'server',
    });
    return { database, applied, close: () => database.close().finally(server.stop) };
  } catch (error) {
    await server.stop();
    throw forOperator(error);
  }
}

/** Upgrades the database of an early draft. No server, of this version or of the draft, may use it. */
export async function adoptDraftDatabase({
  log = () => undefined,
  ...place
}: Pick<ConnectOptions, 'databaseUrl' | 'dataDir' | 'log'>): Promise<AdoptedDraft> {
  const server = await startServer({ ...place, log, role: 'server' });
  try {
    return await withClient(server.direct, async (client) => {
      await refuseOtherSessions(client);
      return adoptDraft(client, { directory: migrationsDirectory, log });
    });
  } catch (error) {
    throw forOperator(error);
  } finally {
    await server.stop();
  }
}

interface Server {
  connection: ConnectionConfig;
  direct: ConnectionConfig;
  stop(): Promise<void>;
}

async function startServer(
  options: Omit<ConnectOptions, keyof DatabaseOptions> & Pick<ConnectOptions, 'log'>,
): Promise<Server> {
  const { databaseUrl, directDatabaseUrl, dataDir, role, log, onSpawn, onCrash } = options;
  if (databaseUrl === undefined) {
    const embedded = await startEmbeddedPostgres({ dataDir, role, log, onSpawn, onCrash });
    return { connection: embedded.connection, direct: embedded.connection, stop: () => embedded.stop() };
  }
  const connection = connectionOf(databaseUrl);
  const isSame = directDatabaseUrl === undefined || directDatabaseUrl === databaseUrl;
  const direct = isSame ? connection : connectionOf(directDatabaseUrl);
  return { connection, direct, stop: async () => undefined };
}

function forOperator(error: unknown): Error {
  if (error instanceof MigrationError || error instanceof EmbeddedPostgresError) return error;
  return new DatabaseUnusableError(`The database cannot be used: ${reasonOf(error)}`, { cause: error });
}

/** If a host name has several addresses and none answers, the driver's error has no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** Returns a unique id of the database, the same on every node. It separates installations that share a Redis. */
export async function installationId(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT left(md5("system_identifier" || ':' || current_database()), 16) AS "id" FROM pg_control_system()`,
  );
  return rows[0]?.id ?? '';
}
