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

// `npm ci` builds the web application, also where it omits development dependencies, as under NODE_ENV=production.
it('what the installation imports is no development dependency', async () => {
  const { dependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: Readonly<Record<string, string>>;
  };
  const names = new Set<string>();
  for await (const file of glob(['prisma/{generate.mjs,prisma.config.ts}', 'web-build/*.ts', 'vite.config.ts'], {
    cwd: root,
  })) {
    const text = await readFile(path.join(root, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:from |import\(|require\()'((?:@[\w.-]+\/)?[\w-][\w.-]*)[^':]*'/g))
      names.add(name);
  }
  expect([...names]).toContain('@graphql-codegen/core');
  expect([...names].filter((name) => !(name in dependencies))).toEqual([]);
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
