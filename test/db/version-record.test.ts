import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrationsDirectory } from '#src/db/open.ts';
import { version } from '#src/lib/version.ts';
import { currentRecord, readRecords, recordFile, recordVersion } from '../../prisma/version-record.ts';
import { type MigrationFolder, migrationFolder } from '../support/migration-folder.ts';

test('the migrations are those that are recorded for this version: raise it, and run `npm run migration -- record`', async () => {
  const records = await readRecords(recordFile);
  expect(records.at(-1)).toEqual(await currentRecord({ migrationsDirectory, version }));
  const names = records.map((record) => record.version);
  expect(new Set(names).size).toBe(names.length);
});

describe('the record of a version', () => {
  let folder: MigrationFolder;
  let file: string;
  beforeEach(async () => {
    folder = await migrationFolder({ '20260101000000_first': 'select 1;\n' });
    file = path.join(folder.directory, 'versions.json');
    await writeFile(file, '[]');
  });
  afterEach(() => folder.remove());

  const record = (name: string, again = false) =>
    recordVersion({ recordFile: file, migrationsDirectory: folder.directory, version: name }, { again });

  test('follows the others, and may be written again while the migrations are the same', async () => {
    const first = await record('1.0.0');
    await folder.write('20260101000000_first', 'select 1;\r\n');
    expect(await record('1.0.0')).toEqual(first);
    await folder.write('20260102000000_second', 'select 2;\n');
    const second = await record('1.1.0');
    expect(await readRecords(file)).toEqual([first, second]);
    expect(second.migrations).not.toBe(first.migrations);
  });

  test.each([
    ['another migration', () => folder.write('20260102000000_second', 'select 2;\n')],
    ['another text', () => folder.write('20260101000000_first', 'select 2;\n')],
    ['another name', () => renamed()],
  ])('is not changed by %s, unless it has not landed', async (_, change) => {
    const first = await record('1.0.0');
    await change();
    await expect(record('1.0.0')).rejects.toThrow('Version 1.0.0 is recorded with other migrations. Raise "version"');
    expect(await readRecords(file)).toEqual([first]);
    const again = await record('1.0.0', true);
    expect(await readRecords(file)).toEqual([again]);
    expect(again.migrations).not.toBe(first.migrations);
  });

  async function renamed(): Promise<void> {
    await rm(path.join(folder.directory, '20260101000000_first'), { recursive: true });
    await folder.write('20260101000000_other', 'select 1;\n');
  }
});
