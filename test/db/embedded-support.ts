import { execFile } from 'node:child_process';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, inject } from 'vitest';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '#src/db/embedded/launcher.ts';
import { processesServing, readPostmasterPid, servesCluster } from '#src/db/embedded/postmaster.ts';
import { locateInstalledPackage } from '#src/db/embedded/programs.ts';
import type { Connection } from '#src/db/embedded/session.ts';
import { copyDataDir, dataDirParent } from '../support/prepared-data-dir.ts';
import { killOwners } from './embedded-process.ts';
import { until } from './embedded-until.ts';

export const isRoot = process.getuid?.() === 0;
export const NOBODY = 65_534;

const run = promisify(execFile);

const directories: string[] = [];
const handles: EmbeddedPostgres[] = [];

/** A directory that anyone may enter, which is not what mkdtemp makes. Programs may not be run from each parent. */
export async function temporaryDirectory(parent = tmpdir()): Promise<string> {
  const path = await realpath(await mkdtemp(join(parent, 'slotline-test-')));
  directories.push(path);
  await chmod(path, 0o755);
  return path;
}

export async function temporaryDataDir(): Promise<string> {
  return join(await temporaryDirectory(await dataDirParent()), 'data');
}

/** A data directory with a database in it, copied from one that is made once for all tests. */
export async function preparedDataDir(): Promise<string> {
  const dataDir = await temporaryDataDir();
  await copyDataDir(inject('preparedDataDir'), dataDir);
  clusterOf(dataDir);
  return dataDir;
}

let packageForAll: Promise<string> | undefined;

/** A copy of the installed PostgreSQL that every user may run: the checkout may be below a closed directory. */
export async function packageOpenToAll(): Promise<string> {
  packageForAll ??= copyPackage();
  return packageForAll;
}

async function copyPackage(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'slotline-test-'));
  const home = join(parent, 'package');
  await run('cp', ['-a', locateInstalledPackage() ?? '', home]);
  await run('chmod', ['-R', 'a+rX', parent]);
  return home;
}

export async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres(options);
  handles.push(database);
  return database;
}

export function cleanUpAfterTests(): void {
  afterEach(cleanUp);
  afterAll(async () => {
    if (packageForAll) await rm(dirname(await packageForAll), { recursive: true, force: true });
  });
}

/** Ends all that a test has started, whatever has become of it. */
async function cleanUp(): Promise<void> {
  await killOwners();
  for (const database of handles.splice(0)) await database.stop();
  for (const directory of directories.splice(0)) {
    for (const cluster of clustersIn(directory)) {
      await until(async () => (await killAll(cluster)) === 0);
    }
    await rm(directory, { recursive: true, force: true });
  }
}

async function killAll(cluster: string): Promise<number> {
  const pids = await processesServing(cluster);
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // gone by itself
    }
  }
  return pids.length;
}

const clusters = new Set<string>();

function clustersIn(directory: string): string[] {
  return [join(directory, 'data/postgres'), ...clusters].filter((cluster) => cluster.startsWith(directory));
}

export function clusterOf(dataDir: string): string {
  const cluster = join(dataDir, 'postgres');
  clusters.add(cluster);
  return cluster;
}

export async function postmasterPid(dataDir: string): Promise<number> {
  const pid = await readPostmasterPid(clusterOf(dataDir));
  if (pid === undefined) throw new Error(`no postmaster in ${dataDir}`);
  return pid;
}

export async function sql(connection: Connection, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ ...connection });
  client.on('error', () => {}); // The query's own rejection reports it.
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** A zombie counts as gone: who reaps an orphan, and when, is the machine's affair. */
export function isGone(dataDir: string, pid: number): Promise<boolean> {
  return until(async () => !(await servesCluster(pid, clusterOf(dataDir))));
}
