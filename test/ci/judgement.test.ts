import { expect, test } from 'vitest';
import { filesToRepeat, judge, mostFilesToRepeat, type Report, type Run } from './judgement.ts';

/** A run of files, each with the states of its tests by name. */
function runOf(files: Record<string, Record<string, 'passed' | 'failed'>>, exitCode?: number): Run {
  const testResults = Object.entries(files).map(([name, tests]) => {
    const assertionResults = Object.entries(tests).map(([fullName, status]) => {
      return {
        fullName,
        status,
        failureMessages: status === 'failed' ? [`Error: ${fullName}\nits cause\n  at line 1`] : [],
      };
    });
    const isGreen = assertionResults.length > 0 && assertionResults.every(({ status }) => status === 'passed');
    return { name, status: isGreen ? 'passed' : 'failed', message: 'SyntaxError: no such export\n', assertionResults };
  });
  const numPassedTests = testResults
    .flatMap((each) => each.assertionResults)
    .filter(({ status }) => status === 'passed').length;
  const report: Report = { numPassedTests, numPendingTests: 2, numTodoTests: 1, testResults };
  return { report, exitCode: exitCode ?? (testResults.every(({ status }) => status === 'passed') ? 0 : 1) };
}

const secondsOf = (files: Parameters<typeof runOf>[0]) =>
  new Map(Object.entries(files).map(([name, tests]) => [name, runOf({ [name]: tests })]));
const counts = ({ passed, failed, unstable }: ReturnType<typeof judge>) => [passed, failed, unstable.length];

test('what passes when its file runs alone counts as passed, and is named with its error', () => {
  const first = runOf({ 'a.ts': { one: 'failed', two: 'passed' }, 'b.ts': { three: 'failed' } });
  const seconds = secondsOf({ 'a.ts': { one: 'passed', two: 'passed' }, 'b.ts': { three: 'failed' } });
  expect(filesToRepeat(first)).toEqual(['a.ts', 'b.ts']);
  expect(judge(first, seconds)).toEqual({
    passed: 2,
    failed: 1,
    unstable: [{ file: 'a.ts', test: 'one', error: 'Error: one\n  its cause' }],
  });
});

test('a test that is not there the second time has not passed', () => {
  expect(counts(judge(runOf({ 'a.ts': { one: 'failed' } }), secondsOf({ 'a.ts': { two: 'passed' } })))).toEqual([
    0, 1, 0,
  ]);
  expect(counts(judge(runOf({ 'a.ts': { one: 'failed' } }), new Map()))).toEqual([0, 1, 0]);
});

test('a file that cannot be loaded is one failure, unless it loads the second time', () => {
  const first = runOf({ 'a.ts': {} });
  expect(counts(judge(first, secondsOf({ 'a.ts': {} })))).toEqual([0, 1, 0]);
  expect(judge(first, secondsOf({ 'a.ts': { one: 'passed' } }))).toEqual({
    passed: 1,
    failed: 0,
    unstable: [{ file: 'a.ts', error: 'SyntaxError: no such export' }],
  });
});

test('three unstable tests are borne, and four fail the run', () => {
  const tests = (count: number, state: 'passed' | 'failed') =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`test ${index}`, state]));
  for (const [count, expected] of [
    [3, [3, 0, 3]],
    [4, [0, 4, 4]],
  ] as const) {
    const seconds = secondsOf({ 'a.ts': tests(count, 'passed') });
    expect(counts(judge(runOf({ 'a.ts': tests(count, 'failed') }), seconds))).toEqual(expected);
  }
});

test('where more than ten files fail, none runs again', () => {
  const files = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.ts`, { one: 'failed' as const }]));
  expect(filesToRepeat(runOf(files(mostFilesToRepeat)))).toHaveLength(mostFilesToRepeat);
  expect(filesToRepeat(runOf(files(mostFilesToRepeat + 1)))).toEqual([]);
});

test('a run that ends badly without a failed test is one failure, and so is each skipped test where none may be', () => {
  const green = { 'a.ts': { one: 'passed' } } as const;
  expect(counts(judge(runOf(green), new Map()))).toEqual([1, 0, 0]);
  expect(counts(judge(runOf(green, 1), new Map()))).toEqual([1, 1, 0]);
  expect(counts(judge(runOf(green), new Map(), { allowsSkipped: false }))).toEqual([1, 3, 0]);
});
