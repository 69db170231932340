import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** They hold locks and children of a process of their own. */
const needProcess = ['test/db/embedded*.test.ts'];

export default defineConfig({
  // The file that Node takes. Vite would take another for our modules: two graphqls that do not know each other's classes.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    exclude: ['**/node_modules/**', 'test/bench/node_modules/**'],
    reporters: ['default', './test/support/skipped-reporter.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...needProcess],
          globalSetup: 'test/support/global-setup.ts',
          setupFiles: ['test/support/fuzz-seed.ts'],
          // The server's modules are read once for each worker, not for each file.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'apart', include: needProcess, setupFiles: ['test/support/fuzz-seed.ts'] } },
    ],
  },
});
