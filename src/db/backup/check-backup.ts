import type { SignedTexts } from '#src/lib/secrets/signed-texts.ts';
import { type Draft, draftOf, readDraftMigrations } from '../migration/drafts.ts';
import { hasChecksum, readMigrationFiles } from '../migration/files.ts';
import { BackupError, type BackupHeader, readBackup } from './format.ts';

interface CheckOptions {
  /** The folder of the migrations. */
  readonly directory: string;
  /** The version of this program. */
  readonly version: string;
  /** Undefined without a SECRET_KEY: signatures cannot be checked. */
  readonly signatures: SignedTexts | undefined;
  /** True if the operator vouches for the file: its signature is not checked. */
  readonly allowsUnverified: boolean;
}

/** A backup that this version can restore. */
export interface CheckedBackup {
  readonly file: string;
  readonly header: BackupHeader;
  /** The hash of the signed content. A second read must produce the same hash. */
  readonly sha256: string;
  /** Undefined if its migrations belong to this version or an earlier one. */
  readonly draft: Draft | undefined;
}

/**
 * Reads the whole file before a database is created or changed. Throws a BackupError if the file is incomplete, belongs to
 * another installation, or was written by a newer version.
 */
export async function checkBackup(file: string, options: CheckOptions): Promise<CheckedBackup> {
  const { header, sha256, signature } = await readBackup(file, readToEnd);
  if (!options.allowsUnverified) requireSignature(file, { sha256, signature }, options.signatures);
  const draft = draftOf(await readDraftMigrations(), header.migrations);
  if (!draft) await requireKnownMigrations(header, options);
  return { file, header, sha256, draft };
}

async function readToEnd(_: unknown, rows: AsyncIterable<Buffer>): Promise<void> {
  for await (const _chunk of rows);
}

const remedy =
  'If you know that nobody has changed the file since, add --allow-unverified to check only its checksums.';

function requireSignature(
  file: string,
  { sha256, signature }: { readonly sha256: string; readonly signature: string | undefined },
  signatures: SignedTexts | undefined,
): void {
  if (signature === undefined) {
    throw new BackupError(
      `${file} has no signature: it was written without a SECRET_KEY or by an earlier version, or its signature was removed. ${remedy}`,
    );
  }
  if (!signatures) {
    throw new BackupError(
      `The signature of ${file} cannot be checked without a SECRET_KEY. Set the SECRET_KEY that it was written with. ${remedy}`,
    );
  }
  if (signatures.read(`${sha256}.${signature}`) === undefined) {
    throw new BackupError(
      `${file} is not signed with this SECRET_KEY: it was written with another one, or someone has changed it. ` +
        `Set the SECRET_KEY that it was written with. ${remedy}`,
    );
  }
}

async function requireKnownMigrations(header: BackupHeader, { directory, version }: CheckOptions): Promise<void> {
  const scripts = new Map((await readMigrationFiles(directory)).map(({ name, script }) => [name, script]));
  for (const { name, checksum } of header.migrations) {
    const script = scripts.get(name);
    if (script !== undefined && hasChecksum(script, checksum)) continue;
    const problem = script === undefined ? 'does not know' : 'has a different text for';
    throw new BackupError(
      `The backup was written by version ${header.version}; this is version ${version}, which ${problem} its migration ` +
        `"${name}". Restore it with the version that wrote it, or a later one.`,
    );
  }
}
