import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pages } from '#src/site/docs/pages.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { storedEvent } from '../support/webhook-records.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const hasPython = (() => {
  try {
    execFileSync('python3', ['--version']);
    return true;
  } catch {
    return false;
  }
})();

it.each([
  ['sh', '/bin/bash', 'program.sh', true],
  ['ts', process.execPath, 'program.mts', true],
  ['python', 'python3', 'program.py', hasPython],
] as const)(
  'the program in %s reads all pages of events after the last one',
  async (language, command, file, canRun) => {
    if (!canRun) return;
    const owner = await app.workspace();
    const ids: string[] = [];
    for (let count = 0; count < 230; count++) ids.push(`evt_${await storedEvent(app, owner)}`);
    const text = pages.find(({ name }) => name === 'webhooks')?.text({ baseUrl: app.url, appUrl: app.url }) ?? '';
    const blocks = text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'));
    const source = blocks.map(([, block = '']) => block).find((block) => block.includes('LAST_EVENT')) ?? '';
    const folder = await mkdtemp(path.join(tmpdir(), 'examples-'));
    try {
      await writeFile(path.join(folder, file), source);
      const env = { PATH: process.env.PATH, KEY: await app.apiKey(owner), LAST_EVENT: ids[9] };
      const { stdout } = await promisify(execFile)(command, [file], { cwd: folder, env, timeout: 120_000 });
      const lines = stdout.trim().split('\n');
      expect(lines.slice(0, -1).map((line) => line.split(' ')[0])).toEqual(ids.slice(10));
      expect(lines.at(-1)).toBe(`Go on after ${ids.at(-1)}`);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
