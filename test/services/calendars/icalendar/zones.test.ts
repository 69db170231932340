import { expect, test } from 'vitest';
import { busyTexts, component, entry, iCalendar } from '../../../support/icalendars.ts';
import { berlinNoons, noons, observance, zone, zones } from '../corpus/zones.ts';

test.each(zones)('a zone %s', (_name, parts, expected) => {
  expect(busyTexts(iCalendar(...parts))).toEqual(expected);
});

const undescribed = 'The calendar uses a time zone that it does not describe.';
const unreadable = 'The calendar describes a time zone in a way that this server cannot read.';

test.each<[name: string, parts: string[], problem: string]>([
  ['that nobody knows', [noons('Middle Earth')], undescribed],
  ['of three letters that mean many zones', [noons('PST')], undescribed],
  ['with an endless name', [noons('a'.repeat(1000))], undescribed],
  ['without a change', [zone('Here'), noons('Here')], unreadable],
  ['without an offset', [zone('Here', component('STANDARD', 'DTSTART:19700101T000000')), noons('Here')], unreadable],
  [
    'with an offset of a day',
    [zone('Here', observance('STANDARD', '19700101T000000', '+2400', '+2400')), noons('Here')],
    unreadable,
  ],
  [
    'with a rule of nonsense',
    [zone('Here', observance('STANDARD', '19700101T000000', '+0100', '+0100', 'RRULE:FREQ=SOMETIMES')), noons('Here')],
    unreadable,
  ],
  [
    'with a date of nonsense',
    [zone('Here', observance('STANDARD', '19700101T000000', '+0100', '+0100', 'RDATE:soon')), noons('Here')],
    unreadable,
  ],
])('a zone %s makes the calendar unreadable', (_name, parts, problem) => {
  expect(() => busyTexts(iCalendar(...parts))).toThrow(
    expect.objectContaining({ name: 'CalendarProblem', message: problem }),
  );
});

test('a zone that is not understood does no harm where nothing takes time in it', () => {
  const free = entry('DTSTART;TZID=Middle Earth:20261005T080000', 'DURATION:PT1H', 'TRANSP:TRANSPARENT');
  expect(busyTexts(iCalendar(zone('Here'), free, noons('Europe/Berlin')))).toEqual(berlinNoons);
});
