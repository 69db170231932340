import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTasks } from '#src/jobs/runner.ts';
import { presentMs } from '../support/present.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function recorded() {
  const entries: string[] = [];
  const log = {
    info: (_: object, message: string) => entries.push(`info ${message}`),
    warn: (detail: { err?: Error }, message: string) => entries.push(`warn ${message}: ${detail.err?.message}`),
  };
  return { entries, log };
}

test('a task that fails is tried again, and logged when it begins to fail and when it works again', async () => {
  const { entries, log } = recorded();
  let failure: string | undefined = 'no disk';
  let runs = 0;
  const run = async () => {
    runs += 1;
    if (failure) throw new Error(failure);
  };
  const tasks = startTasks([{ name: 'counting', everyMs: 1000, run }], log);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(runs).toBeGreaterThan(7);
  expect(entries).toEqual(['warn counting failed; it will be retried: no disk']);
  failure = undefined;
  await vi.advanceTimersByTimeAsync(5000);
  expect(entries.slice(1)).toEqual(['info counting works again']);
  failure = 'no memory';
  await vi.advanceTimersByTimeAsync(5000);
  expect(entries.slice(2)).toEqual(['warn counting failed; it will be retried: no memory']);
  await tasks.stop();
  const before = runs;
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toBe(before);
});

test('intervals vary by a fifth, so that processes do not run together', async () => {
  const times: number[] = [];
  const run = async () => {
    times.push(presentMs());
  };
  const tasks = startTasks([{ name: 'counting', everyMs: 1000, run }], recorded().log);
  await vi.advanceTimersByTimeAsync(200_000);
  await tasks.stop();
  const intervals = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(Math.min(...intervals)).toBeGreaterThanOrEqual(799);
  expect(Math.max(...intervals)).toBeLessThanOrEqual(1201);
  expect(new Set(intervals).size).toBeGreaterThan(50);
});

test('a stop aborts what runs, ends what was left running, and waits for both; a second one waits as well', async () => {
  const seen: string[] = [];
  const ends: (() => void)[] = [];
  const untilEnded = () => new Promise<void>((resolve) => ends.push(resolve));
  const run = async (signal: AbortSignal) => {
    signal.addEventListener('abort', () => seen.push('aborted'));
    await untilEnded();
  };
  const stop = async () => {
    seen.push('stop');
    await untilEnded();
  };
  const tasks = startTasks([{ name: 'counting', everyMs: 1000, run, stop }], recorded().log);
  await vi.advanceTimersByTimeAsync(1500);
  const stopped = Promise.all([tasks.stop(), tasks.stop()]).then(() => seen.push('stopped'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen).toEqual(['aborted', 'stop']);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen).toHaveLength(2);
  ends[1]?.();
  await stopped;
  expect(seen).toEqual(['aborted', 'stop', 'stopped']);
});
