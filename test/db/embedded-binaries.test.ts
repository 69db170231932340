import { chmod, chown, cp, lstat, readdir, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linkLibraries, locateInstalledPackage } from '#src/db/embedded/programs.ts';
import { dataDirParent } from '../support/prepared-data-dir.ts';
import { spawnOwner } from './embedded-process.ts';
import {
  cleanUpAfterTests,
  isRoot,
  NOBODY,
  preparedDataDir,
  sql,
  start,
  temporaryDirectory,
} from './embedded-support.ts';

cleanUpAfterTests();

const COPY_WITHOUT_LINKS = { recursive: true, filter: async (path: string) => !(await lstat(path)).isSymbolicLink() };

/** The package as npm unpacks it: with a list of links instead of the links. */
async function freshPackage(parent?: string): Promise<string> {
  const home = join(await temporaryDirectory(parent), 'package');
  await cp(locateInstalledPackage() ?? '', home, COPY_WITHOUT_LINKS);
  return home;
}

test('the libraries’ links are made at the start, also by several processes at once', async () => {
  const home = await freshPackage();
  const spare = join(await temporaryDirectory(), 'spare');
  const found = await Promise.all([1, 2, 3].map(() => linkLibraries(home, spare)));
  expect(found).toEqual([undefined, undefined, undefined]);
  expect(await readlink(join(home, 'native/lib/libpq.so.5'))).toMatch(/^libpq\.so\.5\.\d+$/);
  const { connection } = await start({
    dataDir: await preparedDataDir(),
    role: 'server',
    machine: { locatePackage: () => home },
  });
  expect(await sql(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test.skipIf(!isRoot)(
  'where the package belongs to another user its links are made in the data directory (root only: becomes that user)',
  async () => {
    const home = await freshPackage();
    const parent = await temporaryDirectory();
    await chown(parent, NOBODY, NOBODY);
    const owner = spawnOwner({ dataDir: join(parent, 'data'), role: 'server', uid: NOBODY, packageHome: home });
    const { connection } = await owner.said('ready');
    expect(await sql(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await readdir(join(parent, 'data/lib'))).toContain('libpq.so.5');
    expect(await readdir(join(home, 'native/lib'))).not.toContain('libpq.so.5');
  },
);

test('an installed package that is complete is not touched', async () => {
  const home = await freshPackage(await dataDirParent());
  await linkLibraries(home, '/nowhere');
  const before = await stat(join(home, 'native/lib'));
  await chmod(join(home, 'native/lib'), 0o555);
  const libraryPath = await linkLibraries(home, '/nowhere');
  await chmod(join(home, 'native/lib'), 0o755);
  expect(libraryPath).toBeUndefined();
  expect((await stat(join(home, 'native/lib'))).mtimeMs).toBe(before.mtimeMs);
});
