import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

/** What a session keeps beyond its transaction. A pooler lends another session for the next one. */
const sessionState = [
  /\bpg_(?:try_)?advisory_(?:lock|unlock)/i,
  /\b(?:UN)?LISTEN "?\w+"?['`;]/,
  /\bCREATE (?:TEMP|TEMPORARY)\b/i,
  /\bWITH HOLD\b/i,
  // Of a setting, which has no quotes, unlike the columns of an UPDATE; within a transaction it says LOCAL.
  /['`;]\s*SET (?!LOCAL\b)[a-z_.]+ *(?:=|TO\b)/,
  /\bset_config\([^)]*, false\)/i,
];

/** They run over DIRECT_DATABASE_URL: the migrations, and two commands of the operator. */
const direct = ['src/db/citus/distribute.ts', 'src/db/migration/apply.ts', 'src/demo/seed-workspace.ts'];

test('only what goes by DIRECT_DATABASE_URL changes its session', async () => {
  const found: string[] = [];
  for await (const file of glob('src/**/*.ts', { cwd: root, exclude: ['src/db/generated/**', 'src/web/**'] })) {
    const text = await readFile(path.join(root, file), 'utf8');
    // A comment may name what the code avoids.
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    if (sessionState.some((pattern) => pattern.test(code))) found.push(file);
  }
  expect(found.sort()).toEqual(direct);
});
