import { spawn } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isAlive, processesServing, servesCluster } from '#src/db/embedded/postmaster.ts';
import { locateInstalledPackage } from '#src/db/embedded/programs.ts';
import { pause } from '../support/waiting.ts';
import { spawnOwner } from './embedded-process.ts';
import {
  cleanUpAfterTests,
  clusterOf,
  isGone,
  postmasterPid,
  preparedDataDir,
  sql,
  start,
} from './embedded-support.ts';
import { until } from './embedded-until.ts';

cleanUpAfterTests();

/** A database whose process was killed and that runs on by itself. */
async function orphan() {
  const dataDir = await preparedDataDir();
  const owner = spawnOwner({ dataDir, role: 'server' });
  const { connection } = await owner.said('ready');
  await owner.kill();
  return { dataDir, connection, pid: await postmasterPid(dataDir) };
}

async function otherInstallation(dataDir: string): Promise<() => string> {
  const path = join(dirname(dataDir), 'package');
  await symlink(locateInstalledPackage() ?? '', path);
  return () => path;
}

test('an orphan goes on serving and logging, and the next start adopts it', async () => {
  const { dataDir, connection, pid } = await orphan();
  await expect(sql(connection, 'SELECT nonsense')).rejects.toThrow();
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain('"nonsense"');
  const next = await start({ dataDir, role: 'server' });
  expect(next.connection).toEqual(connection);
  expect(await postmasterPid(dataDir)).toBe(pid);
  await next.stop();
  expect(await isGone(dataDir, pid)).toBe(true);
});

test('an orphan of another installation or other settings is stopped cleanly and replaced', async () => {
  const { dataDir, connection, pid } = await orphan();
  await sql(connection, 'CREATE TABLE written AS SELECT 1 AS id');
  const machine = { locatePackage: await otherInstallation(dataDir) };
  const next = await start({ dataDir, role: 'server', machine });
  expect(await postmasterPid(dataDir)).not.toBe(pid);
  expect(await sql(next.connection, 'SELECT id FROM written')).toEqual([{ id: 1 }]);
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('not properly shut down');
});

test('a command takes the database of a running server as it is, also from another installation', async () => {
  const dataDir = await preparedDataDir();
  await start({ dataDir, role: 'server' });
  const pid = await postmasterPid(dataDir);
  await start({ dataDir, role: 'command', machine: { locatePackage: await otherInstallation(dataDir) } });
  expect(await postmasterPid(dataDir)).toBe(pid);
});

test('an orphan that does not react is killed, and nothing acknowledged is lost', async () => {
  const { dataDir, connection, pid } = await orphan();
  await sql(connection, 'CREATE TABLE written AS SELECT 1 AS id');
  process.kill(pid, 'SIGSTOP');
  const shutdownSteps = [
    ['SIGINT', 200],
    ['SIGQUIT', 200],
    ['SIGKILL', 10_000],
  ] as const;
  const next = await start({ dataDir, role: 'server', machine: { shutdownSteps } });
  expect(await postmasterPid(dataDir)).not.toBe(pid);
  expect(await sql(next.connection, 'SELECT id FROM written')).toEqual([{ id: 1 }]);
});

test('what is left of a database that was killed with its owner does not disturb', async () => {
  const { dataDir, pid } = await orphan();
  process.kill(pid, 'SIGKILL');
  const next = await start({ dataDir, role: 'server' });
  expect(await sql(next.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a pid that went to an unrelated process is not taken for the database, nor harmed', async () => {
  const { dataDir, connection, pid } = await orphan();
  const pidFile = join(clusterOf(dataDir), 'postmaster.pid');
  const content = await readFile(pidFile, 'utf8');
  process.kill(pid, 'SIGKILL');
  await until(async () => (await processesServing(clusterOf(dataDir))).length === 0);
  await writeFile(pidFile, content.replace(String(pid), String(process.pid)));
  await writeFile(join(connection.host, '.s.PGSQL.5432.lock'), content.replace(String(pid), String(process.pid)));
  const next = await start({ dataDir, role: 'server' });
  expect(await sql(next.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

/** A backend that does not notice its postmaster's death, because it is stopped. */
async function stoppedLeftover() {
  const { dataDir, connection, pid } = await orphan();
  const client = new pg.Client({ ...connection });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const leftover = Number(rows[0]?.pid);
  process.kill(leftover, 'SIGSTOP');
  process.kill(pid, 'SIGKILL');
  await until(async () => (await processesServing(clusterOf(dataDir))).join() === String(leftover));
  return { dataDir, leftover };
}

test('a process that outlives its postmaster is waited for', async () => {
  const { dataDir, leftover } = await stoppedLeftover();
  const next = start({ dataDir, role: 'server' });
  // An unhindered start takes a tenth of this.
  const first = await Promise.race([next.then(() => 'started'), pause(1_000).then(() => 'waiting')]);
  expect(first).toBe('waiting');
  expect(await processesServing(clusterOf(dataDir))).toEqual([leftover]);
  process.kill(leftover, 'SIGCONT');
  const { connection } = await next;
  expect(await sql(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a process that outlives its postmaster and does not end is killed before the next start', async () => {
  const { dataDir, leftover } = await stoppedLeftover();
  const { connection } = await start({ dataDir, role: 'server' });
  expect(await processesServing(clusterOf(dataDir))).not.toContain(leftover);
  expect(await sql(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

describe('a database that runs in another container, where its pid means something else', () => {
  /** The pid file names a process of ours that has nothing to do with the database. */
  async function elsewhere() {
    const { dataDir, connection, pid } = await orphan();
    const bystander = spawn('sleep', ['600'], { stdio: 'ignore' });
    onTestFinished(() => {
      bystander.kill('SIGKILL');
    });
    const pidFile = join(clusterOf(dataDir), 'postmaster.pid');
    const content = await readFile(pidFile, 'utf8');
    await writeFile(pidFile, content.replace(String(pid), String(bystander.pid)));
    const isUntouched = async () =>
      bystander.signalCode === null && isAlive(Number(bystander.pid)) && (await servesCluster(pid, clusterOf(dataDir)));
    return { dataDir, connection, pid, isUntouched };
  }

  test('is used as it is, and left running', async () => {
    const { dataDir, connection, isUntouched } = await elsewhere();
    const machine = { locatePackage: await otherInstallation(dataDir) };
    const next = await start({ dataDir, role: 'server', machine });
    expect(next.connection).toEqual(connection);
    expect(await sql(next.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await next.stop();
    expect(await isUntouched()).toBe(true);
  });

  test('is reported when it does not answer, and no second one is started on its files', async () => {
    const { dataDir, pid, isUntouched } = await elsewhere();
    process.kill(pid, 'SIGSTOP');
    await expect(start({ dataDir, role: 'server' })).rejects.toThrow('runs in another container and does not respond');
    expect(await isUntouched()).toBe(true);
  });
});
