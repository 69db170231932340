import { describe, expect, test } from 'vitest';
import { FairTurns } from '#src/lib/fair-turns.ts';

class FullError extends Error {}

/** Work of keys that goes on until the test ends it. */
function started(atOnce: number, maxWaiting = 10) {
  const turns = new FairTurns<string>({ atOnce, maxWaiting, refusal: () => new FullError() });
  const running: string[] = [];
  const ends = new Map<string, (() => void)[]>();
  return {
    running,
    ask: (key: string) =>
      turns.run(key, async () => {
        running.push(key);
        await new Promise<void>((resolve) => ends.set(key, [...(ends.get(key) ?? []), resolve]));
      }),
    /** The longest of a key ends. */
    async end(key: string) {
      running.splice(running.indexOf(key), 1);
      ends.get(key)?.shift()?.();
      await new Promise(setImmediate);
    },
  };
}

function askFor(work: ReturnType<typeof started>, keys: string): void {
  for (const key of keys) void work.ask(key);
}

function aborting() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: (reason: Error) => controller.abort(reason) };
}

describe('turns', () => {
  test('give a key that is alone half of the places', () => {
    const work = started(8);
    askFor(work, 'aaaaaaaaaa');
    expect(work.running.join('')).toBe('aaaa');
  });

  test.each([
    ['aaaaaaaaaabbbb', 'aaaabb'],
    ['aaaaaaaabbbbbbbbcccccc', 'aaaabbc'],
    ['aaaaaaaabbbbbbbbcccccccd', 'aaaabbcd'],
  ])('leave a place to each key that comes: %s', (asked, begun) => {
    const work = started(8);
    askFor(work, asked);
    expect(work.running.join('')).toBe(begun);
  });

  test('give a place that is free to the key that has waited longest, one to each', async () => {
    const work = started(2);
    askFor(work, 'aaabbcc');
    expect(work.running.join('')).toBe('ab');
    for (const [ended, running] of ['a ba', 'b ab', 'a bc', 'b ca', 'c ac'].map((step) => step.split(' '))) {
      await work.end(ended as string);
      expect(work.running.join('')).toBe(running);
    }
  });

  test('begin all that may begin when a key has ended', async () => {
    const work = started(6);
    askFor(work, 'aaaaaabb');
    expect(work.running.join('')).toBe('aaabb');
    await work.end('b');
    await work.end('b');
    expect(work.running.join('')).toBe('aaa');
    await work.end('a');
    await work.end('a');
    await work.end('a');
    expect(work.running.join('')).toBe('aaa');
  });

  test('refuse a key of which too many wait, and no other', async () => {
    const work = started(2, 2);
    askFor(work, 'aaa');
    await expect(work.ask('a')).rejects.toBeInstanceOf(FullError);
    void work.ask('b');
    expect(work.running.join('')).toBe('ab');
    await work.end('a');
    void work.ask('a');
    await expect(work.ask('a')).rejects.toBeInstanceOf(FullError);
  });

  test('end the wait of one whose signal ends, and none that runs', async () => {
    const turns = new FairTurns<string>({ atOnce: 1, refusal: () => new FullError() });
    const { promise, resolve } = Promise.withResolvers<string>();
    const { signal, abort } = aborting();
    const running = turns.run('a', () => promise, signal);
    const waiting = turns.run('a', async () => 'begun', signal);
    const next = turns.run('b', async () => 'next');
    abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(turns.run('a', async () => 'begun', signal)).rejects.toThrow('enough');
    expect(turns.waiting).toBe(1);
    resolve('done');
    expect(await Promise.all([running, next])).toEqual(['done', 'next']);
  });

  test('pass on what the work returns and throws, and go on after a failure', async () => {
    const turns = new FairTurns<string>({ atOnce: 1, maxWaiting: 1, refusal: () => new FullError() });
    await expect(turns.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await turns.run('a', async () => 'done')).toBe('done');
  });
});
