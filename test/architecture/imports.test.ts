import { glob } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { environmentReaders } from './house.ts';
import { textViolationsIn } from './sources.ts';
import { isGenerated, type Survey, survey } from './survey.ts';

const root = path.join(import.meta.dirname, '../..');

describe('the source', () => {
  let found: Survey;
  let files: string[];
  beforeAll(async () => {
    found = await survey({ root, folders: ['src', 'prisma'], atLeast: 150 });
    files = await sourceFiles();
  });

  it('is read completely, file by file', () => {
    expect(found.modules.filter((file) => /[.](ts|tsx|mjs)$/.test(file))).toEqual(files);
  });

  it('has no import that the table of rooms forbids, no circular import and no barrel', () => {
    expect(found.violations).toEqual([]);
  });

  it('reads the environment in its two entry points and nowhere else', async () => {
    const inSrc = files.filter((file) => file.startsWith('src/'));
    expect(inSrc).toEqual(expect.arrayContaining([...environmentReaders]));
    expect(await textViolationsIn(root, inSrc)).toEqual([]);
  });
});

async function sourceFiles(): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob('{src,prisma}/**/*.{ts,tsx,mjs}', { cwd: root }))
    files.push(file.replaceAll(path.sep, '/'));
  return files.filter((file) => !isGenerated(file)).sort();
}
