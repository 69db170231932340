import { expect, test } from 'vitest';
import { goalTitles, goalValueText, shareOf, standingText } from '#src/web/pages/overview/goal-texts.ts';

const goal = (target: string, reached: string, month = '2026-11-01') => ({ target, reached, month });

test.each([
  ['the day has its share', goal('30', '15'), '2026-11-15', 'On course: 50% reached, 50% of the month gone'],
  ['less than that', goal('30', '12'), '2026-11-15', 'Behind: 40% reached, 50% of the month gone'],
  ['more than that', goal('30', '18'), '2026-11-15', 'Ahead: 60% reached, 50% of the month gone'],
  ['five points are nothing', goal('100', '55'), '2026-11-15', 'On course: 55% reached, 50% of the month gone'],
  ['nothing, because of refunds', goal('100.00', '-20.00'), '2026-11-15', 'Behind: 0% reached, 50% of the month gone'],
  ['nearly all on the last day', goal('1000', '999'), '2026-11-30', 'On course: 99% reached, 100% of the month gone'],
  ['all before the end', goal('30', '33'), '2026-11-10', 'Reached: 110%'],
  ['a month that is over', goal('40', '10'), '2026-12-01', 'Not reached: 25%'],
  ['a month to come', goal('40', '0', '2027-01-01'), '2026-12-31', 'The month has not begun'],
  ['a leap year', goal('29', '0', '2028-02-01'), '2028-02-29', 'Behind: 0% reached, 100% of the month gone'],
])('a goal with %s is said to stand there', (_, standing, today, expected) => {
  expect(standingText(standing, today)).toBe(expected);
});

test('a goal has the name that the number has elsewhere', () => {
  expect(goalTitles.CONTRACT_VALUE).toBe('Contract value');
});

test('calls are counted, and amounts are in their currency', () => {
  expect([goalValueText('1200', null), goalValueText('1200.50', 'EUR')]).toEqual(['1,200', '€1,200.50']);
  expect(shareOf({ target: '200.00', reached: '50.00' })).toBe(0.25);
});
