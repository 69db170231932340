import { readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { locateInstalledPackage } from '#src/db/embedded/binaries.ts';
import { processesServing } from '#src/db/embedded/processes.ts';
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
  await sql(connection, 'CREATE TABLE kept AS SELECT 1 AS id');
  const machine = { locatePackage: await otherInstallation(dataDir) };
  const next = await start({ dataDir, role: 'server', machine });
  expect(await postmasterPid(dataDir)).not.toBe(pid);
  expect(await sql(next.connection, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
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
  await sql(connection, 'CREATE TABLE kept AS SELECT 1 AS id');
  process.kill(pid, 'SIGSTOP');
  const patience = [
    ['SIGINT', 200],
    ['SIGQUIT', 200],
    ['SIGKILL', 10_000],
  ] as const;
  const next = await start({ dataDir, role: 'server', machine: { patience } });
  expect(await postmasterPid(dataDir)).not.toBe(pid);
  expect(await sql(next.connection, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
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

test('work that outlives its postmaster is waited for', async () => {
  const { dataDir, connection, pid } = await orphan();
  const sleeper = sql(connection, 'SELECT pg_sleep(60)').catch(() => 'ended');
  await until(() =>
    sql(connection, `SELECT 1 FROM pg_stat_activity WHERE query ~ 'sleep' AND pid <> pg_backend_pid()`).then(
      (rows) => rows.length > 0,
    ),
  );
  process.kill(pid, 'SIGKILL');
  await start({ dataDir, role: 'server' });
  expect(await sleeper).toBe('ended');
});
