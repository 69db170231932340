import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readMigrationFiles } from '#src/db/migration/files.ts';

/** A version of the program, and the SHA-256 of the migrations that it brings. */
export interface VersionRecord {
  readonly version: string;
  readonly migrations: string;
}

interface Sources {
  /** The file with the records, the newest last. */
  readonly recordFile: string;
  readonly migrationsDirectory: string;
  /** The version in package.json. */
  readonly version: string;
}

export const recordFile = path.join(import.meta.dirname, 'versions.json');

/** The record as it has to be for the migrations as they are. */
export async function currentRecord({ migrationsDirectory, version }: Omit<Sources, 'recordFile'>) {
  const hash = createHash('sha256');
  for (const { name, script } of await readMigrationFiles(migrationsDirectory)) {
    hash.update(`${name}\n${script.replaceAll('\r\n', '\n')}\0`);
  }
  return { version, migrations: hash.digest('hex') } satisfies VersionRecord;
}

export async function readRecords(file: string): Promise<VersionRecord[]> {
  return JSON.parse(await readFile(file, 'utf8')) as VersionRecord[];
}

/**
 * Records the migrations of this version. The record of a version that others may run already is never changed: they would
 * take two schemas for the same. `again` is for a version that has not landed.
 */
export async function recordVersion(sources: Sources, { again }: { readonly again: boolean }): Promise<VersionRecord> {
  const { recordFile, version } = sources;
  const records = await readRecords(recordFile);
  const current = await currentRecord(sources);
  const recorded = records.find((record) => record.version === version);
  if (recorded && recorded.migrations !== current.migrations && !again) {
    throw new Error(
      `Version ${version} is recorded with other migrations. Raise "version" in package.json (npm version minor ` +
        '--no-git-tag-version), and run this again. If this version has not landed yet, add --again.',
    );
  }
  const others = records.filter((record) => record.version !== version);
  await writeFile(recordFile, `${JSON.stringify([...others, current], null, 2)}\n`);
  return current;
}
