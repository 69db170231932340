import path from 'node:path';
import type { ClientConfig, Pool } from 'pg';
import { type Database, type DatabaseOptions, openDatabase } from './database.ts';
import { EmbeddedPostgresError } from './embedded/errors.ts';
import { startEmbeddedPostgres } from './embedded/launcher.ts';
import { DatabaseUnusableError } from './examine.ts';
import { migrate } from './migrate.ts';
import { MigrationError } from './migration/files.ts';

export const migrationsDirectory = path.join(import.meta.dirname, '../../prisma/migrations');

interface ConnectOptions extends Omit<DatabaseOptions, 'connection'> {
  /** Undefined: the embedded PostgreSQL in dataDir. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** One server at a time may use an embedded PostgreSQL; commands work beside it. */
  role: 'server' | 'command';
  /** False: the database stays at the migration that it is at. */
  migrates?: boolean;
  log?: (message: string, detail?: object, level?: 'error') => void;
  /** The embedded PostgreSQL died and could not be brought back. */
  onCrash?: (error: Error) => void;
}

export interface ConnectedDatabase {
  database: Database;
  /** The names of the migrations that were applied just now. */
  applied: string[];
  /** Closes the database's connections, and then stops the PostgreSQL that was started for them. */
  close(): Promise<void>;
}

/** Opens the database of the URL, or starts the embedded one, and migrates it. */
export async function connectDatabase(options: ConnectOptions): Promise<ConnectedDatabase> {
  const server = await startServer(options);
  try {
    const { applied } =
      options.migrates === false
        ? { applied: [] }
        : await migrate(server.connection, { directory: migrationsDirectory, log: options.log });
    const database = openDatabase({
      ...options,
      connection: server.connection,
      isServing: options.isServing ?? options.role === 'server',
    });
    return { database, applied, close: () => database.close().finally(server.stop) };
  } catch (error) {
    await server.stop();
    throw forOperator(error);
  }
}

interface Server {
  connection: ClientConfig;
  stop(): Promise<void>;
}

async function startServer({ databaseUrl, dataDir, role, log, onCrash }: ConnectOptions): Promise<Server> {
  if (databaseUrl === undefined) return startEmbeddedPostgres({ dataDir, role, log, onCrash });
  return { connection: { connectionString: databaseUrl }, stop: async () => undefined };
}

function forOperator(error: unknown): Error {
  if (error instanceof MigrationError || error instanceof EmbeddedPostgresError) return error;
  return new DatabaseUnusableError(`The database cannot be used: ${reasonOf(error)}`, { cause: error });
}

/** Where a host name has several addresses and none answers, the driver's error has no text of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** The same on every node over one database, and another for any other. It keeps installations apart that share a Redis. */
export async function installationId(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT left(md5("system_identifier" || ':' || current_database()), 16) AS "id" FROM pg_control_system()`,
  );
  return rows[0]?.id ?? '';
}
