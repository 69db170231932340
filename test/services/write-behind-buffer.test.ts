import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Use, WriteBehindBuffer } from '#src/services/last-used-buffer.ts';

const at = new Date('2026-03-01T12:00:00Z');

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('writes all uses of a second in one batch, a second after the first', async () => {
  const write = vi.fn(async (_: Use<number>[]) => undefined);
  const buffer = new WriteBehindBuffer<number>({ intervalMs: 60_000, write, onError: () => undefined });
  for (const ref of [1, 2, 1]) buffer.add(() => String(ref), { ref, at, lastUsedAt: null });
  await vi.advanceTimersByTimeAsync(999);
  expect(write).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(write.mock.calls).toEqual([[[1, 2].map((ref) => ({ ref, at }))]]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(write).toHaveBeenCalledTimes(1);
});

test('flushes only after the current write has ended', async () => {
  const ends: (() => void)[] = [];
  const write = () => new Promise<void>((resolve) => ends.push(resolve));
  const buffer = new WriteBehindBuffer<number>({ intervalMs: 60_000, write, onError: () => undefined });
  buffer.add(() => 'one', { ref: 1, at, lastUsedAt: null });
  let isFlushed = false;
  void buffer.flush();
  await Promise.resolve();
  const flushed = buffer.flush().then(() => {
    isFlushed = true;
  });
  await vi.advanceTimersByTimeAsync(10);
  expect(isFlushed).toBe(false);
  ends[0]?.();
  await flushed;
  expect(ends).toHaveLength(1);
});
