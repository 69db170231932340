import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { version } from '#src/lib/version.ts';
import { bomOf, bundledPackages, type LockFile, readLockFile } from '../../web-build/sbom.ts';

const lock = readLockFile();
const bundled = await bundledPackages();
const bom = bomOf(lock, bundled);
const refs = bom.components.map((component) => component['bom-ref']);

test('the bill of materials has the shape that CycloneDX 1.6 requires', () => {
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
  expect(bom.metadata.component).toMatchObject({ type: 'application', name: 'slotline', version });
  expect(new Set(refs).size).toBe(refs.length);
  for (const component of bom.components) {
    expect(component).toMatchObject({
      type: expect.stringMatching(/^(?:library|application)$/),
      name: expect.stringMatching(/./),
      version: expect.stringMatching(/^\d/),
      purl: expect.stringMatching(/^pkg:(?:npm\/(?:%40[\w.-]+\/)?|generic\/)[\w.-]+@\d[\w.+-]*$/),
      licenses: [expect.anything()],
    });
    for (const { alg, content } of component.hashes ?? []) {
      expect([alg, content.length]).toEqual(['SHA-512', 128]);
    }
  }
  const known = new Set([...refs, bom.metadata.component['bom-ref']]);
  expect(
    bom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !known.has(ref)),
  ).toEqual([]);
  expect(bom.dependencies.map(({ ref }) => ref).sort()).toEqual([...known].sort());
});

test('it has every package that production installs', () => {
  const installed = Object.entries(lock.packages).filter(([at, { dev }]) => at !== '' && !dev);
  expect(installed.length).toBeGreaterThan(200);
  const expected = installed.map(([at, { version = '' }]) => `${at.replace(/^.*node_modules\//, '')}@${version}`);
  const names = new Set(bom.components.map(({ name, version: of }) => `${name}@${of}`));
  expect(expected.filter((name) => !names.has(name))).toEqual([]);
});

test('it has what the pages are made of, Node and PostgreSQL, and no tool', () => {
  expect(bundled).toEqual(expect.arrayContaining(['react', '@mantine/core', 'urql']));
  const names = bom.components.map(({ name }) => name);
  // The last is a dependency of a bundled package alone.
  expect(names).toEqual(expect.arrayContaining([...bundled, 'node.js', 'postgresql', 'scheduler']));
  expect(names.filter((name) => ['vitest', 'vite', '@biomejs/biome', 'prisma-cli'].includes(name))).toEqual([]);
  const postgres = bom.components.find(({ name }) => name === 'postgresql');
  expect(postgres?.cpe).toMatch(/^cpe:2\.3:a:postgresql:postgresql:\d+\.\d+:/);
  const users = bom.dependencies.filter(({ dependsOn }) => dependsOn.includes(postgres?.['bom-ref'] ?? ''));
  expect(users).toHaveLength(4);
});

test('a package is found where Node finds it, in each of the folders that hold it', () => {
  const nested: LockFile = {
    ...{ name: 'own', version: '1.0.0' },
    packages: {
      '': { dependencies: { '@a/one': '1' }, optionalDependencies: { missing: '1' } },
      'node_modules/@a/one': { version: '1.0.0', license: 'MIT', dependencies: { two: '1', three: '1' } },
      'node_modules/@a/one/node_modules/two': { version: '1.0.0', license: 'MIT', dependencies: { three: '1' } },
      'node_modules/two': { version: '2.0.0', license: 'MIT' },
      'node_modules/three': { version: '3.0.0', license: 'MIT OR ISC' },
    },
  };
  const { components, dependencies } = bomOf(nested, []);
  expect(components.map(({ purl }) => purl)).toEqual([
    'pkg:npm/%40a/one@1.0.0',
    'pkg:npm/three@3.0.0',
    'pkg:npm/two@1.0.0',
  ]);
  expect(components[1]?.licenses).toEqual([{ expression: 'MIT OR ISC' }]);
  expect(Object.fromEntries(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))).toEqual({
    'pkg:npm/own@1.0.0': ['pkg:npm/%40a/one@1.0.0'],
    'pkg:npm/%40a/one@1.0.0': ['pkg:npm/three@3.0.0', 'pkg:npm/two@1.0.0'],
    'pkg:npm/two@1.0.0': ['pkg:npm/three@3.0.0'],
    'pkg:npm/three@3.0.0': [],
  });
});

test('the command prints it, the same each time', () => {
  const script = path.join(import.meta.dirname, '../../web-build/sbom.ts');
  const { stdout, status } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(bom)));
});
