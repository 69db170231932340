import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { createScratchDatabase } from '../../prisma/scratch-database.ts';
import { startEmbeddedPostgres } from '../../src/db/embedded/launcher.ts';
import { migrate } from '../../src/db/migrate.ts';
import { migrationsDirectory } from '../../src/db/open.ts';
import { afterTheRun } from './after-the-run.ts';
import { copyDataDir, dataDirParent } from './prepared-data-dir.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The embedded PostgreSQL of this run. */
    embeddedPostgres: string;
    /** Where the databases of tests are made: the embedded PostgreSQL, or all nodes of a cluster, its coordinator first. */
    postgresNodes: string[];
    /** A migrated, empty database in it, the template of all others. */
    migratedTemplate: string;
  }
}

/** This cluster is thrown away with the run, so nothing of it needs to outlive the machine: each new database would wait for the disk. */
const settings = [
  ['fsync', 'off'],
  ['full_page_writes', 'off'],
] as const;

/** One embedded PostgreSQL for the whole run; each test file makes its own databases in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parent = await mkdtemp(path.join(await dataDirParent(), 'slotline-test-'));
  const dataDir = path.join(parent, 'data');
  const remove = afterTheRun(parent, [`kill -QUIT "$(head -1 ${dataDir}/postgres/postmaster.pid)"`]);
  await copyDataDir(project.getProvidedContext().preparedDataDir, dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, role: 'server', machine: { settings } });
  const template = await createScratchDatabase(postgres.url);
  await migrate({ connectionString: template.url }, { directory: migrationsDirectory });
  project.provide('embeddedPostgres', postgres.url);
  project.provide('postgresNodes', [postgres.url]);
  project.provide('migratedTemplate', new URL(template.url).pathname.slice(1));
  return async () => {
    await postgres.stop();
    await remove();
  };
}
