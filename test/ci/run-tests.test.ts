import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

// The runner of `.ci/run`, on tests made for this one.

const folder = mkdtempSync(join(tmpdir(), 'unstable-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Vitest's globals, because nothing can be imported from outside of the project. */
function write(name: string, body: string): void {
  const source = `import { existsSync, writeFileSync } from 'node:fs';\ntest('a part > works', () => {\n${body}\n});\n`;
  writeFileSync(join(folder, name), source);
}

function runTests(...filters: string[]): string {
  const result = join(folder, 'result');
  // Not those of the worker in which this test runs.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
  const args = ['test/ci/run-tests.ts', result, `--root=${folder}`, '--globals', ...filters];
  const { status } = spawnSync(process.execPath, args, { env: { ...env, CI: 'false' } });
  expect(status).toBe(0);
  return readFileSync(result, 'utf8');
}

test('a test that fails the first time only passes and is named; one that fails twice fails', () => {
  const mark = JSON.stringify(join(folder, 'mark'));
  write(
    'first.test.js',
    `const was = existsSync(${mark});\nwriteFileSync(${mark}, '');\nif (!was) throw new Error('too early');`,
  );
  write('wrong.test.js', "throw new Error('wrong');");
  write('right.test.js', 'expect(1).toBe(1);');
  const lines = runTests().split('\n');
  expect(lines[0]).toBe('2 1');
  expect(lines[1]).toMatch(/^unstable: .*first\.test\.js > a part > works$/);
  expect(lines.slice(2)).toEqual(['  Error: too early', '']);
  expect(runTests('right')).toBe('1 0\n');
});
