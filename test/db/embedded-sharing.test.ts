import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmbeddedPostgres } from '#src/db/embedded/launcher.ts';
import { DataDirInUseError } from '#src/db/embedded/locks.ts';
import { isAlive } from '#src/db/embedded/postmaster.ts';
import { type Owner, spawnOwner } from './embedded-process.ts';
import {
  cleanUpAfterTests,
  isGone,
  postmasterPid,
  preparedDataDir,
  sql,
  start,
  temporaryDataDir,
} from './embedded-support.ts';

cleanUpAfterTests();

async function stopped(owner: Owner): Promise<void> {
  owner.order('stop');
  await owner.said('stopped');
}

test('a second server is refused with the directory and the pid of the first', async () => {
  const dataDir = await preparedDataDir();
  const first = spawnOwner({ dataDir, role: 'server' });
  await first.said('ready');
  const refused = await startEmbeddedPostgres({ dataDir: join(dataDir, '.'), role: 'server' }).catch((error) => error);
  expect(refused).toBeInstanceOf(DataDirInUseError);
  expect(refused).toMatchObject({ name: 'DataDirInUseError', dataDir, pid: first.pid });
  expect(refused.message).toBe(
    `The data directory ${dataDir} is in use by a running server (pid ${first.pid}). Stop it, or start with another DATA_DIR.`,
  );
});

test('a second server in the same process is refused, until the first has stopped', async () => {
  const dataDir = await preparedDataDir();
  const first = await start({ dataDir, role: 'server' });
  await expect(start({ dataDir, role: 'server' })).rejects.toThrow(`(pid ${process.pid})`);
  await first.stop();
  await start({ dataDir, role: 'server' });
});

test('of servers that start at the same instant exactly one wins', async () => {
  const dataDir = await temporaryDataDir();
  const rivals = [1, 2, 3].map(() => spawnOwner({ dataDir, role: 'server' }));
  const outcomes = await Promise.allSettled(rivals.map((rival) => rival.said('ready')));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const winner = rivals[outcomes.findIndex(({ status }) => status === 'fulfilled')];
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason.message).toContain(`(pid ${winner?.pid})`);
  }
});

test('the lock of a killed server delays no other process', async () => {
  const dataDir = await preparedDataDir();
  const killed = spawnOwner({ dataDir, role: 'server' });
  await killed.said('ready');
  await killed.kill();
  const next = await start({ dataDir, role: 'server' });
  expect(await sql(next.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a command beside a server uses its database and leaves it running', async () => {
  const dataDir = await preparedDataDir();
  const server = await start({ dataDir, role: 'server' });
  const pid = await postmasterPid(dataDir);
  const command = spawnOwner({ dataDir, role: 'command' });
  expect((await command.said('ready')).connection).toEqual(server.connection);
  await stopped(command);
  expect(await postmasterPid(dataDir)).toBe(pid);
  expect(await sql(server.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a command with no server starts the database and stops it', async () => {
  const dataDir = await preparedDataDir();
  const command = await start({ dataDir, role: 'command' });
  const pid = await postmasterPid(dataDir);
  await command.stop();
  expect(await isGone(dataDir, pid)).toBe(true);
});

test('a server takes over the database of a command, whose stop then leaves it running', async () => {
  const dataDir = await preparedDataDir();
  const command = spawnOwner({ dataDir, role: 'command' });
  await command.said('ready');
  const pid = await postmasterPid(dataDir);
  const server = await start({ dataDir, role: 'server' });
  await stopped(command);
  expect(isAlive(pid)).toBe(true);
  expect(await sql(server.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await server.stop();
  expect(await isGone(dataDir, pid)).toBe(true);
});

test('a server that stops beside a command leaves the database to it', async () => {
  const dataDir = await preparedDataDir();
  const server = await start({ dataDir, role: 'server' });
  const command = await start({ dataDir, role: 'command' });
  await server.stop();
  expect(await sql(command.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  const pid = await postmasterPid(dataDir);
  await command.stop();
  expect(await isGone(dataDir, pid)).toBe(true);
});

test('a command that comes while the server is starting waits for it', async () => {
  const dataDir = await temporaryDataDir();
  const owners = [spawnOwner({ dataDir, role: 'server' }), spawnOwner({ dataDir, role: 'command' })];
  const [server, command] = await Promise.all(owners.map((owner) => owner.said('ready')));
  expect(command).toEqual(server);
});

test('commands without a server share a database, and the last one out stops it', async () => {
  const dataDir = await preparedDataDir();
  const commands = [1, 2, 3].map(() => spawnOwner({ dataDir, role: 'command' }));
  await Promise.all(commands.map((command) => command.said('ready')));
  const pid = await postmasterPid(dataDir);
  for (const command of commands) {
    expect(isAlive(pid)).toBe(true);
    await stopped(command);
  }
  expect(await isGone(dataDir, pid)).toBe(true);
});
