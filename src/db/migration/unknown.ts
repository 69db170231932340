import { type AppliedMigration, draftOf, readDraftMigrations } from './drafts.ts';
import { MigrationError, type MigrationFile } from './files.ts';

/** Throws if a database has migrations that this version lacks, with a message that explains it to the operator. */
export async function requireKnown(
  files: readonly MigrationFile[],
  applied: readonly AppliedMigration[],
): Promise<void> {
  const names = new Set(files.map(({ name }) => name));
  const unknown = applied.filter(({ name }) => !names.has(name));
  if (unknown.length === 0) return;
  const drafts = await readDraftMigrations();
  if (draftOf(drafts, applied)) throw new MigrationError(draftText(applied));
  const appliedNames = new Set(applied.map(({ name }) => name));
  const missing = files.filter(({ name }) => !appliedNames.has(name)).map(({ name }) => name);
  const draftNames = new Set(drafts.map(({ name }) => name));
  const isNewer = missing.length === 0 && !unknown.some(({ name }) => draftNames.has(name));
  throw new MigrationError(isNewer ? newerText(unknown) : mixedText(unknown, missing, draftNames));
}

function draftText(applied: readonly AppliedMigration[]): string {
  const [last] = applied.slice(-1);
  return (
    `The database was created by an early draft of this program and ends with its migration "${last?.name}". Stop the ` +
    'servers that use it, back it up, and adopt it with\n' +
    '  npm run -s cli -- database adopt-draft\n' +
    'which compares its tables with those of the draft before it changes anything, and keeps all rows.'
  );
}

function newerText(unknown: readonly AppliedMigration[]): string {
  return (
    `The database is newer than the code: migration ${listed(unknown.map(({ name }) => name))} was applied to it but is ` +
    'unknown to this version. Start the version that added it, or a later one.'
  );
}

/** The message for a mix of migrations that no version or draft leaves behind. */
function mixedText(
  unknown: readonly AppliedMigration[],
  missing: readonly string[],
  draftNames: ReadonlySet<string>,
): string {
  const foreign = unknown.filter(({ name }) => !draftNames.has(name)).map(({ name }) => name);
  const ofDrafts = unknown.filter(({ name }) => draftNames.has(name)).map(({ name }) => name);
  const findings = [
    foreign.length > 0 && `it has ${listed(foreign)}, which this version does not know`,
    ofDrafts.length > 0 && `it has ${listed(ofDrafts)} of an early draft, alongside others or with a different text`,
    missing.length > 0 && `it lacks ${listed(missing)}`,
  ];
  return (
    `The migrations of the database do not match any version that this one can upgrade: ${findings.filter(Boolean).join('; ')}. ` +
    'Start the program that created the database, or restore a backup into a new one.'
  );
}

function listed(names: readonly string[]): string {
  const [shown, rest] = [names.slice(0, 3).map((name) => `"${name}"`), names.length - 3];
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}
