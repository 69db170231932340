import { expect, test } from 'vitest';
import { BackgroundWork } from '#src/services/background-work.ts';

test('settled() waits for all work that was begun, and for no other', async () => {
  const background = new BackgroundWork((error) => expect.fail(String(error)));
  await background.settled();
  const ends: (() => void)[] = [];
  for (let count = 0; count < 2; count++) background.run(() => new Promise<void>((end) => ends.push(end)));
  let isSettled = false;
  const settled = background.settled().then(() => {
    isSettled = true;
  });
  ends[0]?.();
  await new Promise(setImmediate);
  expect(isSettled).toBe(false);
  ends[1]?.();
  await settled;
});

test('an error of the work is reported, and settled() does not fail with it', async () => {
  const errors: unknown[] = [];
  const background = new BackgroundWork((error) => errors.push(error));
  const failure = new Error('no mail server');
  background.run(() => Promise.reject(failure));
  await background.settled();
  background.report(failure);
  expect(errors).toEqual([failure, failure]);
});
