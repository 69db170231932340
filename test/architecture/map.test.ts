import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { rooms } from './house.ts';

const root = path.join(import.meta.dirname, '../..');

/** The allowed imports of each room and file in CONTRIBUTING.md: `src/lib` → `–`. */
let map: ReadonlyMap<string, string>;
beforeAll(async () => {
  const guide = await readFile(path.join(root, 'CONTRIBUTING.md'), 'utf8');
  const [, text = ''] = guide.split('| room | holds | may import |');
  const rows = text.split('\n\n', 1).join().split('\n').slice(2);
  map = new Map(
    rows.flatMap((row) => {
      const [names = '', , mayImport = ''] = row
        .split('|')
        .slice(1)
        .map((cell) => cell.trim());
      return [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => [name as string, mayImport] as const);
    }),
  );
});

/** The room that a path is in, by the table of imports. */
function roomOf(name: string) {
  const inside = name.endsWith('.ts') ? name : `${name}/`;
  return rooms.find(({ at }) => new RegExp(at).test(inside));
}

function allowedText(mayImport: readonly string[]): string {
  if (mayImport.includes('^src/')) return 'everything';
  const names = mayImport.map((name) => `\`${name.replace(/^\^src\/|\/$/g, '')}\``);
  return names.length === 0 ? '–' : names.join(', ');
}

describe('the map in CONTRIBUTING.md', () => {
  it('lists each folder and each file of src, and nothing else', async () => {
    const entries = (await readdir(path.join(root, 'src'))).map((name) => `src/${name}`);
    const mapped = [...map.keys()].filter((name) => name.startsWith('src/'));
    expect(mapped.sort()).toEqual(entries.sort());
  });

  it('allows each room the same imports as the table of rooms', () => {
    const ofSrc = [...map].filter(([name]) => name.startsWith('src/'));
    const expected = ofSrc.map(([name]) => [name, allowedText(roomOf(name)?.mayImport ?? ['in no room'])]);
    expect(ofSrc).toEqual(expected);
  });
});
