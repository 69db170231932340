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
  /** Undefined if the backup is not signed. */
  readonly signatures: SignedTexts | undefined;
  readonly log: (message: string) => void;
}

interface WrittenBackup {
  readonly bytes: number;
  readonly header: BackupHeader;
  readonly sums: readonly TableSum[];
}

/**
 * Writes all rows of one snapshot without blocking other writers. The file gets its final name once it is complete and on disk.
 * Only its owner may read it, because it contains password and key hashes.
 */
export async function writeBackup(pool: Pool, options: WriteOptions): Promise<WrittenBackup> {
  const { file } = options;
  if (await exists(file)) throw existsAlready(file);
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`;
  try {
    const written = await inBackupSnapshot(pool, (client, tables) => writeSnapshot(client, tables, partial, options));
    const { size: bytes } = await stat(partial);
    // A rename would replace a file that was created meanwhile.
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
  return new BackupError(`${file} already exists: choose another file.`);
}

function exists(file: string): Promise<boolean> {
  return succeeds(stat(file));
}

/** Without this fsync, a crash of the machine could lose the file name. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** The text format of values must not depend on server settings. */
const settings = `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL IntervalStyle = 'postgres';
  SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; SET LOCAL synchronize_seqscans = off`;

/** Locks the tables against migrations before taking the snapshot, so that their columns stay the same. */
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
    // Citus takes the snapshot of a node at the first query to it. A node queried later could show memberships of users whom
    // another node does not show yet. This query reaches all nodes at once.
    await client.query('SELECT FROM "Workspace"');
    const result = await work(client, await readTables(client));
    await client.query('COMMIT');
    isWhole = true;
    return result;
  } finally {
    // A connection in the middle of a COPY cannot be reused.
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
    // Read after the snapshot was taken, so no row in the snapshot has a higher id.
    sequences: await readSequences(client),
    tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
  };
  let sums: readonly TableSum[] = [];
  const copy = (table: StoredTable) => {
    log(`copying ${table.name}`);
    // Citus copies a table given by name outside of the transaction, and so ignores the snapshot.
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

/** The table and column list for COPY. */
export function columnsOf({ name, columns }: StoredTable): string {
  return `${pg.escapeIdentifier(name)} (${columnNames({ columns })})`;
}

function columnNames({ columns }: Pick<StoredTable, 'columns'>): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ');
}

async function readMigrations(client: PoolClient): Promise<BackupHeader['migrations']> {
  const { rows } = await readHistory(client);
  const unfinished = rows.find(isUnfinished);
  if (unfinished)
    throw new BackupError(`Migration "${unfinished.migration_name}" is only partly applied: finish it first.`);
  return rows
    .filter(isApplied)
    .map(identityOf)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
