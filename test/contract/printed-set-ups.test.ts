import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDemoWorkspace } from '#src/demo/demo-workspace.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { fromNow } from '../support/present.ts';
import { hasTools, installed, runToolIn, type ToolRun, unlessTools } from './tools/tools.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');
const page = await readFile(path.join(root, 'docs/typed-clients.md'), 'utf8');

/** A file that the reader writes, or a block of commands. */
interface Block {
  readonly file: string | undefined;
  readonly text: string;
}

const blocks: Block[] = [...page.matchAll(/(?:\bin `([\w./]+)`[^\n]*:\n\n)?```\w+\n(.*?)```/gis)].map(
  ([, file, text = '']) => ({ file, text }),
);
const commands = blocks.flatMap(({ file, text }) => (file === undefined ? text.trimEnd().split('\n') : []));
const demoServer = 'http://localhost:3000';

const canRun = hasTools();

/** In an empty folder, with the packages that the page installs, and an address and a key in the place of the printed ones. */
describe.skipIf(!canRun)(`the printed set-ups${canRun ? '' : unlessTools}`, () => {
  let parent: string;
  let folder: string;
  let app: TestApp;
  let key: string;

  beforeAll(async () => {
    app = await testApp({ ownAddress: true, production: false });
    app.clock.set(fromNow());
    key = String((await createDemoWorkspace(app.context))?.key);
    parent = await mkdtemp(path.join(tmpdir(), 'slotline-typed-'));
    folder = path.join(parent, 'client');
    await mkdir(folder);
    await symlink(root, path.join(parent, 'slotline'));
  });
  afterAll(async () => {
    await rm(parent, { recursive: true, force: true });
    await app.close();
  });

  const ofThisServer = (text: string) => text.replaceAll(demoServer, app.url).replaceAll('service_…', key);

  async function runCommand(command: string): Promise<ToolRun> {
    const [program = '', ...args] = command.split(' ');
    if (command.startsWith('npm install ')) return install(args.slice(1));
    if (program === 'npx') return runToolIn(folder, args[0] ?? '', ...args.slice(1));
    const file = program === 'node' ? process.execPath : program;
    try {
      const { stdout } = await run(file, args, { cwd: folder });
      return { status: 0, output: stdout };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { status: code, output: stdout + stderr };
    }
  }

  /** The tools are installed already, as their lock file says. */
  async function install(names: readonly string[]): Promise<ToolRun> {
    const { dependencies } = JSON.parse(await readFile(path.join(installed, '../package.json'), 'utf8'));
    for (const name of names.filter((each) => !each.startsWith('-'))) {
      const [, known, version = ''] = /^(.+?)(?:@(\d+))?$/.exec(name) ?? [];
      expect(dependencies).toHaveProperty([String(known)], expect.stringMatching(`^${version}`));
    }
    await symlink(installed, path.join(folder, 'node_modules')).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
    return { status: 0, output: '' };
  }

  test('the page prints its files, and the commands that read them', () => {
    expect(blocks.flatMap(({ file }) => file ?? [])).toEqual([
      'tsconfig.json',
      'codegen.ts',
      'src/book.ts',
      'src/client.ts',
    ]);
    const programs = commands.filter((command) => /^(?:npx|node) /.test(command));
    expect(programs.map((command) => command.split(' ', 2).join(' '))).toEqual([
      'npx graphql-codegen',
      'npx tsc',
      'npx openapi-typescript',
      'npx tsc',
      'node src/client.ts',
    ]);
  });

  test('run as printed: the programs compile, and one of them books a call', async () => {
    let output = '';
    for (const { file, text } of blocks) {
      if (file !== undefined) await writeFile(path.join(folder, file), ofThisServer(text));
      for (const command of file === undefined ? text.trimEnd().split('\n') : []) {
        const done = await runCommand(command);
        expect([command, done]).toEqual([
          command,
          { status: 0, output: expect.not.stringContaining('Unknown scalar') },
        ]);
        output = done.output;
      }
    }
    expect(output).toMatch(/^\d+ \d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z\n$/);
  });

  test('a booking without what is required does not compile', async () => {
    const file = path.join(folder, 'src/client.ts');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('    dateTime: slot.dateTime,\n', ''));
    const { status, output } = runToolIn(folder, 'tsc');
    expect([status, output]).toEqual([2, expect.stringContaining("Property 'dateTime' is missing")]);
  });
});
