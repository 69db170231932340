import { expect, test } from 'vitest';
import { changeText, isFew, minutesText, numberText, rateChangeText, rateText } from '#src/web/parts/numbers/texts.ts';

const rate = (numerator: number, denominator: number) => ({
  numerator,
  denominator,
  value: denominator === 0 ? null : numerator / denominator,
});

test.each([
  ['up', rate(80, 100), rate(77, 100), '+3 points from 77%'],
  ['down', rate(77, 100), rate(80, 100), '−3 points from 80%'],
  ['by one', rate(51, 100), rate(50, 100), '+1 point from 50%'],
  ['by less than is shown', rate(504, 1_000), rate(50, 100), 'unchanged from 50%'],
  // The difference is that of the percentages that are shown.
  ['by what is shown', rate(505, 1_000), rate(504, 1_000), '+1 point from 50%'],
  ['from nothing to count', rate(1, 2), rate(0, 0), undefined],
  ['to nothing to count', rate(0, 0), rate(1, 2), undefined],
])('a rate that goes %s says its change in points', (_, now, before, expected) => {
  expect(rateChangeText(now, before)).toBe(expected);
});

test('a number says its change, with a sign', () => {
  expect([changeText(1_290, 84), changeText(84, 1_290), changeText(3, 3)]).toEqual([
    '+1,206 from 84',
    '−1,206 from 1,290',
    'unchanged from 3',
  ]);
});

test('a rate without a denominator is a dash, others are whole percentages', () => {
  expect([rateText(rate(0, 0)), rateText(rate(0, 7)), rateText(rate(2, 3)), rateText(rate(3, 3))]).toEqual([
    '–',
    '0%',
    '67%',
    '100%',
  ]);
});

test('fewer than ten are few, ten are not, and none are nothing', () => {
  expect([0, 1, 9, 10, 11].filter((count) => isFew(rate(0, count)))).toEqual([1, 9]);
});

test.each([
  [0, '0 min'],
  [0.4, '0 min'],
  [89.4, '89 min'],
  [90, '2 h'],
  [149, '2 h'],
  [150, '3 h'],
  [23 * 60 + 29, '23 h'],
  [23 * 60 + 30, 'a day'],
  [36 * 60 - 1, 'a day'],
  [36 * 60, '2 days'],
  [1_000 * 24 * 60, '1,000 days'],
])('%d minutes are %s', (minutes, expected) => {
  expect(minutesText(minutes)).toBe(expected);
});

test('numbers are grouped by thousands', () => {
  expect(numberText(1_234_567)).toBe('1,234,567');
});
