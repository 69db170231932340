import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { filesToRepeat, judge, type Report, type Run } from './judgement.ts';

// node test/ci/run-tests.ts <file for the result> [arguments of vitest]: runs the tests, and each file in which some failed
// once more, alone. Writes to the file, as its first line, how many passed and failed, and after it each unstable test.

const [, , resultFile = '', ...args] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'tests-'));
const reporters = [
  '--reporter=default',
  `--reporter=${resolve('test/support/skipped-reporter.ts')}`,
  '--reporter=json',
];

function run(name: string, filters: readonly string[]): Run {
  const file = join(folder, `${name}.json`);
  const parameters = ['test', '--', ...reporters, `--outputFile.json=${file}`, ...filters];
  const { status } = spawnSync('npm', parameters, { stdio: 'inherit' });
  return { report: JSON.parse(readFileSync(file, 'utf8')) as Report, exitCode: status ?? 1 };
}

try {
  const first = run('first', args);
  // What names files is left out, so that only the one runs. A value of an option therefore stands behind its "=".
  const options = args.filter((arg) => arg.startsWith('-'));
  const seconds = new Map(
    filesToRepeat(first).map((file, index) => [file, run(`second-${index}`, [...options, file])] as const),
  );
  const allowsSkipped = process.env.CI !== 'true';
  if (!allowsSkipped) process.stderr.write('CI=true: each skipped test counts as failed.\n');
  const { passed, failed, unstable } = judge(first, seconds, { allowsSkipped });
  const lines = unstable.map(
    ({ file, test, error }) => `unstable: ${relative('.', file)}${test === undefined ? '' : ` > ${test}`}\n  ${error}`,
  );
  writeFileSync(resultFile, `${[`${passed} ${failed}`, ...lines].join('\n')}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
