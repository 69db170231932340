import type { Pool } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { watchOutages } from '#src/db/outage-watch.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('warns at most once a minute while PostgreSQL answers', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const probe = vi.fn(async () => ({ rows: [] }));
  const pool = { query: probe, on: () => pool } as unknown as Pool;
  const [warn, error] = [vi.fn(), vi.fn()];
  const watch = watchOutages({ admin: pool, pool }, { debug: vi.fn(), info: vi.fn(), warn, error });
  const timeout = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  const meetTimeouts = async () => {
    for (let count = 1; count <= 5; count++) {
      const before = probe.mock.calls.length;
      watch.noticed(timeout);
      await expect.poll(() => probe.mock.calls.length).toBe(before + 1);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await meetTimeouts();
  expect(warn).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(59_000);
  await meetTimeouts();
  expect(warn).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  await meetTimeouts();
  expect(warn).toHaveBeenCalledTimes(2);
  expect(error).not.toHaveBeenCalled();
  watch.stop();
});
