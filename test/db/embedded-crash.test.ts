import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAlive } from '#src/db/embedded/postmaster.ts';
import { openSession } from '#src/db/embedded/session.ts';
import { spawnOwner } from './embedded-process.ts';
import { cleanUpAfterTests, clusterOf, postmasterPid, preparedDataDir, sql, start } from './embedded-support.ts';
import { until } from './embedded-until.ts';

cleanUpAfterTests();

async function watched() {
  const dataDir = await preparedDataDir();
  const messages: string[] = [];
  const crashes: Error[] = [];
  const database = await start({
    dataDir,
    role: 'server',
    log: (message) => messages.push(message),
    onCrash: (error) => crashes.push(error),
  });
  const timesBack = (times: number) =>
    until(() => messages.filter((message) => message === 'PostgreSQL is back').length === times);
  return { dataDir, database, messages, crashes, timesBack };
}

test('a postmaster that is killed is brought back at the same address with all that was stored', async () => {
  const { dataDir, database, messages, crashes, timesBack } = await watched();
  await sql(database.connection, 'CREATE TABLE written AS SELECT 1 AS id');
  const pid = await postmasterPid(dataDir);
  process.kill(pid, 'SIGKILL');
  await timesBack(1);
  expect(await sql(database.connection, 'SELECT id FROM written')).toEqual([{ id: 1 }]);
  expect(await postmasterPid(dataDir)).not.toBe(pid);
  expect(messages).toEqual(['PostgreSQL went away, restarting it', 'PostgreSQL is back']);
  process.kill(await postmasterPid(dataDir), 'SIGKILL');
  await timesBack(2);
  expect(await sql(database.connection, 'SELECT id FROM written')).toEqual([{ id: 1 }]);
  expect(crashes).toEqual([]);
});

test('an adopted postmaster that is killed is brought back, too', async () => {
  const dataDir = await preparedDataDir();
  const owner = spawnOwner({ dataDir, role: 'server' });
  await owner.said('ready');
  await owner.kill();
  const messages: string[] = [];
  const { connection } = await start({ dataDir, role: 'server', log: (message) => messages.push(message) });
  process.kill(await postmasterPid(dataDir), 'SIGKILL');
  await until(() => messages.includes('PostgreSQL is back'));
  expect(await sql(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('server and command that lose their database both find it again', async () => {
  const { dataDir, database, timesBack } = await watched();
  const command = spawnOwner({ dataDir, role: 'command' });
  await command.said('ready');
  process.kill(await postmasterPid(dataDir), 'SIGKILL');
  await timesBack(1);
  await until(() => command.lines.some(({ log }) => log === 'PostgreSQL is back'));
  command.order('stop');
  await command.said('stopped');
  expect(await sql(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('when a backend crashes PostgreSQL recovers by itself and is found again', async () => {
  const { dataDir, database, timesBack } = await watched();
  const pid = await postmasterPid(dataDir);
  const [row] = await sql(database.connection, `SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'`);
  process.kill(Number(row?.pid), 'SIGKILL');
  await timesBack(1);
  expect(await sql(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(await postmasterPid(dataDir)).toBe(pid);
});

test('a database that is missing is made, also by two at once', async () => {
  const { database } = await watched();
  await sql({ ...database.connection, database: 'postgres' }, 'DROP DATABASE slotline WITH (FORCE)');
  const sessions = await Promise.all([openSession(database.connection), openSession(database.connection)]);
  for (const session of sessions) session.close();
  expect(await sql(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a database that cannot be brought back is reported once', async () => {
  const { dataDir, database, crashes, messages } = await watched();
  const control = join(clusterOf(dataDir), 'global/pg_control');
  await rename(control, `${control}.away`);
  process.kill(await postmasterPid(dataDir), 'SIGKILL');
  await until(() => crashes.length > 0);
  expect(crashes).toHaveLength(1);
  expect(crashes[0]?.message).toMatch(/did not start: PostgreSQL ended with code \d+\. .*pg_control/);
  expect(messages.filter((message) => message === 'PostgreSQL could not be restarted')).toHaveLength(2);
  await database.stop();
});

test('an interrupt from the terminal signals the owner and leaves its database running', async () => {
  const dataDir = await preparedDataDir();
  const owner = spawnOwner({ dataDir, role: 'server' });
  const { connection } = await owner.said('ready');
  const pid = await postmasterPid(dataDir);
  process.kill(-owner.pid, 'SIGINT');
  await owner.said('interrupted');
  expect(await sql(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(isAlive(pid)).toBe(true);
  expect(await postmasterPid(dataDir)).toBe(pid);
});
