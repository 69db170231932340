import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readICalendar } from '#src/services/calendars/icalendar/read-icalendar.ts';
import { autumn, iCalendar, timeText } from '../../../support/icalendars.ts';
import { retryWhenSlow } from '../../../support/retry-when-slow.ts';
import { slowICalendar, smallICalendar, smallTimes } from '../../../support/slow-icalendars.ts';

let controller: AbortController;
let slow: Promise<unknown>[];

beforeEach(() => {
  controller = new AbortController();
  slow = [];
});

afterEach(async () => {
  controller.abort(new Error('The test is over.'));
  await Promise.allSettled(slow);
});

interface Reading {
  readonly workspaceId: number;
  readonly isCheck?: boolean;
}

const read = (text: string, reading: Reading) =>
  readICalendar(text, autumn, { signal: controller.signal, ...reading }).then(({ busy }) => busy.map(timeText));

/** Slow texts of a workspace that are read and wait until the test ends, or until they take too long. */
function occupy(reading: Reading, count = 20): void {
  const readings = Array.from({ length: count }, () => read(slowICalendar, reading));
  for (const each of readings) each.catch(() => undefined);
  slow.push(...readings);
}

/** Two threads are busy for 50 s with 20 slow reads, and for 15 s with 20 slow checks. */
const mostMs = { behindReads: 30_000, behindChecks: 10_000 };

/** What a reading gives, while nothing else shortens the wait for it. */
async function timed(reading: Reading) {
  const before = performance.now();
  const times = await read(smallICalendar, reading);
  return { times, ms: performance.now() - before };
}

describe('while one workspace has slow calendars read', { retry: retryWhenSlow }, () => {
  test.each([
    ['a check of another workspace', { workspaceId: 2, isCheck: true }],
    ['a check of its own', { workspaceId: 1, isCheck: true }],
    ['a read of another workspace', { workspaceId: 2 }],
  ])('%s has its answer at once', async (_name, reading) => {
    occupy({ workspaceId: 1 });
    const { times, ms } = await timed(reading);
    expect(times).toEqual(smallTimes);
    expect(ms).toBeLessThan(mostMs.behindReads);
  });

  test('and another one as well, a check has its answer at once', async () => {
    occupy({ workspaceId: 1 });
    occupy({ workspaceId: 3 });
    const { times, ms } = await timed({ workspaceId: 2, isCheck: true });
    expect(times).toEqual(smallTimes);
    expect(ms).toBeLessThan(mostMs.behindReads);
  });
});

test('slow checks of one workspace do not keep those of another waiting', {
  retry: retryWhenSlow,
}, async () => {
  occupy({ workspaceId: 1, isCheck: true });
  const { times, ms } = await timed({ workspaceId: 2, isCheck: true });
  expect(times).toEqual(smallTimes);
  expect(ms).toBeLessThan(mostMs.behindChecks);
});

test('a check has 1.5 seconds, and another read 5', async () => {
  const problem = (seconds: string) => `The calendar takes longer than ${seconds} s to read.`;
  await expect(read(slowICalendar, { workspaceId: 1, isCheck: true })).rejects.toThrow(problem('1.5'));
  await expect(read(slowICalendar, { workspaceId: 1 })).rejects.toThrow(problem('5'));
  expect(await read(iCalendar(), { workspaceId: 1 })).toEqual([]);
});
