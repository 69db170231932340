import { execFileSync } from 'node:child_process';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { locateInstalledPackage } from '#src/db/embedded/programs.ts';
import { spawnOwner } from './embedded-process.ts';
import {
  cleanUpAfterTests,
  clusterOf,
  isRoot,
  NOBODY,
  packageOpenToAll,
  preparedDataDir,
  start,
  temporaryDataDir,
  temporaryDirectory,
} from './embedded-support.ts';

cleanUpAfterTests();

async function refusal(dataDir: string, machine = {}): Promise<string> {
  return start({ dataDir, role: 'server', machine }).then(
    () => 'started',
    (error) => (error.name === 'EmbeddedPostgresError' ? error.message : `unexplained: ${error.stack}`),
  );
}

/** A package whose initdb is a script. */
async function packageWithInitdb(script: string): Promise<() => string> {
  const home = await temporaryDirectory();
  const installed = locateInstalledPackage() ?? '';
  await mkdir(join(home, 'native/bin'), { recursive: true });
  await symlink(join(installed, 'package.json'), join(home, 'package.json'));
  await symlink(join(installed, 'native/bin/postgres'), join(home, 'native/bin/postgres'));
  await writeFile(join(home, 'native/bin/initdb'), `#!/bin/sh\n${script}\n`);
  await chmod(join(home, 'native/bin/initdb'), 0o755);
  return () => home;
}

test('on a platform without binaries the error says to set DATABASE_URL', async () => {
  const message = await refusal(await temporaryDataDir(), { locatePackage: () => undefined });
  expect(message).toBe(
    `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to the address of an existing PostgreSQL.`,
  );
});

test('an incomplete installation is named', async () => {
  const home = await temporaryDirectory();
  expect(await refusal(await temporaryDataDir(), { locatePackage: () => home })).toMatch(
    `The embedded PostgreSQL in ${home} is incomplete, install it again: ENOENT`,
  );
});

test('a file in place of the data directory is reported', async () => {
  const dataDir = await temporaryDataDir();
  await writeFile(dataDir, '');
  const message = `The data directory ${dataDir} cannot be used: there is a file in its place.`;
  expect(await refusal(dataDir)).toBe(message);
  expect(await refusal(join(dataDir, 'below'))).toContain('there is a file in its place');
});

test('a cluster of another major version is left alone', async () => {
  const dataDir = await temporaryDataDir();
  await mkdir(clusterOf(dataDir), { recursive: true });
  await writeFile(join(clusterOf(dataDir), 'PG_VERSION'), '17\n');
  expect(await refusal(dataDir)).toBe(
    `${clusterOf(dataDir)} was created by PostgreSQL 17, but this is PostgreSQL 18: dump it there and restore it here, or start with another DATA_DIR.`,
  );
});

test('files that are no database are left alone', async () => {
  const dataDir = await temporaryDataDir();
  await mkdir(clusterOf(dataDir), { recursive: true });
  await writeFile(join(clusterOf(dataDir), 'notes.txt'), '');
  expect(await refusal(dataDir)).toBe(`${clusterOf(dataDir)} contains files but no PostgreSQL database.`);
});

test('a failing initdb is quoted', async () => {
  const locatePackage = await packageWithInitdb('echo first; echo "No space left on device" >&2; exit 3');
  const dataDir = await temporaryDataDir();
  expect(await refusal(dataDir, { locatePackage })).toBe(
    `The database could not be created in ${dataDir}: initdb ended with code 3. first | No space left on device`,
  );
});

test('a server that does not start is quoted', async () => {
  const dataDir = await preparedDataDir();
  await writeFile(join(clusterOf(dataDir), 'postgresql.conf'), 'nonsense = 1\n');
  expect(await refusal(dataDir)).toMatch(/did not start: PostgreSQL ended with code 1\. .*"nonsense"/);
});

test.skipIf(!isRoot)(
  'a full disk is reported with the message of initdb (root only: needs to mount a small one)',
  async () => {
    const disk = await temporaryDirectory();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=755', 'tmpfs', disk]);
    const message = await refusal(join(disk, 'data')).finally(() => execFileSync('umount', ['--lazy', disk]));
    expect(message).toMatch(/could not be created .*No space left on device/);
  },
);

test.skipIf(!isRoot)('a directory that is not writable is named (root only: becomes another user)', async () => {
  const dataDir = await temporaryDataDir();
  const owner = spawnOwner({ dataDir, role: 'server', uid: NOBODY, packageHome: await packageOpenToAll() });
  await expect(owner.said('ready')).rejects.toThrow(
    `The data directory ${dataDir} is not writable for this user (uid ${NOBODY}).`,
  );
});

test.skipIf(!isRoot)('a database of another user is named (root only: becomes another user)', async () => {
  const dataDir = await preparedDataDir();
  for (const path of [dataDir, join(dataDir, 'locks')]) await chmod(path, 0o777);
  const owner = spawnOwner({ dataDir, role: 'server', uid: NOBODY, packageHome: await packageOpenToAll() });
  await expect(owner.said('ready')).rejects.toThrow(
    `${clusterOf(dataDir)} belongs to another user: start as that user`,
  );
});
