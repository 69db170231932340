import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { createScratchDatabase } from '../../prisma/scratch-database.ts';
import { startEmbeddedPostgres } from '../../src/db/embedded/launcher.ts';
import { migrate } from '../../src/db/migrate.ts';
import { migrationsDirectory } from '../../src/db/open.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The embedded PostgreSQL of this run. */
    embeddedPostgres: string;
    /** A migrated, empty database in it, the template of all others. */
    migratedTemplate: string;
  }
}

/** One embedded PostgreSQL for the whole run; each test file makes its own databases in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'slotline-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir, role: 'server' });
  const template = await createScratchDatabase(postgres.url);
  await migrate({ connectionString: template.url }, { directory: migrationsDirectory });
  project.provide('embeddedPostgres', postgres.url);
  project.provide('migratedTemplate', new URL(template.url).pathname.slice(1));
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
