import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DatabaseClock } from '#src/db/database-clock.ts';
import { presentMs } from '../support/present.ts';

/** The time of the process passes only while a database answers. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A database whose clock is an hour ahead, and which answers after `waitMs`. */
const database = { aheadMs: 3_600_000, waitMs: 0 };
const pool = {
  async query() {
    const ms = presentMs() + database.aheadMs;
    vi.advanceTimersByTime(database.waitMs);
    return { rows: [{ ms }] };
  },
} as unknown as Pool;
const aheadMs = (clock: DatabaseClock) => clock.now().getTime() - presentMs();

test('a measurement under load does not move the clock, but the first one counts however long it takes', async () => {
  database.waitMs = 300;
  const clock = await DatabaseClock.open(pool);
  // The error is half of the round trip.
  expect(aheadMs(clock)).toBe(3_600_000 - 150);
  database.aheadMs = 7_200_000;
  await clock.measure();
  expect(aheadMs(clock)).toBe(3_600_000 - 150);
  database.waitMs = 0;
  await clock.measure();
  expect(aheadMs(clock)).toBe(7_200_000);
});
