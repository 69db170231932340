import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** After a run: how many tests were skipped, why, and in which files. The reason stands in a name: `(skipped: …)`. */
export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]).filter(isMeant);
    if (skipped.length === 0) return;
    const reasons = [...Map.groupBy(skipped, reasonOf)].map(([reason, tests]) => toldReason(reason, tests));
    process.stdout.write(`\nSkipped ${skipped.length} tests:\n${reasons.join('')}`);
  }
}

/** A test that did not run since what goes before it failed is not skipped on purpose. */
function isMeant({ options }: TestCase): boolean {
  return options.mode === 'skip' || options.mode === 'todo';
}

function reasonOf(test: TestCase): string {
  const told = /\((?:skipped:? )?((?:root only|for|no|nothing|not)\b[^)]*)\)/.exec(test.fullName)?.[1];
  const result = test.result();
  return told ?? ('note' in result ? result.note : undefined) ?? `no reason is given: ${test.fullName}`;
}

function toldReason(reason: string, tests: readonly TestCase[]): string {
  const files = [...new Set(tests.map(({ module }) => module.relativeModuleId))];
  return `  ${tests.length} × ${reason}\n${files.map((file) => `      ${file}\n`).join('')}`;
}
