import type { TestProject } from 'vitest/node';
import { citusCluster, hasCitus } from './citus-cluster.ts';
import { closeForCopies, distributedDatabase, nameOf } from './citus-databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A worker that holds no database of a test yet. */
    spareWorker: string;
    /** Its data directory, which the tests of a cluster of their own may kill and start again; else empty. */
    spareWorkerFolder: string;
  }
}

/** One Citus for the whole run. Its template, a distributed database without rows, is copied on each node for each test file. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!hasCitus) return undefined;
  const { coordinator, workers, folders, stop } = await citusCluster();
  const nodes = [coordinator, ...workers.slice(0, -1)];
  try {
    const template = await distributedDatabase(nodes);
    await closeForCopies(template, nodes);
    project.provide('migratedTemplate', nameOf(template));
    project.provide('postgresNodes', nodes);
    project.provide('spareWorker', workers.at(-1) ?? '');
    project.provide('spareWorkerFolder', folders.at(-1) ?? '');
    return async () => {
      await template.drop();
      await stop();
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
