import { expect, test } from 'vitest';
import { busyTexts, iCalendar } from '../../../support/icalendars.ts';
import { exceptions } from '../corpus/exceptions.ts';
import { rules } from '../corpus/rules.ts';

test.each(rules)('%s', (_name, entries, expected) => {
  expect(busyTexts(iCalendar(...entries))).toEqual(expected);
});

test.each(exceptions)('of a series: %s', (_name, entries, expected) => {
  expect(busyTexts(iCalendar(...entries))).toEqual(expected);
});
