import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { threadMemoryMb, threadsOfLane } from '#src/services/calendars/answers/answer-threads.ts';
import { budgetBytes } from '#src/services/calendars/answers/metered-provider.ts';
import { rendererLimitMb } from '#src/services/image/svg.ts';

/** The server with its PostgreSQL after its start: `test/bench/hostile` prints it. */
const idleMb = 400;
/** The memory of a thread besides its heap: its stack, its code. */
const threadMb = 20;

test('what strangers make the server hold fits into the least memory that the documentation names', async () => {
  const heaps = Object.values(threadMemoryMb).map(
    ({ maxOldGenerationSizeMb, maxYoungGenerationSizeMb }) =>
      maxOldGenerationSizeMb + maxYoungGenerationSizeMb + threadMb,
  );
  const threads = threadsOfLane * heaps.reduce((sum, each) => sum + each, 0);
  // While bytes become a text, there are both.
  const answers = (2 * (budgetBytes.reads + budgetBytes.checks)) / 1024 ** 2;
  const sum = idleMb + threads + answers + rendererLimitMb;
  const install = await readFile(new URL('../../../docs/install.md', import.meta.url), 'utf8');
  const [, gigabytes] = /at least ([\d.]+) GB of memory/.exec(install) ?? [];
  expect(sum).toBeLessThanOrEqual(Number(gigabytes) * 1024);
});
