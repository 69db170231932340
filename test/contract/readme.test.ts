import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDemoWorkspace } from '#src/demo/demo-workspace.ts';
import { sharedLimits } from '../../src/access/limit-table.ts';
import { clientHeader } from '../../src/access/session-cookie.ts';
import { connectionsPerNode } from '../../src/db/open-database.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { fromNow } from '../support/present.ts';

const root = path.join(import.meta.dirname, '../..');
const read = (name: string) => readFile(path.join(root, name), 'utf8');
const onOneLine = async (name: string) => (await read(name)).replaceAll('\n', ' ');
const guides = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];

describe('the README', () => {
  let app: TestApp;
  let folder: string;
  beforeAll(async () => {
    app = await testApp({ ownAddress: true, production: false });
    app.clock.set(fromNow());
    folder = await mkdtemp(path.join(tmpdir(), 'readme-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await app.close();
  });

  it('has six requests, which end in a booking', async () => {
    const demo = await createDemoWorkspace(app.context);
    await mkdir(path.join(folder, 'data'));
    await writeFile(path.join(folder, 'data/demo-api-key'), `${demo?.key}\n`);
    const blocks = [...(await read('README.md')).matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
    const program = blocks
      .filter((block) => !block.startsWith('npm '))
      .join('')
      .replace(/^BASE=.*$/m, `BASE=${app.url}`);
    expect(program.match(/^api ".*|^api -D.*/gm)).toHaveLength(6);
    const strict = `set -eu\n${program.replace('curl -sS', 'curl -sS --fail-with-body')}`;
    const { stdout } = await promisify(execFile)('/bin/bash', ['-c', strict], { cwd: folder });
    const booked = JSON.parse(stdout.slice(stdout.lastIndexOf('{"data":')));
    const { slots } = JSON.parse(await readFile(path.join(folder, 'slots.json'), 'utf8')).data;
    expect(JSON.stringify(booked)).toContain(slots[0].dateTime);
    expect(stdout).not.toMatch(/"errors":/);
  });

  it('has at most 10 kB, and pictures of at most 150 kB', async () => {
    expect((await stat(path.join(root, 'README.md'))).size).toBeLessThanOrEqual(10_240);
    const pictures = [...(await read('README.md')).matchAll(/!\[.+?\]\((.+?)\)/g)].map(([, name = '']) => name);
    expect(pictures).toHaveLength(2);
    for (const name of pictures) expect((await stat(path.join(root, name))).size).toBeLessThan(150_000);
  });

  it('has only rooms that are there', async () => {
    const [, map = ''] = (await read('README.md')).split('## The map');
    const [table = ''] = map.split('\n\n[');
    const named = [...table.matchAll(/`([\w/-]+)`/g)].map(([, name = '']) => name).filter((name) => name !== '/v1');
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
  });
});

describe('the documentation in the repository', () => {
  it('links only to files and headings that are there', async () => {
    const names = [...guides, ...(await readdir(path.join(root, 'docs'))).filter((name) => name.endsWith('.md'))];
    const files = names.map((name) => (guides.includes(name) && name !== 'README.md' ? name : `docs/${name}`));
    for (const file of new Set([...files, 'README.md'])) {
      const text = (await read(file)).replace(/`\[.*?`/g, '');
      for (const [, target = '', id] of text.matchAll(/\]\(([\w./-]+?)(?:#([\w-]+))?\)/g)) {
        const at = path.join(path.dirname(file), target);
        expect([file, target, existsSync(path.join(root, at))]).toEqual([file, target, true]);
        if (id === undefined) continue;
        const headings = [...(await read(at)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => idOf(heading));
        expect([file, target, id, headings.includes(id)]).toEqual([file, target, id, true]);
      }
    }
  });

  it('states what a caller without a credential may send', async () => {
    expect(await onOneLine('docs/rate-limits.md')).toContain(
      `| GraphQL documents | ${sharedLimits.requests.anonymous.points} new documents a second from one address`,
    );
  });

  it('states how many connections a node opens, and which header the cookie needs', async () => {
    expect(await onOneLine('docs/nodes.md')).toContain(
      `A node opens at most ${connectionsPerNode} connections to PostgreSQL`,
    );
    expect(await onOneLine('SECURITY.md')).toContain(`which counts only together with the header \`${clientHeader}\``);
  });

  it('names tests of each promise and of each mail that are there', async () => {
    const parts = (await read('SECURITY.md')).split(/\n{2,}/);
    const tables = parts.filter((part) => /^\|.*\| Tests \|\n/.test(part));
    const rows = tables.flatMap((table) => table.trim().split('\n').slice(2));
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) {
      const tests = [...row.matchAll(/`(test\/[\w./-]+)`/g)].map(([, name = '']) => name);
      expect([row, tests.length > 0, tests.filter((name) => !existsSync(path.join(root, name)))]).toEqual([
        row,
        true,
        [],
      ]);
    }
  });

  it('names only npm scripts that exist', async () => {
    const pages = (await readdir(path.join(root, 'docs'))).filter((name) => name.endsWith('.md'));
    const texts = await Promise.all([...guides, ...pages.map((name) => `docs/${name}`)].map(read));
    const { scripts } = JSON.parse(await read('package.json'));
    const named = texts.flatMap((text) => [...text.matchAll(/npm run (?:-s )?([a-z]+)/g)].map(([, name = '']) => name));
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

/** The address of a heading, as GitHub and the server make it. */
function idOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]+/g, '')
    .trim()
    .replace(/[\s_]+/g, '-');
}
