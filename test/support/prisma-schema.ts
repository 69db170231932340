import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SchemaSources } from '../../prisma/schema-drift.ts';
import type { MigrationFolder } from './migration-folder.ts';

const head = `generator client {
  provider = "prisma-client"
  output   = "client"
}
datasource db {
  provider = "postgresql"
}
`;

/** A whole schema.prisma around the models. */
export function prismaSchema(models: string): string {
  return head + models;
}

/** What the migration tool works on: the folder, a schema beside its migrations, a database server. */
export async function migrationSources(
  { directory }: MigrationFolder,
  models: string,
  server: string,
): Promise<SchemaSources> {
  const schemaFile = path.join(directory, 'schema.prisma');
  await writeFile(schemaFile, prismaSchema(models));
  return { schemaFile, migrationsDirectory: directory, scratchUrl: server };
}
