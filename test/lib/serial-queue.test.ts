import { expect, test } from 'vitest';
import { serialQueue } from '#src/lib/serial-queue.ts';

test('work begins when the work before it has ended, whichever way', async () => {
  const run = serialQueue();
  const events: string[] = [];
  const first = Promise.withResolvers<string>();
  const results = [
    run(() => {
      events.push('first begins');
      return first.promise;
    }),
    run(async () => {
      events.push('second begins');
      throw new Error('no');
    }),
    run(async () => {
      events.push('third begins');
      return 3;
    }),
  ];
  await Promise.resolve();
  expect(events).toEqual(['first begins']);
  first.resolve('done');
  expect(await Promise.allSettled(results)).toMatchObject([
    { value: 'done' },
    { reason: { message: 'no' } },
    { value: 3 },
  ]);
  expect(events).toEqual(['first begins', 'second begins', 'third begins']);
});
