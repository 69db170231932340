import { chown, cp, mkdir, readlink, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { spawnOwner } from './embedded-process.ts';
import { cleanUpAfterTests, clusterOf, isRoot, NOBODY, preparedDataDir, start } from './embedded-support.ts';

cleanUpAfterTests();

/** A data directory whose path is too long for a socket, with a database in it. */
async function deepDataDir(): Promise<string> {
  const prepared = await preparedDataDir();
  const dataDir = join(prepared, 'x'.repeat(60), 'y'.repeat(60));
  await mkdir(dataDir, { recursive: true });
  await cp(clusterOf(prepared), clusterOf(dataDir), { recursive: true, preserveTimestamps: true });
  return dataDir;
}

async function socketDirectoryLinkedFrom(dataDir: string): Promise<string> {
  const path = await readlink(join(dataDir, 'run'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

test('a path too long for a socket leads to a private directory among the temporary files', async () => {
  const dataDir = await deepDataDir();
  const { connection, url } = await start({ dataDir, role: 'server' });
  const directory = await socketDirectoryLinkedFrom(dataDir);
  expect(directory).toBe(connection.host);
  expect(directory).toMatch(join(tmpdir(), 'slotline-'));
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  expect(url).toContain(encodeURIComponent(directory));
  const command = spawnOwner({ dataDir, role: 'command' });
  expect((await command.said('ready')).connection).toEqual(connection);
});

test('the copy of such a data directory gets a socket of its own', async () => {
  const dataDir = await deepDataDir();
  const original = await start({ dataDir, role: 'server' });
  const directory = await socketDirectoryLinkedFrom(dataDir);
  const copy = `${dataDir}-copy`;
  await cp(clusterOf(dataDir), clusterOf(copy), {
    recursive: true,
    filter: (path) => basename(path) !== 'postmaster.pid',
  });
  await symlink(directory, join(copy, 'run'));
  const { connection } = await start({ dataDir: copy, role: 'server' });
  await socketDirectoryLinkedFrom(copy);
  expect(connection.host).not.toBe(original.connection.host);
});

test.skipIf(!isRoot)(
  'a temporary directory that another user made first is not used (root only: needs chown)',
  async () => {
    const dataDir = await deepDataDir();
    await (await start({ dataDir, role: 'server' })).stop();
    const directory = await socketDirectoryLinkedFrom(dataDir);
    await chown(directory, NOBODY, NOBODY);
    await expect(start({ dataDir, role: 'server' })).rejects.toThrow(`${directory} is needed`);
  },
);
