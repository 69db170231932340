import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { chanceIn } from './chance.ts';

const root = path.join(import.meta.dirname, '../..');

it.each([
  ['const at = Date.now();', 'the clock of the machine'],
  ['const at = new Date().toISOString();', 'the clock of the machine'],
  [`import { setTimeout as pause } from 'node:timers/promises';`, 'a bare timer'],
  [`import { setTimeout } from 'node:timers/promises';`, 'a bare timer'],
  ['await new Promise((resolve) => setTimeout(resolve, 100));', 'a bare timer'],
  ['await page.waitForTimeout(100);', 'pauses a page'],
  ['const id = Math.random();', 'a random number'],
  [`server.listen(8080, '127.0.0.1');`, 'a fixed port'],
  ['fc.assert(property, { interruptAfterTimeLimit: 1_000 });', 'tries less'],
  ['test(name, { retry: 2 }, work);', 'is repeated whatever failed'],
])('%s is found', (text, kind) => {
  expect(chanceIn('test/lib/a.test.ts', text)).toEqual([expect.stringContaining(kind)]);
});

it.each([
  `const at = new Date('2026-03-04T12:00Z');`,
  '// Date.now() is that of the machine.',
  `vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });`,
  `import { setImmediate } from 'node:timers/promises';`,
  `server.listen(0, '127.0.0.1');`,
  'test(name, { retry: retryWhenSlow }, work);',
])('%s is left', (text) => {
  expect(chanceIn('test/lib/a.test.ts', text)).toEqual([]);
});

it('no test leaves anything to chance that its text shows', () => {
  // Measurements read clocks, and a command for a fresh machine has nothing but Node.
  const others = /^test\/(?:bench\/|architecture\/chance\.(?:test\.)?ts$|deploy\/production-install\.ts$)/;
  const files = globSync('test/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules'] });
  expect(files.length).toBeGreaterThan(600);
  const found = files
    .filter((file) => !others.test(file))
    .flatMap((file) => chanceIn(file, readFileSync(path.join(root, file), 'utf8')));
  expect(found).toEqual([]);
});
