import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const installed = path.join(import.meta.dirname, 'node_modules');

/**
 * Whether the tools are there as their lock file says. Where they are not, they are installed now: they are larger than
 * everything else that the project is developed with, so `npm ci` does without them.
 */
export function hasTools(): boolean {
  return isCurrent() || (install() && isCurrent());
}

/** For the name of a describe block, so that a skipped run says why. */
export const unlessTools = ' (skipped: no registry that the contract tools could be installed from)';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

/** npm keeps its own record of what it installed; a newer lock file differs from it. */
function isCurrent(): boolean {
  const record = path.join(installed, '.package-lock.json');
  if (!existsSync(record)) return false;
  const expected = readLock(path.join(import.meta.dirname, 'package-lock.json'));
  const found = readLock(record);
  const { dependencies } = expected.packages[''] as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return Object.keys(dependencies).every((name) => {
    const at = `node_modules/${name}`;
    return found.packages[at]?.version === expected.packages[at]?.version;
  });
}

function readLock(file: string): Lock {
  return JSON.parse(readFileSync(file, 'utf8')) as Lock;
}

function install(): boolean {
  const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', ['ci', ...options], {
    cwd: import.meta.dirname,
    stdio: 'ignore',
    timeout: 120_000,
  });
  return status === 0;
}

export interface ToolRun {
  readonly status: number | null;
  readonly output: string;
}

/** Runs a tool in its own folder, where its configuration is. It sends no telemetry and checks for no update. */
export function runTool(name: string, ...args: string[]): ToolRun {
  return runToolIn(import.meta.dirname, name, ...args);
}

/** Runs it in another folder. */
export function runToolIn(cwd: string, name: string, ...args: string[]): ToolRun {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  const file = path.join(installed, '.bin', name);
  const { status, stdout, stderr } = spawnSync(file, args, { cwd, env, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
}

/** Generates the client's types from the printed document, for the test of the client. */
export function generateClient(): void {
  const target = path.join(import.meta.dirname, '../generated/api.ts');
  const document = path.join(import.meta.dirname, '../../../schema/openapi.json');
  const { status, output } = runTool('openapi-typescript', document, '-o', target);
  if (status !== 0) throw new Error(output);
}
