/** What Vitest's JSON reporter writes, as far as it is read here. */
export interface Report {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly FileResult[];
}

interface FileResult {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages?: readonly string[] | null;
  }[];
}

/** One run, with how its process ended. */
export interface Run {
  readonly report: Report;
  readonly exitCode: number;
}

/** A test that failed, or a whole file that failed with no failed test of its own, as where it cannot be loaded. */
interface Failure {
  readonly file: string;
  readonly test?: string;
  /** The message of the error, of at most 20 lines. */
  readonly error: string;
}

export interface Judgement {
  readonly passed: number;
  readonly failed: number;
  /** What failed, and passed when its file ran once more, alone. */
  readonly unstable: readonly Failure[];
}

/** More failed files than this are not chance: running them once more would say nothing new. */
export const mostFilesToRepeat = 10;

/** More unstable tests than this fail the run. */
export const mostUnstable = 3;

export function failuresOf({ testResults }: Report): Failure[] {
  return testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults.filter((each) => each.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [{ file, error: messageOf(message) }];
    return failed.map(({ fullName, failureMessages }) => {
      return { file, test: fullName, error: messageOf(failureMessages?.[0] ?? '') };
    });
  });
}

function messageOf(text: string): string {
  const [message = ''] = text.trim().split(/\n\s+at /, 1);
  return message.split('\n', 20).join('\n  ');
}

/** The files to run once more, each by itself. */
export function filesToRepeat(first: Run): string[] {
  const files = [...new Set(failuresOf(first.report).map(({ file }) => file))];
  return files.length <= mostFilesToRepeat ? files : [];
}

/**
 * Counts a run. What failed counts as passed where the second run of its file is clean and shows that it ran: `seconds` has
 * these runs by file. A run that ends badly without a failed test is one failure, and so is each skipped test where none may be.
 */
export function judge(first: Run, seconds: ReadonlyMap<string, Run>, { allowsSkipped = true } = {}): Judgement {
  const { report, exitCode } = first;
  const failures = failuresOf(report);
  const unstable = failures.filter((failure) => passesIn(seconds.get(failure.file), failure));
  const skipped = allowsSkipped ? 0 : report.numPendingTests + report.numTodoTests;
  const others = exitCode !== 0 && failures.length === 0 ? 1 : 0;
  const tooMany = unstable.length > mostUnstable ? unstable.length : 0;
  return {
    passed: report.numPassedTests + unstable.length - tooMany,
    failed: failures.length - unstable.length + tooMany + skipped + others,
    unstable,
  };
}

/** A file that failed as a whole must be clean as a whole; of a test, each run of that name must pass. */
function passesIn(second: Run | undefined, { file, test }: Failure): boolean {
  const results = second?.report.testResults.filter(({ name }) => name === file) ?? [];
  const again = results.flatMap(({ assertionResults }) => assertionResults);
  if (test === undefined) return second?.exitCode === 0 && again.some(({ status }) => status === 'passed');
  const ofTest = again.filter(({ fullName }) => fullName === test);
  return ofTest.length > 0 && ofTest.every(({ status }) => status === 'passed');
}
