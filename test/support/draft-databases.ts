import type pg from 'pg';
import { makeDraft } from '#src/db/migration/adopt.ts';
import { type AppliedMigration, draftOf, readDraftMigrations } from '#src/db/migration/drafts.ts';
import { checksum } from '#src/db/migration/files.ts';

export const draftMigrations = await readDraftMigrations();

/** The migrations of the last draft. */
export const lastDraft: readonly AppliedMigration[] = draftMigrations.flatMap(({ name, script }) =>
  script === undefined ? [] : [{ name, checksum: checksum(script) }],
);

/** Makes the tables of a draft, as a server of it did. */
export async function makeDraftIn(
  client: pg.ClientBase,
  migrations: readonly AppliedMigration[] = lastDraft,
): Promise<void> {
  const draft = draftOf(draftMigrations, migrations);
  if (!draft) throw new Error('No draft has these migrations.');
  await makeDraft(client, draft, migrations);
}
