import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeat } from '#src/lib/repeat.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a task is repeated, is never there twice, and is told to stop', async () => {
  const seen: string[] = [];
  let finish: () => void = () => undefined;
  const task = (signal: AbortSignal) => {
    seen.push('begun');
    signal.addEventListener('abort', () => seen.push('told'));
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
  expect(seen.slice(2)).toEqual(['told', 'told']);
  finish();
  await stopped;
  expect(seen.slice(4)).toEqual(['stopped']);
});
