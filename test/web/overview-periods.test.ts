import { expect, test } from 'vitest';
import { daysBefore, daysOf, periodIn, problemOfDays, stepOf } from '#src/web/pages/overview/periods.ts';

test.each([
  // Weeks begin on Monday, as those of reports do.
  ['this-week', '2026-11-23', '2026-11-23', '2026-11-23'],
  ['this-week', '2026-11-29', '2026-11-23', '2026-11-29'],
  ['this-week', '2027-01-01', '2026-12-28', '2027-01-01'],
  ['this-month', '2026-11-01', '2026-11-01', '2026-11-01'],
  ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['last-month', '2027-01-15', '2026-12-01', '2026-12-31'],
  ['this-quarter', '2026-03-31', '2026-01-01', '2026-03-31'],
  ['this-quarter', '2026-04-01', '2026-04-01', '2026-04-01'],
  ['this-quarter', '2026-12-31', '2026-10-01', '2026-12-31'],
  // The 90 days include the first and the last.
  ['last-90', '2026-03-31', '2026-01-01', '2026-03-31'],
  ['this-year', '2026-07-04', '2026-01-01', '2026-07-04'],
  ['2026-02-03..2026-02-20', '2026-11-29', '2026-02-03', '2026-02-20'],
])('%s on %s is from %s to %s', (period, today, dateFrom, dateTo) => {
  expect(daysOf(period, today)).toEqual({ dateFrom, dateTo });
});

test.each([
  ['2026-03-01', '2026-03-31', '2026-01-29', '2026-02-28'],
  ['2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
])('%s to %s is compared with as many days', (dateFrom, dateTo, ...before) => {
  expect(Object.values(daysBefore({ dateFrom, dateTo }))).toEqual(before);
});

test.each([
  ['2026-01-01', '2026-02-04', 'day'],
  ['2026-01-01', '2026-02-05', 'week'],
  ['2026-01-01', '2026-07-09', 'week'],
  ['2026-01-01', '2026-07-10', 'month'],
])('%s to %s has a step for each %s', (dateFrom, dateTo, step) => {
  expect(stepOf({ dateFrom, dateTo })).toBe(step);
});

test('an address names a period, or two days in their order', () => {
  const periods = ['this-week', 'next-week', '2026-03-01..2026-03-31', '2026-03-02..2026-03-01', '2026-03-01', 7];
  expect(periods.map(periodIn)).toEqual([
    'this-week',
    undefined,
    '2026-03-01..2026-03-31',
    undefined,
    undefined,
    undefined,
  ]);
  expect(periodIn('2026-03-01..2026-03-31..2026-04-30')).toBeUndefined();
});

test('a period has at most ten years', () => {
  expect(problemOfDays('2016-01-01', '2026-01-07')).toBeUndefined();
  expect(problemOfDays('2016-01-01', '2026-01-08')).toBe('This is more than ten years after the first day');
  expect(problemOfDays('2026-03-02', '2026-03-01')).toBe('This is before the first day');
  expect(problemOfDays('1999-12-31', '2026-03-01')).toBe('Enter two days');
});
