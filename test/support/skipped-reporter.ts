import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { leftOut } from './extent.ts';

/** After a run: which files were left out, how many tests were skipped, why, and in which files. A test states its reason in its name: `(skipped: …)`. */
export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (leftOut.length > 0) {
      process.stdout.write(
        `\nLeft out, which TESTS=all npm test runs:\n${leftOut.map((name) => `  ${name}\n`).join('')}`,
      );
    }
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]).filter(isIntended);
    if (skipped.length === 0) return;
    const reasons = [...Map.groupBy(skipped, reasonOf)].map(([reason, tests]) => reasonText(reason, tests));
    process.stdout.write(`\nSkipped ${skipped.length} tests:\n${reasons.join('')}`);
  }
}

/** A test that did not run because a hook before it failed is not skipped on purpose. */
function isIntended({ options }: TestCase): boolean {
  return options.mode === 'skip' || options.mode === 'todo';
}

function reasonOf(test: TestCase): string {
  const stated = /\((?:skipped:? )?((?:root only|for|no|nothing|not)\b[^)]*)\)/.exec(test.fullName)?.[1];
  const result = test.result();
  return stated ?? ('note' in result ? result.note : undefined) ?? `no reason stated: ${test.fullName}`;
}

function reasonText(reason: string, tests: readonly TestCase[]): string {
  const files = [...new Set(tests.map(({ module }) => module.relativeModuleId))];
  return `  ${tests.length} × ${reason}\n${files.map((file) => `      ${file}\n`).join('')}`;
}
