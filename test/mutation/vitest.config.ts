import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import type { TestChoice } from './rooms.ts';

/** The tests of this run. They are those of the project's own configuration, in one worker. */
const { tests, needDatabase } = JSON.parse(process.env.MUTATION_TESTS ?? '') as TestChoice;

export default defineConfig({
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    include: [...tests],
    globalSetup: needDatabase ? ['test/support/prepared-data-dir.ts', 'test/support/global-setup.ts'] : [],
    setupFiles: ['test/support/fuzz-seed.ts'],
    // What a planted error makes endless, Stryker ends by itself.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    isolate: false,
  },
});
