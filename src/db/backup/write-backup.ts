import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg, { type Pool, type PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { SignedTexts } from '#src/lib/secrets/signed-texts.ts';
import { identityOf, isApplied, isUnfinished, readHistory } from '../migration/history.ts';
import { succeeds } from '../succeeds.ts';
import { readSequences, readTables, type StoredTable } from './catalog.ts';
import { BackupError, type BackupHeader, backupBytes, compress, type TableSum } from './format.ts';

interface WriteOptions {
  readonly file: string;
  /** The version of this program. */
  readonly version: string;
  readonly now: Date;
  /** Undefined: the backup is not signed. */
  readonly signatures: SignedTexts | undefined;
  readonly log: (message: string) => void;
}

interface WrittenBackup {
  readonly bytes: number;
  readonly header: BackupHeader;
  readonly sums: readonly TableSum[];
}

/**
 * Writes all rows that one snapshot shows, while others write. The file gets its name when it is whole and on disk, and
 * only its owner may read it, because it holds hashes of passwords and keys.
 */
export async function writeBackup(pool: Pool, options: WriteOptions): Promise<WrittenBackup> {
  const { file } = options;
  if (await exists(file)) throw existsAlready(file);
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`;
  try {
    const written = await inBackupSnapshot(pool, (client, tables) => writeSnapshot(client, tables, partial, options));
    const { size: bytes } = await stat(partial);
    // A rename would replace a file that was made meanwhile.
    await link(partial, file);
    await rm(partial);
    await syncFolder(path.dirname(file));
    return { bytes, ...written };
  } catch (error) {
    await rm(partial, { force: true });
    if ((error as NodeJS.ErrnoException).syscall === 'link' && (error as NodeJS.ErrnoException).code === 'EEXIST') {
      throw existsAlready(file);
    }
    const isOfFile = error instanceof Error && 'syscall' in error && 'path' in error;
    throw isOfFile ? new BackupError(`${file} cannot be written: ${error.message}`, { cause: error }) : error;
  }
}

function existsAlready(file: string): BackupError {
  return new BackupError(`${file} exists already: name another file.`);
}

function exists(file: string): Promise<boolean> {
  return succeeds(stat(file));
}

/** Without it, a crash of the machine could lose the name. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** The texts of values must depend on no setting of the server. */
const settings = `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL IntervalStyle = 'postgres';
  SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; SET LOCAL synchronize_seqscans = off`;

/** Locks the tables against migrations before the snapshot is taken, so that it shows them as they stay. */
async function inBackupSnapshot<Result>(
  pool: Pool,
  work: (client: PoolClient, tables: readonly StoredTable[]) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  client.on('error', () => undefined);
  let isWhole = false;
  try {
    const tables = await readTables(client);
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${settings}`);
    await client.query(
      `LOCK TABLE ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')} IN ACCESS SHARE MODE`,
    );
    // A distributed PostgreSQL takes the snapshot of each node when it is asked for the first time: a node that is asked later
    // would have members whose users another one does not have.
    await client.query('SELECT FROM "Workspace"');
    const result = await work(client, await readTables(client));
    await client.query('COMMIT');
    isWhole = true;
    return result;
  } finally {
    // A connection that was left within a COPY cannot be used again.
    client.release(!isWhole);
  }
}

async function writeSnapshot(
  client: PoolClient,
  tables: readonly StoredTable[],
  partial: string,
  { version, now, signatures, log }: WriteOptions,
): Promise<Omit<WrittenBackup, 'bytes'>> {
  const header: BackupHeader = {
    version,
    createdAt: now.toISOString(),
    migrations: await readMigrations(client),
    // Read after the snapshot was taken: no row in it has an id beyond these.
    sequences: await readSequences(client),
    tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
  };
  let sums: readonly TableSum[] = [];
  const copy = (table: StoredTable) => {
    log(`copying ${table.name}`);
    // Citus copies a table that is named itself outside of the transaction, and so not as the snapshot shows it.
    const rows = `SELECT ${columnNames(table)} FROM ${pg.escapeIdentifier(table.name)}`;
    return client.query(copyTo(`COPY (${rows}) TO STDOUT`)) as AsyncIterable<Buffer>;
  };
  const onEnd = (all: readonly TableSum[]) => {
    sums = all;
  };
  const bytes = backupBytes(header, { copy, signatures, onEnd });
  await pipeline(bytes, compress(), createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }));
  return { header, sums };
}

/** The table with its columns, as COPY names them. */
export function columnsOf({ name, columns }: StoredTable): string {
  return `${pg.escapeIdentifier(name)} (${columnNames({ columns })})`;
}

function columnNames({ columns }: Pick<StoredTable, 'columns'>): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ');
}

async function readMigrations(client: PoolClient): Promise<BackupHeader['migrations']> {
  const { rows } = await readHistory(client);
  const unfinished = rows.find(isUnfinished);
  if (unfinished) throw new BackupError(`Migration "${unfinished.migration_name}" is half done: finish it first.`);
  return rows
    .filter(isApplied)
    .map(identityOf)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
