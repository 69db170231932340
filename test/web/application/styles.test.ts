import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const web = path.join(import.meta.dirname, '../../../src/web');
const files = readdirSync(web, { recursive: true, encoding: 'utf8' });
const sheets = files.filter((name) => name.endsWith('.css'));
/** Only a script or a test looks for these. */
const unstyled = ['event-settings', 'stretch-add', 'times', 'week-grid-chosen'];

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

// A rule that is lost shows nowhere but on the page.
test('each class that a component names has a rule', () => {
  const styled = sheets.map((sheet) => readFileSync(path.join(web, sheet), 'utf8')).join('\n');
  const isStyled = (name: string) => new RegExp(`\\.${name}(?![\\w-])`).test(styled);
  const named = files
    .filter((name) => name.endsWith('.tsx'))
    .flatMap((name) => [...readFileSync(path.join(web, name), 'utf8').matchAll(/className="([^"]+)"/g)])
    .flatMap(([, names = '']) => names.split(' '));
  expect(named.length).toBeGreaterThan(50);
  expect([...new Set(named)].filter((name) => !isStyled(name)).sort()).toEqual(unstyled);
});
