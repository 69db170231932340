import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { checkBackup } from '#src/db/backup/check-backup.ts';
import { type BackupHeader, backupBytes, backupPurpose, compress, readBackup } from '#src/db/backup/format.ts';
import { restoreBackup } from '#src/db/backup/restore-backup.ts';
import { writeBackup } from '#src/db/backup/write-backup.ts';
import { migrationsDirectory } from '#src/db/open.ts';
import { SessionPool } from '#src/db/session-pool.ts';
import { SignedTexts } from '#src/lib/secrets/signed-texts.ts';
import { testSecretKey } from './app.ts';
import { present } from './present.ts';
import { migratedDatabase, scratchDatabase } from './scratch-database.ts';

export const testVersion = '1.0.0';
/** As the test's server signs backups. */
export const signatures = new SignedTexts(testSecretKey, backupPurpose);

const silent = () => undefined;

interface WriteChange {
  readonly signatures?: SignedTexts | undefined;
  readonly log?: (message: string) => void;
}

export function write(pool: pg.Pool, file: string, change: WriteChange = {}) {
  return writeBackup(pool, { file, version: testVersion, now: present(), signatures, log: silent, ...change });
}

interface RestoreChange {
  readonly directory?: string;
  readonly signatures?: SignedTexts | undefined;
  readonly allowsUnverified?: boolean;
  readonly log?: (message: string) => void;
  /** Is done between the check and the restoring. */
  readonly meanwhile?: () => Promise<unknown>;
}

/** Checks the file and restores it, as the command does. */
export async function restore(pool: pg.Pool, file: string, change: RestoreChange = {}) {
  const { meanwhile, ...options } = change;
  const all = {
    ...{ directory: migrationsDirectory, version: testVersion, signatures, allowsUnverified: false, log: silent },
    ...options,
  };
  const backup = await checkBackup(file, all);
  await meanwhile?.();
  return restoreBackup(pool, backup, all);
}

export interface BackupText {
  readonly header: BackupHeader;
  /** The rows of each table, in the order of the header. */
  readonly rows: readonly string[];
}

/** What a backup says, without its last line. */
export async function textOf(file: string): Promise<BackupText> {
  const rows: string[] = [];
  const { header } = await readBackup(file, async (_, source) => {
    rows.push((await buffer(source)).toString());
  });
  return { header, rows };
}

/** A whole backup with sums of its own, as anybody can write it who knows the format. */
export async function writeText(file: string, { header, rows }: BackupText, signing?: Pick<SignedTexts, 'sign'>) {
  const chunks: Buffer[] = [];
  const copy = async function* (table: BackupHeader['tables'][number]) {
    yield Buffer.from(rows[header.tables.indexOf(table)] ?? '');
  };
  const options = { copy, signatures: signing as SignedTexts | undefined, onEnd: silent };
  for await (const chunk of backupBytes(header, options)) chunks.push(Buffer.from(chunk));
  const zstd = compress();
  zstd.end(Buffer.concat(chunks));
  await writeFile(file, await buffer(zstd));
}

/** A pool on a database of its own, which is dropped with it. */
export interface ScratchPool extends pg.Pool {
  readonly url: string;
  drop(): Promise<void>;
}

export async function scratchPool({ isMigrated = false } = {}): Promise<ScratchPool> {
  const { url, drop } = isMigrated ? await migratedDatabase() : await scratchDatabase();
  const pool: pg.Pool = new SessionPool({ connectionString: url });
  pool.on('error', silent);
  return Object.assign(pool, { url, drop: () => pool.end().then(drop) });
}

/** How many tables the database has. */
export async function tableCount(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(`SELECT FROM pg_tables WHERE schemaname = 'public'`);
  return rows.length;
}
