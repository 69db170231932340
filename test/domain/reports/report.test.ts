import { describe, expect, test } from 'vitest';
import { periodBefore, periodOf, rate, stepsOf } from '#src/domain/reports/report.ts';
import { reportLines } from '#src/lib/report-lines.ts';

describe('the period of a report', () => {
  test.each([
    [{}, '2026-03-04', { dateFrom: '2026-03-01', dateTo: '2026-03-04' }],
    [{ dateTo: '2024-02-29' }, '2026-03-04', { dateFrom: '2024-02-01', dateTo: '2024-02-29' }],
    [{ dateFrom: '2025-12-30' }, '2026-03-04', { dateFrom: '2025-12-30', dateTo: '2026-03-04' }],
    [{ dateFrom: '2026-05-06' }, '2026-03-04', { dateFrom: '2026-05-06', dateTo: '2026-05-06' }],
  ])('%j on %s is %j', (input, today, expected) => {
    expect(periodOf(input, today)).toEqual(expected);
  });

  test('ends with its last day, and has at most 3,660 days', () => {
    expect(periodOf({ dateFrom: '2016-01-01', dateTo: '2026-01-07' }, '2026-01-01').dateTo).toBe('2026-01-07');
    for (const [dateFrom, dateTo] of [
      ['2016-01-01', '2026-01-08'],
      ['2026-01-02', '2026-01-01'],
    ] as const)
      expect(() => periodOf({ dateFrom, dateTo }, '2026-01-01')).toThrow();
  });

  test.each([
    ['2026-03-01', '2026-03-31', '2026-01-29', '2026-02-28'],
    ['2026-03-05', '2026-03-05', '2026-03-04', '2026-03-04'],
    ['2024-03-01', '2024-03-01', '2024-02-29', '2024-02-29'],
  ])('%s to %s has the one from %s to %s before it', (dateFrom, dateTo, first, last) => {
    expect(periodBefore({ dateFrom, dateTo })).toEqual({ dateFrom: first, dateTo: last });
  });

  test.each([
    ['day', ['2024-02-28', '2024-02-29', '2024-03-01']],
    ['week', ['2024-02-26']],
    ['month', ['2024-02-01', '2024-03-01']],
  ] as const)('has each %s that it touches', (step, expected) => {
    expect(stepsOf({ dateFrom: '2024-02-28', dateTo: '2024-03-01' }, step)).toEqual(expected);
  });

  test('begins a week on Monday, and a month on its first, whatever the year', () => {
    expect(stepsOf({ dateFrom: '2025-12-28', dateTo: '2026-01-05' }, 'week')).toEqual([
      ...['2025-12-22', '2025-12-29', '2026-01-05'],
    ]);
    expect(stepsOf({ dateFrom: '2025-11-30', dateTo: '2026-01-01' }, 'month')).toEqual([
      ...['2025-11-01', '2025-12-01', '2026-01-01'],
    ]);
  });
});

test('a rate of nothing has no value', () => {
  expect([rate(0, 0), rate(1, 4)]).toEqual([
    { numerator: 0, denominator: 0, value: null },
    { numerator: 1, denominator: 4, value: 0.25 },
  ]);
});

test('a report as lines has its groups, the total and the period before, and of rates the value', () => {
  const numbers = (booked: number) => ({ booked, showRate: rate(1, booked) });
  const report = {
    ...{ dateFrom: '2026-03-01', dateTo: '2026-03-31', timeZone: 'UTC', groupBy: 'source' as const },
    groups: [
      { key: 'google', label: 'google', ...numbers(2) },
      { key: null, label: 'No source', ...numbers(0) },
    ],
    total: numbers(2),
    previous: numbers(4),
  };
  expect(reportLines(report)).toEqual([
    ['part', 'key', 'label', 'booked', 'showRate'],
    ['group', 'google', 'google', 2, 0.5],
    ['group', null, 'No source', 0, null],
    ['total', null, '', 2, 0.5],
    ['previous', null, '', 4, 0.25],
  ]);
});
