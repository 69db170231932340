import fc from 'fast-check';
import { expect, test } from 'vitest';
import { occurrences, parseRule, type RecurrenceRule } from '#src/lib/icalendar/recurrence-rules.ts';
import { computing } from '../support/computing.ts';

const dayMs = 86_400_000;
const parsed = (text: string) => parseRule(text) as RecurrenceRule;

const listOf = (name: string, min: number, max: number) =>
  fc
    .uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 3 })
    .map((each) => `;${name}=${each.toSorted((one, other) => one - other)}`);
const weekdays = fc
  .subarray(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], { minLength: 1 })
  .map((each) => `;BYDAY=${each}`);
const weekStart = fc.constantFrom('MO', 'WE', 'SU').map((each) => `;WKST=${each}`);
const maybe = (part: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), part);
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((each) => each.join(''));
const interval = fc.integer({ min: 1, max: 9 }).map((each) => `;INTERVAL=${each}`);
const hours = listOf('BYHOUR', 0, 23);
const months = listOf('BYMONTH', 1, 12);

const rules = fc.oneof(
  joined(fc.constant('FREQ=WEEKLY'), interval, maybe(weekdays), weekStart, maybe(months)),
  joined(fc.constant('FREQ=DAILY'), interval, maybe(weekdays), maybe(hours), maybe(months)),
  joined(fc.constant('FREQ=DAILY'), interval, listOf('BYMONTHDAY', 1, 31), maybe(listOf('BYMINUTE', 0, 59))),
  joined(fc.constant('FREQ=HOURLY'), interval, maybe(hours), maybe(weekdays)),
  joined(fc.constant('FREQ=MINUTELY;INTERVAL=35'), hours, maybe(weekdays)),
  joined(fc.constant('FREQ=SECONDLY;INTERVAL=3700'), maybe(weekdays)),
);

test('a rule gives the same occurrences in a range as when it is followed from its start', () => {
  const start = fc
    .integer({ min: 0, max: 400 * 1440 })
    .map((minute) => Date.parse('2025-01-01T00:00Z') + minute * 60_000);
  let found = 0;
  const property = fc.property(rules, start, fc.integer({ min: 0, max: 120 * 1440 }), (text, begins, later) => {
    const rule = parsed(text);
    const from = begins + later * 60_000;
    const until = from + 20 * dayMs;
    const all = occurrences(rule, { start: begins, end: undefined, from: begins, until }) ?? [];
    const inRange = occurrences(rule, { start: begins, end: undefined, from, until }) ?? [];
    expect(inRange, text).toEqual(all.filter((each) => each >= from));
    found += inRange.length;
  });
  fc.assert(property, { numRuns: 300 });
  expect(found).toBeGreaterThan(1_000);
});

test('a rule that began centuries ago is followed at once, also where it repeats every second', () => {
  const from = Date.parse('2026-10-05T10:00Z');
  const range = { start: Date.parse('1601-01-01T10:00Z'), end: undefined, from, until: from + dayMs - 1 };
  const ms = computing(() => {
    expect(occurrences(parsed('FREQ=MINUTELY;BYHOUR=10'), range)).toHaveLength(60);
    expect(occurrences(parsed('FREQ=SECONDLY;BYHOUR=10;BYMINUTE=5'), range)).toHaveLength(60);
    expect(occurrences(parsed('FREQ=DAILY;INTERVAL=7'), range)).toEqual([from]);
    expect(occurrences(parsed('FREQ=WEEKLY'), range)).toEqual([from]);
  });
  expect(ms).toBeLessThan(2_500);
});
