import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tryLock } from '#src/db/embedded/locks.ts';
import { boundServerLog, openServerLog } from '#src/db/embedded/server.ts';
import { cleanUpAfterTests, preparedDataDir, start, temporaryDirectory } from './embedded-support.ts';

cleanUpAfterTests();

test('the log is cut when it has grown, under a server that goes on writing', async () => {
  const path = join(await temporaryDirectory(), 'postgres.log');
  const writer = await openServerLog(path);
  await writer.write('x'.repeat(2_000));
  await boundServerLog(path, 2_000);
  expect((await stat(path)).size).toBe(2_000);
  await boundServerLog(path, 1_000);
  await writer.write('after');
  await writer.close();
  expect((await stat(path)).size).toBe(5);
  expect((await stat(`${path}.1`)).size).toBe(2_000);
});

test('a log that grew large is put aside at the start', async () => {
  const dataDir = await preparedDataDir();
  await writeFile(join(dataDir, 'postgres.log'), Buffer.alloc(9 * 1024 * 1024));
  await start({ dataDir, role: 'server' });
  expect((await stat(join(dataDir, 'postgres.log'))).size).toBeLessThan(100_000);
  expect((await stat(join(dataDir, 'postgres.log.1'))).size).toBe(9 * 1024 * 1024);
});

test('locks exclude each other, shared ones only the exclusive', async () => {
  const path = join(await temporaryDirectory(), 'lock');
  const readers = [tryLock(path, 'shared'), tryLock(path, 'shared')];
  expect(readers).not.toContain(undefined);
  expect(tryLock(path, 'exclusive')).toBeUndefined();
  for (const reader of readers) reader?.release();
  const writer = tryLock(path, 'exclusive');
  expect(writer).toBeDefined();
  expect(tryLock(path, 'shared')).toBeUndefined();
  writer?.release();
  expect(tryLock(path, 'exclusive')).toBeDefined();
});
