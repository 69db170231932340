import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The file that Node takes. Vite would take another for our modules: two graphqls that do not know each other's classes.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/bench/node_modules/**'],
    reporters: ['default', './test/support/skipped-reporter.ts'],
    globalSetup: 'test/support/global-setup.ts',
    setupFiles: ['test/support/fuzz-seed.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
