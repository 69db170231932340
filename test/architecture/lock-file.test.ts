import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

interface LockedPackage {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const root = path.join(import.meta.dirname, '../..');

type LockedPackages = Readonly<Record<string, LockedPackage>>;

// If `npm install` cannot fetch a package for another platform, it omits the package, and `npm ci` then refuses the file.
it('the lock file has every package for every platform, as `npm ci` requires', async () => {
  const text = await readFile(path.join(root, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: LockedPackages };
  expect(missingFrom(packages)).toEqual([]);
});

it('a package that the lock file lacks is found', () => {
  const packages = {
    'node_modules/linter': { optionalDependencies: { 'linter-linux': '1', 'linter-mac': '1' } },
    'node_modules/linter/node_modules/linter-linux': {},
    'node_modules/other': { optionalDependencies: { linter: '1' } },
  };
  expect(missingFrom(packages)).toEqual(['linter-mac, which node_modules/linter asks for']);
});

/** The packages that these files import. */
async function importedBy(pattern: string | readonly string[], exclude: readonly string[] = []): Promise<string[]> {
  const names = new Set<string>();
  for await (const file of glob(pattern, { cwd: root, exclude })) {
    if (exclude.some((folder) => file.startsWith(folder))) continue;
    const text = await readFile(path.join(root, file), 'utf8');
    const imports =
      /^(?!\s*import type|export type).*(?:from |import |import\(|require\(|resolve\()'((?:@[\w.-]+\/)?[\w-][\w.-]*)[^':]*'/gm;
    for (const [, name = ''] of text.matchAll(imports)) names.add(name);
  }
  return [...names].sort();
}

async function dependencies(): Promise<Readonly<Record<'dependencies' | 'devDependencies', Record<string, string>>>> {
  return JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
}

it('what the server imports is installed in production too', async () => {
  const names = await importedBy('src/**/*.ts', ['src/web/', 'src/db/generated/']);
  expect(names).toContain('koa');
  const { dependencies: production } = await dependencies();
  expect(names.filter((name) => !(name in production))).toEqual([]);
});

// `npm ci --omit=dev` fetches them for the build of the web application, and removes them again.
it('what only the build imports is not installed in production', async () => {
  const server = await importedBy('src/**/*.ts', ['src/web/', 'src/db/generated/']);
  const build = await importedBy(['src/web/**/*.{ts,tsx}', 'web-build/*.ts', 'vite.config.ts', 'prisma/generate.mjs']);
  expect(build).toContain('react');
  const { dependencies: production } = await dependencies();
  expect(build.filter((name) => name in production && !server.includes(name))).toEqual([]);
});

function missingFrom(packages: LockedPackages): string[] {
  return Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !foldersAbove(at).some((folder) => `${folder}node_modules/${name}` in packages))
      .map((name) => `${name}, which ${at} asks for`),
  );
}

/** Where Node looks, from the package outwards: `node_modules/a/node_modules/b/`, `node_modules/a/`, ``. */
function foldersAbove(at: string): string[] {
  if (at === '') return [''];
  return [`${at}/`, ...foldersAbove(at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/'))))];
}
