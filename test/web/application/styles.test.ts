import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const web = path.join(import.meta.dirname, '../../../src/web');
const sheets = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));

/** The classes that selectors of a style sheet begin with. */
function classesOf(sheet: string): Set<string> {
  const text = readFileSync(path.join(web, sheet), 'utf8').replace(/\/\*.*?\*\//gs, '');
  return new Set([...text.matchAll(/^\s*\.([\w-]+)[^;{}]*[,{]$/gm)].map(([, name = '']) => name));
}

// Styles of a page stay when the next page is opened, and would change what another sheet says there.
test('each class has its rules in one style sheet', () => {
  const sheetsOf = new Map<string, string[]>();
  for (const sheet of sheets) {
    for (const name of classesOf(sheet)) sheetsOf.set(name, [...(sheetsOf.get(name) ?? []), sheet]);
  }
  expect(sheetsOf.has('facts')).toBe(true);
  expect([...sheetsOf].filter(([, found]) => found.length > 1)).toEqual([]);
});
