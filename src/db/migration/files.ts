import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { MigrationError } from './migration-error.ts';

/** One folder `<timestamp>_<name>` with its `migration.sql`. */
export interface MigrationFile {
  name: string;
  script: string;
}

/** The names of all migrations, in the order in which they apply: that of their names, as in Prisma. */
export async function readMigrationNames(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((cause: unknown) => {
    throw new MigrationError(`The folder of the migrations cannot be read: ${directory}`, { cause });
  });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** All migrations with their SQL, in the order in which they apply. */
export async function readMigrationFiles(directory: string): Promise<MigrationFile[]> {
  const names = await readMigrationNames(directory);
  return Promise.all(names.map((name) => readMigrationFile(directory, name)));
}

async function readMigrationFile(directory: string, name: string): Promise<MigrationFile> {
  const file = path.join(directory, name, 'migration.sql');
  const script = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new MigrationError(`Migration "${name}" has no readable migration.sql in its folder.`, { cause });
  });
  return { name, script };
}

/** The checksum that Prisma keeps of an applied migration. */
export function checksum(script: string): string {
  return createHash('sha256').update(script).digest('hex');
}

/** Whether the script is the one that was applied; a checkout that only changed the line ends, as on Windows, is. */
export function hasChecksum(script: string, expected: string): boolean {
  if (checksum(script) === expected) return true;
  const unix = script.replaceAll('\r\n', '\n');
  return [unix, unix.replaceAll('\n', '\r\n')].some((variant) => checksum(variant) === expected);
}

/**
 * `CREATE INDEX CONCURRENTLY` and its like are refused in a transaction; such a script says so in its first line. It
 * is best one statement long: Prisma's own command sends a script at once, and several make a transaction.
 */
export function runsWithoutTransaction(script: string): boolean {
  return /^--[ \t]*no-transaction\b/.test(script);
}
