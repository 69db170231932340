import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeat } from '#src/jobs/repeat.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a task is repeated, never runs twice at once, and is aborted by stop', async () => {
  const seen: string[] = [];
  let finish: () => void = () => undefined;
  const task = (signal: AbortSignal) => {
    seen.push('begun');
    signal.addEventListener('abort', () => seen.push('aborted'));
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  };
  const repeated = repeat(1000, task, () => undefined);
  await vi.advanceTimersByTimeAsync(3500);
  expect(seen).toEqual(['begun']);
  finish();
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen).toEqual(['begun', 'begun']);
  const stopped = repeated.stop().then(() => seen.push('stopped'));
  await vi.advanceTimersByTimeAsync(5000);
  expect(seen.slice(2)).toEqual(['aborted', 'aborted']);
  finish();
  await stopped;
  expect(seen.slice(4)).toEqual(['stopped']);
});
