import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeConfig } from '../../src/config/config.ts';

const root = path.join(import.meta.dirname, '../..');

describe('the README', () => {
  it('tells every variable of the environment with its default and meaning', async () => {
    const readme = await readFile(path.join(root, 'README.md'), 'utf8');
    const rows = describeConfig().map(({ name, default: value, meaning }) => `| \`${name}\` | ${value} | ${meaning} |`);
    const table = ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
    expect(readme).toContain(`<!-- environment -->\n${table}\n<!-- /environment -->`);
  });

  it('names only npm scripts that there are', async () => {
    const readme = await readFile(path.join(root, 'README.md'), 'utf8');
    const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
    const named = [...readme.matchAll(/npm run (?:-s )?([a-z]+)/g)].map(([, name]) => name as string);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});
