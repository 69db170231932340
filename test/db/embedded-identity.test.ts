import { execFileSync } from 'node:child_process';
import { chmod, chown, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { copyDataDir, dataDirParent } from '../support/prepared-data-dir.ts';
import { type OwnerOptions, spawnOwner } from './embedded-process.ts';
import {
  cleanUpAfterTests,
  clusterOf,
  isRoot,
  NOBODY,
  packageOpenToAll,
  postmasterPid,
  preparedDataDir,
  sql,
  start,
  temporaryDataDir,
  temporaryDirectory,
} from './embedded-support.ts';

cleanUpAfterTests();

const UNNAMED = 54_321; // a user without an entry in /etc/passwd, as containers have them

/** Starts, uses and stops the database in another process. Returns the user that PostgreSQL ran as. */
async function roundTrip(options: Omit<OwnerOptions, 'role'>): Promise<number> {
  const owner = spawnOwner({ ...options, role: 'server', packageHome: await packageOpenToAll() });
  const { connection } = await owner.said('ready');
  expect(await sql(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  const uid = await userOf(await postmasterPid(options.dataDir));
  owner.order('stop');
  await owner.said('stopped');
  return uid;
}

async function userOf(pid: number): Promise<number> {
  return (await stat(`/proc/${pid}`)).uid;
}

async function directoryOf(uid: number, mode: number): Promise<string> {
  const path = await temporaryDirectory(await dataDirParent());
  await chown(path, uid, uid);
  await chmod(path, mode);
  return join(path, 'data');
}

describe.skipIf(!isRoot)('as root (skipped for other users)', () => {
  test('PostgreSQL runs in a user namespace, its files stay root’s and its pid is the machine’s own', async () => {
    const dataDir = await temporaryDataDir();
    await start({ dataDir, role: 'server' });
    const pid = await postmasterPid(dataDir);
    expect(await userOf(pid)).toBe(0);
    expect(await readFile(`/proc/${pid}/uid_map`, 'utf8')).toMatch(/^\s*65534\s+0\s+1\s*$/);
    expect((await stat(clusterOf(dataDir))).uid).toBe(0);
  });

  test('it works below a directory that is closed to all others', async () => {
    expect(await roundTrip({ dataDir: await directoryOf(0, 0o700) })).toBe(0);
  });

  test('below a directory closed by another user it runs as that user', async () => {
    expect(await roundTrip({ dataDir: await directoryOf(UNNAMED, 0o700) })).toBe(UNNAMED);
  });

  test('where namespaces are forbidden it runs as nobody, also on a cluster that root had', async () => {
    const dataDir = await preparedDataDir();
    expect((await stat(clusterOf(dataDir))).uid).toBe(0);
    expect(await roundTrip({ dataDir, namespaces: false })).toBe(NOBODY);
    expect(await roundTrip({ dataDir, namespaces: true })).toBe(NOBODY);
  });

  test('where namespaces are forbidden a first start works, too', async () => {
    expect(await roundTrip({ dataDir: await temporaryDataDir(), namespaces: false })).toBe(NOBODY);
  });

  test('where namespaces are forbidden and the directory is closed it says what to do', async () => {
    const dataDir = await directoryOf(0, 0o700);
    const owner = spawnOwner({ dataDir, role: 'server', namespaces: false });
    await expect(owner.said('ready')).rejects.toThrow(
      `PostgreSQL does not run as root, user namespaces are forbidden, the user with id ${NOBODY} may not enter ${dirname(dataDir)}: start as another user, open that directory, or set DATABASE_URL.`,
    );
  });
});

describe.skipIf(!isRoot)('as a plain user (root only: becomes one)', () => {
  test('PostgreSQL runs as that user, below a directory of its own', async () => {
    const dataDir = await directoryOf(NOBODY, 0o700);
    expect(await roundTrip({ dataDir, uid: NOBODY })).toBe(NOBODY);
    expect(await roundTrip({ dataDir, uid: NOBODY })).toBe(NOBODY);
  });

  test('a user without a name can start it', async () => {
    expect(await roundTrip({ dataDir: await directoryOf(UNNAMED, 0o755), uid: UNNAMED })).toBe(UNNAMED);
  });

  test('what root has started on the user’s database in between does no harm', async () => {
    const dataDir = await directoryOf(NOBODY, 0o755);
    await copyDataDir(inject('preparedDataDir'), dataDir);
    execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, dataDir]);
    expect(await roundTrip({ dataDir, uid: NOBODY })).toBe(NOBODY);
    expect(await roundTrip({ dataDir })).toBe(NOBODY);
    expect(await roundTrip({ dataDir, uid: NOBODY })).toBe(NOBODY);
  });
});

test('a cluster that a careless copy has opened to others is closed again', async () => {
  const dataDir = await preparedDataDir();
  await chmod(clusterOf(dataDir), 0o755);
  await start({ dataDir, role: 'server' });
  expect((await stat(clusterOf(dataDir))).mode & 0o777).toBe(0o700);
});
