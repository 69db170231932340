import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasTools, installed, runToolIn, unlessTools } from './tools/tools.ts';

const root = path.join(import.meta.dirname, '../..');
const page = await readFile(path.join(root, 'docs/typed-clients.md'), 'utf8');

/** The printed files by their names, and the printed commands. */
const files = new Map(
  [...page.matchAll(/ in `([\w./]+)`:\n\n```typescript\n(.*?)```/gis)].map(([, name = '', text = '']) => [name, text]),
);
const commands = [...page.matchAll(/^npx (.+)$/gm)].map(([, line = '']) => line.split(' '));

const canRun = hasTools();

/** As a project of its own, with what the page installs, and what a generator and a compiler do by default. */
describe.skipIf(!canRun)(`the printed set-ups${canRun ? '' : unlessTools}`, { timeout: 60_000 }, () => {
  let folder: string;
  const compile = () =>
    runToolIn(
      folder,
      'tsc',
      ...['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2023', '--lib', 'es2023,dom'],
      ...['--module', 'esnext', '--moduleResolution', 'bundler', ...[...files.keys()].filter(inSource)],
    );
  const inSource = (name: string) => name.startsWith('src/');

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'slotline-typed-'));
    await symlink(installed, path.join(folder, 'node_modules'));
    await cp(path.join(root, 'schema'), path.join(folder, 'schema'), { recursive: true });
    await mkdir(path.join(folder, 'src'));
    await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
    for (const [name, text] of files) await writeFile(path.join(folder, name), text);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('the page prints a configuration, a document, a client and two commands', () => {
    expect([...files.keys()]).toEqual(['codegen.ts', 'src/book.ts', 'src/client.ts']);
    expect(commands.map(([name]) => name)).toEqual(['graphql-codegen', 'openapi-typescript']);
  });

  test('run as printed, and the printed bookings compile', () => {
    for (const [name = '', ...args] of commands) {
      const { status, output } = runToolIn(folder, name, ...args);
      expect([status, output], name).toEqual([0, expect.not.stringContaining('Unknown scalar')]);
    }
    expect(compile()).toEqual({ status: 0, output: '' });
  });

  test('a booking without what is required does not compile', async () => {
    const file = path.join(folder, 'src/client.ts');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace("timeZone: 'Europe/Berlin',", ''));
    const { status, output } = compile();
    expect([status, output]).toEqual([2, expect.stringContaining("Property 'timeZone' is missing")]);
  });
});
