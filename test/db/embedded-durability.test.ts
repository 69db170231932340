import { expect, test } from 'vitest';
import { type Owner, spawnOwner } from './embedded-process.ts';
import { cleanUpAfterTests, postmasterPid, preparedDataDir, sql, start } from './embedded-support.ts';
import { until } from './embedded-until.ts';

cleanUpAfterTests();

const ENOUGH_ROWS = 150;

async function underLoad(): Promise<{ dataDir: string; owner: Owner }> {
  const dataDir = await preparedDataDir();
  const owner = spawnOwner({ dataDir, role: 'server' });
  const { connection } = await owner.said('ready');
  await sql(connection, 'CREATE TABLE written (id bigserial PRIMARY KEY, writer int)');
  owner.order('write');
  await until(() => acknowledgedBy(owner).length >= ENOUGH_ROWS);
  return { dataDir, owner };
}

function acknowledgedBy(owner: Owner): number[] {
  return owner.lines.flatMap(({ id }) => (id === undefined ? [] : [Number(id)]));
}

async function lostRows(dataDir: string, owner: Owner): Promise<number[]> {
  const { connection } = await start({ dataDir, role: 'server' });
  const stored = new Set((await sql(connection, 'SELECT id FROM written')).map(({ id }) => Number(id)));
  return acknowledgedBy(owner).filter((id) => !stored.has(id));
}

test('each acknowledged row is there after the owner was killed under load', async () => {
  const { dataDir, owner } = await underLoad();
  const pid = await postmasterPid(dataDir);
  await owner.kill();
  expect(await lostRows(dataDir, owner)).toEqual([]);
  expect(await postmasterPid(dataDir)).toBe(pid);
});

test('each acknowledged row is there after owner and database were killed under load', async () => {
  const { dataDir, owner } = await underLoad();
  process.kill(await postmasterPid(dataDir), 'SIGKILL');
  await owner.kill();
  expect(await lostRows(dataDir, owner)).toEqual([]);
});

test('each acknowledged row is there after the database alone was killed under load', async () => {
  const { dataDir, owner } = await underLoad();
  process.kill(await postmasterPid(dataDir), 'SIGKILL');
  await until(() => owner.lines.some(({ log }) => log === 'PostgreSQL is back'));
  owner.order('stop');
  await owner.said('stopped');
  expect(await lostRows(dataDir, owner)).toEqual([]);
});
