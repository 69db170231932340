import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gapsOfRecords, gapsOfReports, Refresh } from '#src/web/app/live/refresh.ts';
import { countedRecords, shownRecords } from '#src/web/app/live/shown-records.ts';

interface Read {
  readonly at: number;
  readonly fields: readonly string[] | 'all';
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function refreshing({ shown, gaps } = { shown: shownRecords, gaps: gapsOfRecords }) {
  const startedAt = performance.now();
  const reads: Read[] = [];
  const held = { is: false };
  const refresh = new Refresh({
    ...{ shown, gaps },
    read: ({ fields }) =>
      reads.push({ at: performance.now() - startedAt, fields: fields ? [...fields].sort() : 'all' }),
    isHeld: () => held.is,
  });
  return { refresh, reads, held };
}

test('what changes is read at once, and what else changes within a second is read together after it', () => {
  const { refresh, reads } = refreshing();
  refresh.changed(['contact']);
  vi.advanceTimersByTime(1);
  expect(reads).toEqual([{ at: 0, fields: shownRecords.contact }]);
  refresh.changed(['webhook']);
  refresh.changed(['deal']);
  vi.advanceTimersByTime(998);
  expect(reads).toHaveLength(1);
  vi.advanceTimersByTime(1);
  const { deal = [], webhook = [] } = shownRecords;
  expect(reads[1]).toEqual({ at: 1000, fields: [...new Set([...deal, ...webhook])].sort() });
});

test('while changes go on, reads become rarer, and after a quiet time they come at once again', () => {
  const { refresh, reads } = refreshing();
  for (let step = 0; step < 600; step++) {
    refresh.changed(['contact']);
    vi.advanceTimersByTime(100);
  }
  expect(reads.map(({ at }) => at)).toEqual([
    ...[0, 1000, 2000, 3000, 4000, 5000, 7000, 11_000, 19_000, 34_000, 49_000],
  ]);
  vi.advanceTimersByTime(60_000);
  const before = reads.length;
  refresh.changed(['contact']);
  vi.advanceTimersByTime(1);
  expect(reads).toHaveLength(before + 1);
  refresh.changed(['contact']);
  vi.advanceTimersByTime(1000);
  expect(reads).toHaveLength(before + 2);
});

test('reports are read at once, and then less often than lists, whatever else changes', () => {
  const { refresh, reads } = refreshing({ shown: countedRecords, gaps: gapsOfReports });
  for (let step = 0; step < 3_000; step++) {
    refresh.changed(['contact', 'event_call']);
    vi.advanceTimersByTime(100);
  }
  expect(reads.map(({ at }) => at)).toEqual([0, 10_000, 20_000, 30_000, 40_000, 50_000, 70_000, 110_000, 190_000]);
  expect(reads[0]?.fields).toEqual(countedRecords.event_call?.toSorted());
});

test('nothing is read while it is held', () => {
  const { refresh, reads, held } = refreshing();
  held.is = true;
  refresh.changed(['contact']);
  vi.advanceTimersByTime(10_000);
  refresh.all();
  vi.advanceTimersByTime(10_000);
  expect(reads).toEqual([]);
  held.is = false;
  refresh.resume();
  vi.advanceTimersByTime(1);
  expect(reads).toEqual([{ at: 20_000, fields: 'all' }]);
  refresh.resume();
  vi.advanceTimersByTime(60_000);
  expect(reads).toHaveLength(1);
});

test('a change of what no page shows reads nothing', () => {
  const { refresh, reads } = refreshing();
  refresh.changed(['unknown']);
  vi.advanceTimersByTime(60_000);
  expect(reads).toEqual([]);
});
