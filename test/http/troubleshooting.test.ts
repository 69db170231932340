import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { troubleshooting } from '#src/http/docs/troubleshooting.ts';

it('says what to do about every code of the contract', async () => {
  const contract = await readFile(path.join(import.meta.dirname, '../../schema/errors.md'), 'utf8');
  const codes = new Set([...contract.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, code]) => code as string));
  const page = troubleshooting({ baseUrl: 'http://api.test', appUrl: 'http://app.test' });
  expect(codes.size).toBeGreaterThan(25);
  expect([...codes].filter((code) => !page.includes(`## ${code}\n`) && !page.includes(`| \`${code}\` |`))).toEqual([]);
});
