import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A migration that could not or must not be applied. The message is for the operator who starts the server. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** One folder `<timestamp>_<name>` with its `migration.sql`. */
export interface MigrationFile {
  name: string;
  script: string;
}

/** The names of all migrations, in the order in which they apply: sorted by name, as in Prisma. */
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

/** The checksum that Prisma stores for an applied migration. */
export function checksum(script: string): string {
  return createHash('sha256').update(script).digest('hex');
}

/** Returns true if this script was applied. A checkout may have changed its line ends, as on Windows. */
export function hasChecksum(script: string, expected: string): boolean {
  if (checksum(script) === expected) return true;
  const unix = script.replaceAll('\r\n', '\n');
  return [unix, unix.replaceAll('\n', '\r\n')].some((variant) => checksum(variant) === expected);
}

/**
 * `CREATE INDEX CONCURRENTLY` and similar commands cannot run in a transaction. Such a script declares it in its first line,
 * and should contain one statement: Prisma sends a script at once, and several statements form a transaction.
 */
export function runsWithoutTransaction(script: string): boolean {
  return /^--[ \t]*no-transaction\b/.test(script);
}

const comment = String.raw`--[^\n]*|/\*(?:/\*[\s\S]*?\*/|[\s\S])*?\*/`;
const text = String.raw`(?<!\w)E'(?:\\[\s\S]|''|[^'\\])*'|'(?:''|[^'])*'|"(?:""|[^"])*"`;
const dollarQuoted = String.raw`(?<![\w$])\$(?<tag>(?:[a-z_]\w*)?)\$[\s\S]*?\$\k<tag>\$`;
const token = new RegExp(`${comment}|${text}|${dollarQuoted}|;`, 'gi');

/** PostgreSQL does not allow this character in text, so no script contains it. */
const separator = '\0';

/**
 * Splits a script into statements, without comments. Strings, quoted names and dollar-quoted bodies stay whole. `BEGIN ATOMIC …
 * END` bodies and multi-command rules do not: put them into a migration that runs as a whole.
 */
export function sqlStatements(script: string): string[] {
  return script
    .replace(token, (found) => (isComment(found) ? ' ' : found === ';' ? separator : found))
    .split(separator)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

function isComment(found: string): boolean {
  return found.startsWith('--') || found.startsWith('/*');
}
