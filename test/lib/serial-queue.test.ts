import { expect, test } from 'vitest';
import { serialQueue } from '#src/lib/serial-queue.ts';

test('work begins when the work before it has ended, whichever way', async () => {
  const run = serialQueue();
  const told: string[] = [];
  const first = Promise.withResolvers<string>();
  const results = [
    run(() => {
      told.push('first begins');
      return first.promise;
    }),
    run(async () => {
      told.push('second begins');
      throw new Error('no');
    }),
    run(async () => {
      told.push('third begins');
      return 3;
    }),
  ];
  await Promise.resolve();
  expect(told).toEqual(['first begins']);
  first.resolve('done');
  expect(await Promise.allSettled(results)).toMatchObject([
    { value: 'done' },
    { reason: { message: 'no' } },
    { value: 3 },
  ]);
  expect(told).toEqual(['first begins', 'second begins', 'third begins']);
});
