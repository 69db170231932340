import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestChoice } from './rooms.ts';

const root = path.join(import.meta.dirname, '../..');
const program = path.join(import.meta.dirname, 'node_modules/.bin/stryker');
/** Ignored by git. Stryker copies the project to a folder in it, so nothing is planted in the files themselves. */
const folder = 'build/mutation';

/** One planted error. */
export interface Mutant {
  readonly file: string;
  /** What names it in another run. */
  readonly key: string;
  /** `file:line:column-line:column`, by which Stryker plants it alone. */
  readonly range: string;
  readonly line: number;
  /** What stands there instead, in one line. */
  readonly replacement: string;
  readonly isNoticed: boolean;
  /** Whether any of the tests ran its line. */
  readonly isReached: boolean;
}

interface Place {
  readonly line: number;
  readonly column: number;
}

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly ReportedMutant[] }>>;
}

interface ReportedMutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

/** Plants every error in the files, or in their ranges, and runs the tests for each. */
export function runStryker(choice: TestChoice, mutate: readonly string[]): Mutant[] {
  install();
  mkdirSync(path.join(root, folder), { recursive: true });
  const [options, report] = [`${folder}/options.json`, `${folder}/report.json`];
  rmSync(path.join(root, report), { force: true });
  writeFileSync(path.join(root, options), JSON.stringify(strykerOptions(mutate, report)));
  const { status } = spawnSync(program, ['run', options], {
    cwd: root,
    env: { ...process.env, MUTATION_TESTS: JSON.stringify(choice) },
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error('Stryker failed: see its messages above.');
  return mutantsOf(JSON.parse(readFileSync(path.join(root, report), 'utf8')) as Report);
}

function strykerOptions(mutate: readonly string[], report: string): object {
  return {
    mutate,
    testRunner: 'vitest',
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false, pool: 'threads' },
    plugins: ['@stryker-mutator/vitest-runner', path.join(import.meta.dirname, 'left-out.mjs')],
    ignorers: ['left-out'],
    coverageAnalysis: 'perTest',
    concurrency: 1,
    tempDirName: folder,
    ignorePatterns: ['build', 'data'],
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    // Stryker reads it with an interface that TypeScript 7 no longer has. Vitest needs none of it.
    tsconfigFile: 'none.json',
    allowEmpty: true,
    // On a busy machine a slow run is no endless one: those are ended by how often they pass a line.
    timeoutMS: 20_000,
  };
}

function mutantsOf({ files }: Report): Mutant[] {
  return Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ status }) => status !== 'Ignored' && status !== 'CompileError')
      .map(({ mutatorName, replacement = '', status, location: { start, end } }) => {
        const range = `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
        return {
          file,
          range,
          key: `${range} ${mutatorName} ${replacement}`,
          line: start.line,
          replacement: replacement.replace(/\s+/g, ' '),
          isNoticed: status === 'Killed' || status === 'Timeout' || status === 'RuntimeError',
          isReached: status !== 'NoCoverage',
        };
      }),
  );
}

/** Installs Stryker from its own lock file. */
function install(): void {
  if (existsSync(program)) return;
  console.error('installing Stryker …');
  // It takes Vitest from the project, so npm must not install another one beside it.
  const options = ['ci', '--prefix', import.meta.dirname, '--ignore-scripts', '--legacy-peer-deps'];
  const { status } = spawnSync('npm', options, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('npm ci failed: Stryker needs its packages.');
}
