import { describe, expect, test } from 'vitest';
import { statisticsRange, webhookStatisticsInput } from '#src/domain/webhooks/statistics.ts';
import { problemsOf } from '#src/domain/zod-issues.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = new Date('2027-02-01T10:07:00.000Z');

/** The range as its begin and end in minutes before now, and its buckets in minutes. */
function rangeOf(input: Parameters<typeof statisticsRange>[0]) {
  const range = statisticsRange(input, now);
  return (
    range && [(now.getTime() - range.fromMs) / minute, (now.getTime() - range.toMs) / minute, range.bucketMs / minute]
  );
}
const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();

describe('the range of statistics', () => {
  test.each([
    ['LAST_24_HOURS', [1447, 0, 30]],
    ['LAST_7_DAYS', [7 * 1440 + 67, 0, 180]],
    ['LAST_30_DAYS', [30 * 1440 + 607, 0, 720]],
  ] as const)('%s begins with a whole bucket', (period, expected) => {
    expect(rangeOf({ period })).toEqual(expected);
    if (period === 'LAST_24_HOURS') expect(rangeOf({})).toEqual(expected);
  });

  test.each([
    [hour, 1],
    [hour + 1, 5],
    [5 * hour, 5],
    [5 * hour + 1, 15],
    [15 * hour, 15],
    [30 * hour, 30],
    [60 * hour, 60],
    [180 * hour, 180],
    [15 * day, 360],
    [30 * day, 720],
    [60 * day, 1440],
    [60 * day + 1, 2880],
    [90 * day, 2880],
  ])('of %i milliseconds has sixty buckets at most, of %i minutes', (length, minutes) => {
    expect(rangeOf({ from: ago(length) })?.[2]).toBe(minutes);
    expect(rangeOf({ from: ago(length + day), to: ago(day) })?.slice(1)).toEqual([1440, minutes]);
  });

  test('is none where it has not begun, or is longer than what is stored', () => {
    expect(rangeOf({ from: ago(90 * day + 1) })).toBeUndefined();
    expect(rangeOf({ from: ago(0) })).toBeUndefined();
    expect(rangeOf({ from: ago(-1) })).toBeUndefined();
    expect(rangeOf({ from: ago(1) })?.[2]).toBe(1);
  });

  const [earlier, later] = ['2027-01-01T00:00:00Z', '2027-01-02T00:00:00Z'];
  test.each([
    [{}, []],
    [{ period: 'LAST_7_DAYS' }, []],
    [{ from: earlier }, []],
    [{ from: earlier, to: later }, []],
    [{ period: 'LAST_7_DAYS', from: earlier }, ['period conflict Cannot be combined with from']],
    [{ to: later }, ['from required Is required with to']],
    [{ from: later, to: earlier }, ['to out_of_range Must be after from']],
    [{ from: later, to: later }, ['to out_of_range Must be after from']],
    [{ from: later, to: 'x' }, ['to invalid_format Must be an ISO 8601 instant (YYYY-MM-DDTHH:mm:ssZ)']],
  ])('is requested by %j', (input, problems) => {
    const found = problemsOf(webhookStatisticsInput.safeParse({ webhookId: 1, ...input }).error?.issues ?? []);
    expect(found.map(({ path, code, message }) => `${path.join('.')} ${code} ${message}`)).toEqual(problems);
  });
});
