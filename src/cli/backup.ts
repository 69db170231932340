import { z } from 'zod';
import { type BackupHeader, requireReadable, type TableSum } from '#src/db/backup/format.ts';
import { restoreBackup } from '#src/db/backup/restore-backup.ts';
import { writeBackup } from '#src/db/backup/write-backup.ts';
import { distribute, shardsOfWorkspaces } from '#src/db/distributed/distribute.ts';
import { DatabaseUnusableError, databaseAddress, nameAnother, placeOf } from '#src/db/examine.ts';
import { migrationsDirectory } from '#src/db/open.ts';
import { workspaceIds } from '#src/db/writes/rollup-maintenance.ts';
import { notEmpty, text } from '#src/domain/input.ts';
import { version } from '#src/lib/version.ts';
import { command } from './command.ts';

const file = text(4096).check(notEmpty());

export const backup = command({
  name: 'backup',
  summary: 'Write all data to a file, as of one instant, while the server writes.',
  options: {
    to: {
      field: 'file',
      value: '<file>',
      help: 'The file to make. It holds hashes of passwords and keys: keep it safe.',
    },
    'allow-empty': { field: 'allowEmpty', kind: 'switch', help: 'Write it also where there is no workspace.' },
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
    const { bytes, header, sums } = await writeBackup(db.pool, { file, version, now: clock.now(), log });
    const { rows, migration } = contentOf(header, sums);
    return {
      json: { file, database: databaseAddress(place), bytes, rows, tables: tablesOf(header, sums), migration, version },
      text: `${file} has ${rows} rows of ${header.tables.length} tables from ${placeOf(place)} in ${bytes} bytes, as of migration ${migration}.`,
    };
  },
});

export const restore = command({
  name: 'restore',
  summary: 'Fill an empty database from a backup of this version or an earlier one.',
  options: { from: { field: 'file', value: '<file>', help: 'The file that backup wrote.' } },
  makesDatabase: true,
  input: z.object({ file }),
  migrates: false,
  check: (input, fileAt) => requireReadable(fileAt(input.file)),
  async run({ db, log, fileAt }, input) {
    const file = fileAt(input.file);
    const options = { file, directory: migrationsDirectory, version, log };
    const shards = await shardsOfWorkspaces(db.pool);
    const { header, sums, applied } = await restoreBackup(db.pool, options);
    // The tables were made anew, on the coordinator alone.
    if (shards !== undefined) await distribute(db.pool, { shards, log });
    const { rows, migration } = contentOf(header, sums);
    const since = applied.length === 0 ? '' : ` Applied since: ${applied.join(', ')}.`;
    return {
      json: { file, rows, tables: tablesOf(header, sums), migration, version: header.version, applied },
      text: `The database has ${rows} rows of ${header.tables.length} tables, as of ${header.createdAt}.${since}`,
    };
  },
});

function contentOf({ migrations }: BackupHeader, sums: readonly TableSum[]) {
  return { rows: sums.reduce((total, sum) => total + sum.rows, 0), migration: migrations.at(-1)?.name ?? '' };
}

function tablesOf({ tables }: BackupHeader, sums: readonly TableSum[]) {
  return tables.map(({ name }, index) => ({ name, ...sums[index] }));
}
