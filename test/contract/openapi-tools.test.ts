import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateClient, hasTools, runTool, unlessTools } from './tools/tools.ts';

const document = path.join(import.meta.dirname, '../../schema/openapi.json');
const canRun = hasTools();

describe.skipIf(!canRun)(`schema/openapi.json${canRun ? '' : unlessTools}`, () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'slotline-contract-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const redocly = (file: string) => runTool('redocly', 'lint', file, '--config', 'redocly.yaml', '--format', 'json');
  const spectral = (file: string) =>
    runTool('spectral', 'lint', file, '--ruleset', 'spectral.yaml', '--fail-severity', 'hint');

  it('passes redocly without an error or a warning', () => {
    const { status, output } = redocly(document);
    const { totals } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
    expect({ status, totals }).toEqual({ status: 0, totals: { errors: 0, warnings: 0, ignored: 0 } });
  });

  it('passes all of Spectral’s OpenAPI rules, hints included', () => {
    expect(spectral(document)).toEqual({ status: 0, output: expect.stringContaining('No results') });
  });

  it('fails both where something is missing', async () => {
    const broken = JSON.parse(await readFile(document, 'utf8'));
    delete broken.paths['/v1/deals'].get.operationId;
    broken.paths['/v1/deals'].get.responses['429'].content['application/json'].example.retryAfter = 'soon';
    const file = path.join(folder, 'broken.json');
    await writeFile(file, JSON.stringify(broken));
    expect(spectral(file).status).toBe(1);
    const { output } = redocly(file);
    expect(output).toContain('operation-operationId');
  });

  it('generates a client with which the test of every endpoint compiles', () => {
    generateClient();
    const tsc = path.join(import.meta.dirname, '../../node_modules/.bin/tsc');
    const { status, stdout } = spawnSync(tsc, ['-p', 'tsconfig.json'], { cwd: import.meta.dirname, encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });
});
