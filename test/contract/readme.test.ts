import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { anonymousPoints } from '../../src/access/rate-limit/gate.ts';
import { clientHeader } from '../../src/access/session-cookie.ts';
import { describeConfig } from '../../src/config/config.ts';
import { connectionsPerNode } from '../../src/db/database.ts';
import { type DocumentLimit, documentLimits } from '../../src/graphql/limits/document-limits.ts';

const root = path.join(import.meta.dirname, '../..');
const joinedLines = (text: string) => text.replaceAll('\n', ' ');

describe('the README', () => {
  it('lists every variable of the environment with its default and meaning', async () => {
    const readme = await readFile(path.join(root, 'README.md'), 'utf8');
    const rows = describeConfig().map(({ name, default: value, meaning }) => `| \`${name}\` | ${value} | ${meaning} |`);
    const table = ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
    expect(readme).toContain(`<!-- environment -->\n${table}\n<!-- /environment -->`);
  });

  it('states the limits of a document, and those of a caller without a credential', async () => {
    const readme = joinedLines(await readFile(path.join(root, 'README.md'), 'utf8'));
    const limit = (code: DocumentLimit) => documentLimits[code].limit.toLocaleString('en');
    expect(readme).toContain(
      `A document may have ${limit('QUERY_TOO_LONG')} tokens, ${limit('QUERY_TOO_DEEP')} levels, ${limit('QUERY_TOO_WIDE')} selections, ${limit('TOO_MANY_ALIASES')} aliases and a cost of ${limit('QUERY_TOO_COSTLY')};`,
    );
    expect(readme).toContain(`Without a credential an address may send ${anonymousPoints} documents a second`);
  });

  it('states how many connections a node opens, and which header the cookie needs', async () => {
    const readme = joinedLines(await readFile(path.join(root, 'README.md'), 'utf8'));
    expect(readme).toContain(`A node opens at most ${connectionsPerNode} connections to PostgreSQL`);
    expect(readme).toContain(`which counts only together with the header \`${clientHeader}\``);
  });

  it('names only npm scripts that exist', async () => {
    const readme = await readFile(path.join(root, 'README.md'), 'utf8');
    const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
    const named = [...readme.matchAll(/npm run (?:-s )?([a-z]+)/g)].map(([, name]) => name as string);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});
