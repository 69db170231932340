import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { readMigrationNames } from '#src/db/migration/files.ts';
import { schemaDrift } from '../../prisma/schema-drift.ts';

const prisma = path.join(import.meta.dirname, '../../prisma');
const migrationsDirectory = path.join(prisma, 'migrations');

test('there are migrations', async () => {
  await expect(readMigrationNames(migrationsDirectory)).resolves.not.toEqual([]);
});

test('the migrations lead to what schema.prisma describes', async () => {
  const drift = await schemaDrift({
    schemaFile: path.join(prisma, 'schema.prisma'),
    migrationsDirectory,
    scratchUrl: inject('embeddedPostgres'),
  });
  expect(drift.difference).toBeNull();
  expect(drift.migrations).toEqual(await readMigrationNames(migrationsDirectory));
});
