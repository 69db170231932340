import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

it('says what to do about every code of the contract', async () => {
  const contract = await readFile(path.join(import.meta.dirname, '../../docs/errors.md'), 'utf8');
  const codes = new Set([...contract.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, code]) => code as string));
  const page = await readFile(path.join(import.meta.dirname, '../../docs/troubleshooting.md'), 'utf8');
  expect(codes.size).toBeGreaterThan(25);
  expect([...codes].filter((code) => !page.includes(`## ${code}\n`) && !page.includes(`| \`${code}\` |`))).toEqual([]);
});
