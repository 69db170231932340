import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { hasChecksum, type MigrationFile, runsWithoutTransaction } from './files.ts';

/** The migrations of the drafts before the first version. The README there explains the files. */
const draftsDirectory = path.join(import.meta.dirname, '../../../prisma/drafts');

interface DraftMigration {
  readonly name: string;
  /** Absent if the migration was withdrawn before the last draft. */
  readonly script: string | undefined;
  /** The script that earlier drafts had under this name. */
  readonly earlier: string | undefined;
  /** Upgrades a database from the earlier script to the last one. */
  readonly change: string | undefined;
}

/** A migration as recorded in a database or a backup. */
export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
}

/** The migrations that create the tables of a draft, and those that upgrade them to the first version. */
export interface Draft {
  /** The applied migrations, in order. */
  readonly applied: readonly MigrationFile[];
  readonly missing: readonly MigrationFile[];
}

export async function readDraftMigrations(): Promise<DraftMigration[]> {
  const entries = await readdir(draftsDirectory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(names.sort().map(readDraftMigration));
}

async function readDraftMigration(name: string): Promise<DraftMigration> {
  const read = (file: string) => readFile(path.join(draftsDirectory, name, file), 'utf8').catch(undefinedIfMissing);
  const [script, earlier, change] = await Promise.all(['migration.sql', 'earlier.sql', 'change.sql'].map(read));
  return { name, script, earlier, change };
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Returns undefined if any migration belongs to no draft, or has a script that no draft had. */
export function draftOf(drafts: readonly DraftMigration[], applied: readonly AppliedMigration[]): Draft | undefined {
  const known = new Map(drafts.map((draft) => [draft.name, draft]));
  const files: MigrationFile[] = [];
  const changes: MigrationFile[] = [];
  for (const { name, checksum } of applied) {
    const { script, earlier, change } = known.get(name) ?? {};
    const text = [script, earlier].find((text) => text !== undefined && hasChecksum(text, checksum));
    if (text === undefined) return undefined;
    files.push({ name, script: text });
    if (text === earlier && change !== undefined) changes.push({ name, script: change });
  }
  if (files.length === 0) return undefined;
  const names = new Set(files.map(({ name }) => name));
  const missing = drafts.flatMap(({ name, script }) =>
    names.has(name) || script === undefined ? [] : [{ name, script }],
  );
  return { applied: files.filter(makesTables), missing: [...changes, ...missing.filter(makesTables)] };
}

/** Migrations that run without a transaction only VACUUM. */
function makesTables({ script }: MigrationFile): boolean {
  return !runsWithoutTransaction(script);
}
