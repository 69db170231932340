import { expect, test } from 'vitest';
import { limited } from '#src/lib/limited.ts';

test('so many tasks run at the same time, and the others follow in their order, after a failure too', async () => {
  const limit = limited(2);
  const begun: number[] = [];
  const ends = new Map<number, (error?: Error) => void>();
  const task = (name: number) => () => {
    begun.push(name);
    return new Promise<number>((resolve, reject) => ends.set(name, (error) => (error ? reject(error) : resolve(name))));
  };
  const [one, two, three, four] = [1, 2, 3, 4].map((name) => limit(task(name)));
  expect(begun).toEqual([1, 2]);
  ends.get(2)?.(new Error('failed'));
  await expect(two).rejects.toThrow('failed');
  await expect.poll(() => begun).toEqual([1, 2, 3]);
  ends.get(1)?.();
  await one;
  await expect.poll(() => begun).toEqual([1, 2, 3, 4]);
  ends.get(3)?.();
  ends.get(4)?.();
  expect(await Promise.all([three, four])).toEqual([3, 4]);
});
