import { expect, test } from 'vitest';
import { onDemand } from '#src/http/on-demand.ts';

test('makes a value once, and anew after a failure', async () => {
  let calls = 0;
  const value = onDemand(async () => {
    calls++;
    if (calls === 1) throw new Error('no memory left');
    return calls;
  });
  await expect(Promise.all([value(), value()])).rejects.toThrow('no memory left');
  expect(await Promise.all([value(), value()])).toEqual([2, 2]);
  expect(await value()).toBe(2);
});
