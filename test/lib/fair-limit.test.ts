import { describe, expect, test } from 'vitest';
import { FairLimit } from '#src/lib/fair-limit.ts';

/** Work that ends when the test says so, in the order in which it has begun. */
function works() {
  const running: { readonly name: string; readonly end: () => void }[] = [];
  const begun: string[] = [];
  return {
    begun,
    running,
    named: (name: string) => () =>
      new Promise<string>((resolve) => {
        begun.push(name);
        running.push({ name, end: () => resolve(name) });
      }),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('FairLimit', () => {
  test('runs so much at once, and the rest one after another', async () => {
    const limit = new FairLimit({ atOnce: 2, maxOfOwner: 10, max: 10 });
    const { named, running, begun } = works();
    const results = ['1', '2', '3', '4'].map((name) => limit.run('one', named(name)));
    await settled();
    expect(begun).toEqual(['1', '2']);
    for (let ended = 0; ended < 4; ended++) {
      running[ended]?.end();
      await settled();
    }
    expect(await Promise.all(results)).toEqual(['1', '2', '3', '4']);
  });

  test('lets another owner pass all who wait behind their own work', async () => {
    const limit = new FairLimit({ atOnce: 1, maxOfOwner: 10, max: 20 });
    const { named, running, begun } = works();
    for (const name of ['a1', 'a2', 'a3', 'a4']) void limit.run('a', named(name));
    void limit.run('b', named('b1'));
    for (let ended = 0; ended < 4; ended++) {
      await settled();
      running[ended]?.end();
    }
    await settled();
    expect(begun).toEqual(['a1', 'b1', 'a2', 'a3', 'a4']);
  });

  test('takes so much of one owner and so much altogether, and more as soon as something has ended', async () => {
    const limit = new FairLimit({ atOnce: 1, maxOfOwner: 2, max: 3 });
    const { named, running } = works();
    const isTaken = (owner: string) => limit.run(owner, named(owner)) !== undefined;
    expect(['a', 'a', 'a', 'b', 'c'].map(isTaken)).toEqual([true, true, false, true, false]);
    await settled();
    running[0]?.end();
    await settled();
    expect(['c', 'a'].map(isTaken)).toEqual([true, false]);
  });

  test('passes an error on, and goes on', async () => {
    const limit = new FairLimit({ atOnce: 1, maxOfOwner: 1, max: 1 });
    await expect(limit.run('a', () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
    expect(await limit.run('a', async () => 'right')).toBe('right');
  });
});
