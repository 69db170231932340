import { z } from 'zod';
import type { Config } from '#src/config/config.ts';
import { developmentSecretKey } from '#src/config/variables.ts';
import { checkBackup } from '#src/db/backup/check-backup.ts';
import { type BackupHeader, backupPurpose, type TableSum } from '#src/db/backup/format.ts';
import { restoreBackup } from '#src/db/backup/restore-backup.ts';
import { writeBackup } from '#src/db/backup/write-backup.ts';
import { DatabaseUnusableError, databaseAddress, nameAnother, placeOf } from '#src/db/examine.ts';
import { shardsOfWorkspaces } from '#src/db/is-distributed.ts';
import { migrationsDirectory } from '#src/db/open.ts';
import { workspaceIds } from '#src/db/writes/rollup-maintenance.ts';
import { notEmpty, text } from '#src/domain/input.ts';
import { SignedTexts } from '#src/lib/secrets/signed-texts.ts';
import { version } from '#src/lib/version.ts';
import { command } from './command.ts';

const file = text(4096).check(notEmpty());

export const backup = command({
  name: 'backup',
  summary: 'Write a consistent copy of all data to a file. The server can keep running.',
  options: {
    to: {
      field: 'file',
      value: '<file>',
      help: 'The file to create. It contains hashes of passwords and keys: keep it safe.',
    },
    'allow-empty': { field: 'allowEmpty', kind: 'switch', help: 'Write the backup even if there is no workspace.' },
  },
  input: z.object({ file, allowEmpty: z.boolean().default(false) }),
  migrates: false,
  async run({ db, clock, log, config, fileAt }, input) {
    const place = { databaseUrl: config.directDatabaseUrl, dataDir: config.dataDir };
    if (!input.allowEmpty && (await workspaceIds(db.pool)).length === 0) {
      throw new DatabaseUnusableError(
        `There is no workspace in ${placeOf(place)}. ${nameAnother}, or add --allow-empty.`,
      );
    }
    const file = fileAt(input.file);
    const signatures = signaturesOf(config);
    const options = { file, version, now: clock.now(), signatures, log };
    const { bytes, header, sums } = await writeBackup(db.pool, options);
    const { rows, migration } = contentOf(header, sums);
    const [signed, tables] = [signatures !== undefined, tablesOf(header, sums)];
    const unsigned = signed ? '' : ' The backup is not signed, because there is no SECRET_KEY.';
    return {
      json: { file, database: databaseAddress(place), bytes, rows, tables, migration, version, signed },
      text: `${file} contains ${rows} rows of ${tables.length} tables from ${placeOf(place)} in ${bytes} bytes, as of migration ${migration}.${unsigned}`,
    };
  },
});

export const restore = command({
  name: 'restore',
  summary: 'Restore a backup of this or an earlier version into an empty database.',
  options: {
    from: { field: 'file', value: '<file>', help: 'The backup file to restore.' },
    'allow-unverified': {
      field: 'allowsUnverified',
      kind: 'switch',
      help: 'Restore the backup even if it is not signed with this SECRET_KEY. Anyone who could write to the file may have made themselves an owner.',
    },
  },
  makesDatabase: true,
  input: z.object({ file, allowsUnverified: z.boolean().default(false) }),
  migrates: false,
  async check({ fileAt, config, log }, input) {
    const file = fileAt(input.file);
    log(`checking ${file}`);
    const { allowsUnverified } = input;
    const signatures = signaturesOf(config);
    return checkBackup(file, { directory: migrationsDirectory, version, signatures, allowsUnverified });
  },
  async run({ db, log }, _, backup) {
    const { file, header } = backup;
    const shards = await shardsOfWorkspaces(db.pool);
    const { sums, applied } = await restoreBackup(db.pool, backup, { directory: migrationsDirectory, log });
    // The restore recreated the tables, and only on the coordinator.
    if (shards !== undefined) {
      const { distribute } = await import('#src/db/citus/distribute.ts');
      await distribute(db.pool, { shards, log });
    }
    const { rows, migration } = contentOf(header, sums);
    const since = applied.length === 0 ? '' : ` Migrations applied since: ${applied.join(', ')}.`;
    return {
      json: { file, rows, tables: tablesOf(header, sums), migration, version: header.version, applied },
      text: `The database has ${rows} rows of ${header.tables.length} tables, as of ${header.createdAt}.${since}`,
    };
  },
});

/** The development key is public, so it signs nothing. A backup that an earlier key signed is restored too. */
function signaturesOf({ secretKeys }: Config): SignedTexts | undefined {
  const own = secretKeys.filter((secretKey) => secretKey !== developmentSecretKey);
  return secretKeys[0] === developmentSecretKey ? undefined : new SignedTexts(own, backupPurpose);
}

function contentOf({ migrations }: BackupHeader, sums: readonly TableSum[]) {
  return { rows: sums.reduce((total, sum) => total + sum.rows, 0), migration: migrations.at(-1)?.name ?? '' };
}

function tablesOf({ tables }: BackupHeader, sums: readonly TableSum[]) {
  return tables.map(({ name }, index) => ({ name, ...sums[index] }));
}
