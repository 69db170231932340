import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { DiffParams } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { migrate } from '../src/db/migrate.ts';
import { withSchemaEngine } from './schema-engine.ts';
import { withScratchDatabase } from './scratch-database.ts';

export interface SchemaSources {
  /** The file schema.prisma. */
  schemaFile: string;
  migrationsDirectory: string;
  /** A database beside which a scratch database may be created. */
  scratchUrl: string;
}

export interface SchemaDrift {
  /** The migrations that were applied, in their order. */
  migrations: string[];
  /** What the migrations leave different from the schema, for reading; null if nothing. */
  difference: string | null;
  /** The SQL that would make up for it. */
  script: string | null;
}

/**
 * Applies all migrations to a scratch database and compares the result with the schema. What Prisma cannot describe
 * (exclusion constraints, checks, triggers, partial and expression indexes) is not compared.
 */
export async function schemaDrift({
  schemaFile,
  migrationsDirectory,
  scratchUrl,
}: SchemaSources): Promise<SchemaDrift> {
  const schema = await readFile(schemaFile, 'utf8');
  return withScratchDatabase(scratchUrl, async (url) => {
    const migrations = await applyAll(url, migrationsDirectory);
    return { migrations, ...(await compare(url, schema)) };
  });
}

async function applyAll(url: string, directory: string): Promise<string[]> {
  if (!existsSync(directory)) return [];
  const { applied } = await migrate({ connectionString: url }, { directory });
  return applied;
}

async function compare(url: string, schema: string): Promise<Pick<SchemaDrift, 'difference' | 'script'>> {
  const files = [{ path: 'schema.prisma', content: schema }];
  const sides: Omit<DiffParams, 'script'> = {
    from: { tag: 'schemaDatasource', files, configDir: '.' },
    to: { tag: 'schemaDatamodel', files },
    filters: { externalTables: [], externalEnums: [] },
    exitCode: true,
  };
  return withSchemaEngine({ url, schema }, async (engine) => {
    const text = await engine.diff({ ...sides, script: false });
    // Prisma's own convention of exit codes: 2 is "there is a difference".
    if (text.exitCode !== 2) return { difference: null, script: null };
    const script = await engine.diff({ ...sides, script: true });
    return { difference: text.stdout?.trim() ?? '', script: script.stdout };
  });
}
