import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { hasChecksum, type MigrationFile, runsWithoutTransaction } from './files.ts';

/** The migrations of the drafts before the first version. Its README says what the files of a folder are. */
const draftsDirectory = path.join(import.meta.dirname, '../../../prisma/drafts');

interface DraftMigration {
  readonly name: string;
  /** Absent: it was withdrawn before the last draft. */
  readonly script: string | undefined;
  /** The text that earlier drafts had under this name. */
  readonly earlier: string | undefined;
  /** Leads from the earlier text to the last one. */
  readonly change: string | undefined;
}

/** A migration as a database or a backup names it. */
export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
}

/** How the tables of a draft are made, and how they become those of the first version. */
export interface Draft {
  /** In the order in which they were applied. */
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

/** Undefined where any migration is not of a draft, or has a text that no draft had. */
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

/** Those of them that run without a transaction are VACUUMs. */
function makesTables({ script }: MigrationFile): boolean {
  return !runsWithoutTransaction(script);
}
