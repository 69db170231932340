import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { survey } from './survey.ts';

let root: string | undefined;
afterEach(async () => {
  if (root) await rm(root, { recursive: true });
  root = undefined;
});

const nothing = 'export const nothing = 0;\n';

const planted: { name: string; files: Record<string, string>; violation: string }[] = [
  {
    name: 'an import upward',
    files: { 'src/lib/a.ts': `import '../domain/b.ts';`, 'src/domain/b.ts': nothing },
    violation:
      'lib may import nothing of ours: every room builds on it, so it builds on none: src/lib/a.ts → src/domain/b.ts',
  },
  {
    name: 'an import of a type alone',
    files: {
      'src/rest/a.ts': `import type { B } from '#src/services/b.ts';`,
      'src/services/b.ts': 'export type B = string;',
    },
    violation:
      'rest may import graphql, access, domain, lib: "GraphQL first" as a checked fact: src/rest/a.ts → src/services/b.ts',
  },
  {
    name: 'a dynamic import',
    files: { 'src/rest/a.ts': `await import('#src/db/b.ts');`, 'src/db/b.ts': nothing },
    violation:
      'rest may import graphql, access, domain, lib: "GraphQL first" as a checked fact: src/rest/a.ts → src/db/b.ts',
  },
  {
    name: 'a dynamic import whose value is disposed of',
    files: {
      'src/lib/a.ts': `export async function a() {\n  await using b = await import('#src/db/b.ts');\n}`,
      'src/db/b.ts': nothing,
    },
    violation:
      'lib may import nothing of ours: every room builds on it, so it builds on none: src/lib/a.ts → src/db/b.ts',
  },
  {
    name: 'an import of what only a distributed database needs',
    files: {
      'src/db/a.ts': `import '#src/db/citus/b.ts';`,
      'src/db/c.ts': `await import('#src/db/citus/b.ts');`,
      'src/db/citus/b.ts': nothing,
    },
    violation:
      'db/citus is loaded only where the database is distributed: by import() alone: src/db/a.ts → src/db/citus/b.ts',
  },
  {
    name: 'an import of the workers',
    files: { 'src/services/a.ts': `import '#src/jobs/b.ts';`, 'src/jobs/b.ts': nothing },
    violation:
      'services may import db, domain, lib: tenancy and transactions live here: src/services/a.ts → src/jobs/b.ts',
  },
  {
    name: 'an import of the composition root',
    files: { 'src/http/a.ts': `import '../app.ts';`, 'src/app.ts': nothing },
    violation:
      'http may import graphql, access, services, domain, lib: middleware that REST, GraphQL and OAuth share: src/http/a.ts → src/app.ts',
  },
  {
    name: 'an import of a test',
    files: { 'src/main.ts': `import '../test/b.ts';`, 'test/b.ts': nothing },
    violation: 'composition root may import ^src/: it puts the rooms together: src/main.ts → test/b.ts',
  },
  {
    name: 'a module outside the rooms',
    files: { 'src/utils/a.ts': nothing },
    violation: 'in no room: src/utils/a.ts',
  },
  {
    name: 'a barrel',
    files: { 'src/domain/a.ts': `export * from './b.ts';`, 'src/domain/b.ts': nothing },
    violation: 'no barrels: src/domain/a.ts → src/domain/b.ts',
  },
  {
    name: 'a circular import',
    files: { 'src/lib/a.ts': `import './b.ts';`, 'src/lib/b.ts': `import './a.ts';` },
    violation: 'no circular imports: src/lib/a.ts → src/lib/b.ts → src/lib/a.ts',
  },
  {
    name: 'a circular import of a type',
    files: { 'src/db/a.ts': `import type { B } from './b.ts';`, 'src/db/b.ts': `import './a.ts';` },
    violation: 'no circular imports: src/db/a.ts → src/db/b.ts → src/db/a.ts',
  },
  {
    name: 'an import of what is not there',
    files: { 'src/lib/a.ts': `import '#src/lib/b.ts';` },
    violation: 'every import leads somewhere: src/lib/a.ts → #src/lib/b.ts',
  },
  {
    name: 'a library outside its room',
    files: { 'src/rest/a.ts': `import type { Pool } from 'pg';` },
    violation: 'pg stays in db, services, demo, prisma, composition root: src/rest/a.ts → node_modules/pg/index.js',
  },
  {
    name: 'a domain that opens files',
    files: { 'src/domain/a.ts': `import 'node:fs';` },
    violation: 'domain is pure: src/domain/a.ts → fs',
  },
];

it.each(planted)('$name is found', async ({ files, violation }) => {
  root = await plant(files);
  const { violations } = await survey({ root, folders: ['src'], atLeast: 1, exceptions: [] });
  expect(violations).toEqual([violation]);
});

it('an unused exception is found', async () => {
  root = await plant({ 'src/lib/a.ts': nothing });
  const exceptions = [{ from: 'src/lib/a.ts', to: 'src/db/b.ts', because: 'it once did' }];
  const { violations } = await survey({ root, folders: ['src'], atLeast: 1, exceptions });
  expect(violations).toEqual(['an unused exception: src/lib/a.ts → src/db/b.ts']);
});

it('a survey that sees too few modules is refused', async () => {
  root = await plant({ 'src/lib/a.ts': nothing, 'src/lib/b.tex': nothing });
  await expect(survey({ root, folders: ['src'], atLeast: 2 })).rejects.toThrow('Only 1 modules were seen, not 2');
});

async function plant(files: Record<string, string>): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'slotline-planted-'));
  const around = {
    'package.json': '{ "type": "module", "imports": { "#src/*": "./src/*" } }',
    'node_modules/pg/package.json': '{ "name": "pg", "main": "index.js" }',
    'node_modules/pg/index.js': '',
  };
  for (const [name, text] of Object.entries({ ...around, ...files })) {
    await mkdir(path.join(directory, path.dirname(name)), { recursive: true });
    await writeFile(path.join(directory, name), text);
  }
  return directory;
}
