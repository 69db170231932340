import { execFile } from 'node:child_process';
import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/db/embedded/launcher.ts';
import { afterTheRun } from './after-the-run.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A stopped data directory with an empty database in it, for tests that copy it. */
    preparedDataDir: string;
  }
}

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 8 * 1024 ** 3;

/**
 * The folder for data directories of tests: in memory where there is plenty of it. A cluster has a thousand small files,
 * and a test waits for the disk when they are made, synced and removed. PostgreSQL syncs there, too.
 */
export async function dataDirParent(): Promise<string> {
  const free = await statfs(MEMORY).then(
    ({ bavail, bsize }) => Math.min(bavail * bsize, process.availableMemory()),
    () => 0,
  );
  return free > ENOUGH_BYTES ? MEMORY : tmpdir();
}

/** A second copy is many times faster than a second initdb. */
export async function copyDataDir(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}

/** Runs initdb once for all tests of a project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parent = await mkdtemp(join(await dataDirParent(), 'slotline-test-'));
  const dataDir = join(parent, 'data');
  const remove = afterTheRun(parent);
  await (await startEmbeddedPostgres({ dataDir, role: 'server' })).stop();
  project.provide('preparedDataDir', dataDir);
  return remove;
}
