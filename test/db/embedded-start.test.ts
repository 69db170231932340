import { existsSync } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { sharedBuffersMebibytes } from '#src/db/embedded/cluster.ts';
import { retryWhenSlow } from '../support/retry-when-slow.ts';
import { spawnOwner } from './embedded-process.ts';
import {
  cleanUpAfterTests,
  clusterOf,
  isGone,
  postmasterPid,
  preparedDataDir,
  sql,
  start,
  temporaryDataDir,
} from './embedded-support.ts';
import { until } from './embedded-until.ts';

cleanUpAfterTests();

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

test('the first start makes a durable UTF-8 database that only its owner can connect to', async () => {
  const dataDir = await temporaryDataDir();
  const { connection } = await start({ dataDir, role: 'server' });
  expect(connection).toMatchObject({ port: 5432, user: 'slotline', database: 'slotline' });
  const [row] = await sql(
    connection,
    `SELECT current_setting('listen_addresses') AS tcp, current_setting('fsync') AS fsync,
            current_setting('synchronous_commit') AS commit, current_setting('server_encoding') AS encoding,
            datlocprovider AS provider, datlocale AS locale, inet_server_addr() AS address
     FROM pg_database WHERE datname = current_database()`,
  );
  expect(row).toEqual({
    tcp: '',
    fsync: 'on',
    commit: 'on',
    encoding: 'UTF8',
    provider: 'b',
    locale: 'C.UTF-8',
    address: null,
  });
  for (const path of [connection.host, clusterOf(dataDir)]) expect((await stat(path)).mode & 0o777).toBe(0o700);
});

test('the next start finds what was stored', async () => {
  const dataDir = await preparedDataDir();
  const first = await start({ dataDir, role: 'server' });
  await sql(first.connection, 'CREATE TABLE written AS SELECT 1 AS id');
  await first.stop();
  const next = await start({ dataDir, role: 'server' });
  expect(await sql(next.connection, 'SELECT id FROM written')).toEqual([{ id: 1 }]);
});

// A ratio, because the machine may be busy with other things. Idle, it is 0.8 s against 0.05 s.
test('a start on an existing database takes less than a third of the first', { retry: retryWhenSlow }, async () => {
  const dataDir = await temporaryDataDir();
  const turn = async () => (await start({ dataDir, role: 'server' })).stop();
  const first = await millisecondsOf(turn);
  const next = [await millisecondsOf(turn), await millisecondsOf(turn), await millisecondsOf(turn)];
  expect(Math.min(...next)).toBeLessThan(first / 3);
});

test('reports when PostgreSQL works by itself: once for the making of the cluster, once for the server', async () => {
  const dataDir = await temporaryDataDir();
  const found: boolean[] = [];
  const onSpawn = () => found.push(existsSync(clusterOf(dataDir)));
  await start({ dataDir, role: 'server', onSpawn });
  expect(found).toEqual([false, true]);
  await start({ dataDir, role: 'command', onSpawn });
  expect(found).toHaveLength(2);
});

test('stopping ends PostgreSQL and may be called twice', async () => {
  const dataDir = await preparedDataDir();
  const database = await start({ dataDir, role: 'server' });
  const pid = await postmasterPid(dataDir);
  await Promise.all([database.stop(), database.stop()]);
  expect(await isGone(dataDir, pid)).toBe(true);
  await expect(sql(database.connection, 'SELECT 1')).rejects.toThrow();
});

test('the URL is understood by pg, also where the path has spaces, commas and quotes', async () => {
  const dataDir = join(await temporaryDataDir(), 'a, "b" & ü?');
  clusterOf(dataDir);
  const { url } = await start({ dataDir, role: 'server' });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('SELECT current_user AS me, current_database() AS here');
  await client.end();
  expect(rows).toEqual([{ me: 'slotline', here: 'slotline' }]);
});

test('names in any script can be searched by trigrams and exclusion constraints can be made', async () => {
  const { connection } = await start({ dataDir: await preparedDataDir(), role: 'server' });
  await sql(connection, 'CREATE EXTENSION pg_trgm; CREATE EXTENSION btree_gist');
  const [row] = await sql(connection, `SELECT show_trgm('Жук') <> '{}' AS cyrillic, upper('äж') AS upper`);
  expect(row).toEqual({ cyrillic: true, upper: 'ÄЖ' });
});

test('a creation that was killed half way is thrown away and done again', async () => {
  const dataDir = await temporaryDataDir();
  const owner = spawnOwner({ dataDir, role: 'server' });
  const draft = await until(async () => {
    const names = await readdir(dataDir).catch(() => []);
    const name = names.find((candidate) => candidate.startsWith('postgres.new-'));
    return name && (await readdir(join(dataDir, name))).includes('PG_VERSION') && name;
  });
  await owner.kill();
  expect(await readdir(dataDir)).not.toContain('postgres');
  const { connection } = await start({ dataDir, role: 'server' });
  expect(await sql(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(await readdir(join(dataDir, draft)).catch(() => [])).not.toContain('global');
});

test('an empty directory in place of the cluster counts as no cluster', async () => {
  const dataDir = await temporaryDataDir();
  await mkdir(clusterOf(dataDir), { recursive: true, mode: 0o755 });
  const { connection } = await start({ dataDir, role: 'server' });
  expect(await sql(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('shared memory is a fair part of the machine', () => {
  const gibibyte = 1024 ** 3;
  expect([0.1, 0.5, 1, 64].map((size) => sharedBuffersMebibytes(size * gibibyte))).toEqual([32, 64, 128, 256]);
});
