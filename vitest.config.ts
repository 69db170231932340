import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { alsoOnCitus } from './test/citus/files.ts';
import { hasCitus } from './test/support/citus-cluster.ts';
import { leftOut, runsAll } from './test/support/extent.ts';
import { SpreadPages } from './test/support/spread-pages.ts';

/** These tests hold locks and child processes, or count what their process does, so each file has a process of its own. */
const separateProcess = ['test/db/embedded*.test.ts', 'test/budgets/**/*.test.ts'];
const ignored = ['**/node_modules/**', ...leftOut.map((name) => (name.endsWith('.ts') ? name : `${name}/**`))];
const runsOnCitus = hasCitus && !leftOut.includes('test/citus');
const preparedDataDir = 'test/support/prepared-data-dir.ts';

export default defineConfig({
  // The file that Node resolves. Vite would resolve another one for our modules, and two graphqls reject each other's classes.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    exclude: [...ignored, 'test/bench/node_modules/**'],
    reporters: ['default', './test/support/skipped-reporter.ts'],
    // A busy machine takes more than Vitest's second until something is there. A poll that passes takes no longer for it.
    expect: { requireAssertions: true, poll: { timeout: 60_000 } },
    // Five times what the longest of them takes: only what hangs meets them.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    pool: 'forks',
    // Many tests wait for a time-out, so that two cores have room for a third worker; those that only TESTS adds fill them.
    maxWorkers: runsAll ? 2 : 3,
    sequence: process.argv.includes('--sequence.shuffle.files') ? {} : { sequencer: SpreadPages },
    // Tests that run side by side drive Chromium or start processes: more of them at once end later, not sooner.
    maxConcurrency: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...ignored, ...separateProcess, 'test/citus/**'],
          globalSetup: [preparedDataDir, 'test/support/web-build.ts', 'test/support/global-setup.ts'],
          setupFiles: ['test/support/fuzz-seed.ts'],
          // Each worker loads the modules of the server once, not for each file.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'apart',
          include: separateProcess,
          globalSetup: preparedDataDir,
          setupFiles: ['test/support/fuzz-seed.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'citus',
          include: ['test/citus/**/*.test.ts', ...(runsOnCitus ? alsoOnCitus : [])],
          exclude: ignored,
          globalSetup: 'test/support/citus-setup.ts',
          setupFiles: ['test/support/fuzz-seed.ts'],
          isolate: false,
        },
      },
    ],
  },
});
