import { expect, test } from 'vitest';
import { busyTexts, component, entry, iCalendar } from '../../../support/icalendars.ts';
import { berlinNoons, noons, observance, zone, zones } from '../corpus/zones.ts';

test.each(zones)('a zone %s', (_name, parts, expected) => {
  expect(busyTexts(iCalendar(...parts))).toEqual(expected);
});

/** Each of the noons of `noons`, from 14 hours before it to 12 hours after. */
const anywhere = ['2026-10-23T22:00/2026-10-26T01:00'];

test.each<[name: string, parts: string[]]>([
  ['that nobody knows', [noons('Middle Earth')]],
  ['of three letters that mean many zones', [noons('PST')]],
  ['of hours east or west, which nobody can tell', [noons('GMT+2')]],
  ['of an offset that no clock has', [noons('"+25:00"')]],
  ['that Exchange does not describe', [noons('"tzone://Microsoft/Custom"')]],
  ['with an endless name', [noons('a'.repeat(1000))]],
  ['without a change', [zone('Here'), noons('Here')]],
  [
    'of two definitions',
    [
      zone('Here', observance('STANDARD', '19700101T000000', '+0100', '+0100')),
      zone('Here', observance('STANDARD', '19700101T000000', '+0900', '+0900')),
      noons('Here'),
    ],
  ],
  ['without an offset', [zone('Here', component('STANDARD', 'DTSTART:19700101T000000')), noons('Here')]],
  [
    'with an offset of a day',
    [zone('Here', observance('STANDARD', '19700101T000000', '+2400', '+2400')), noons('Here')],
  ],
  [
    'with a rule of nonsense',
    [zone('Here', observance('STANDARD', '19700101T000000', '+0100', '+0100', 'RRULE:FREQ=SOMETIMES')), noons('Here')],
  ],
  [
    'with a date of nonsense',
    [zone('Here', observance('STANDARD', '19700101T000000', '+0100', '+0100', 'RDATE:soon')), noons('Here')],
  ],
])('a zone %s leaves its entries where they can lie, and all others', (_name, parts) => {
  const other = entry('UID:other', 'DTSTART;TZID=Europe/Berlin:20261120T090000', 'DURATION:PT1H');
  expect(busyTexts(iCalendar(...parts, other))).toEqual([...anywhere, '2026-11-20T08:00/09:00']);
});

test.each([
  'UTC',
  'utc',
  '"tzone://Microsoft/Utc"',
  'Etc/UTC',
  'Coordinated Universal Time',
  '"+00:00"',
  '"UTC+00:00"',
])('a zone %s means UTC', (name) => {
  expect(busyTexts(iCalendar(noons(name)))).toEqual(['2026-10-24T12:00/13:00', '2026-10-25T12:00/13:00']);
});

test('an offset as the name of a zone is that offset', () => {
  const expected = ['2026-10-24T06:30/07:30', '2026-10-25T06:30/07:30'];
  for (const name of ['"+05:30"', '"UTC+05:30"', 'GMT+0530']) {
    expect(busyTexts(iCalendar(noons(name)))).toEqual(expected);
  }
});

test("a calendar's own definition counts, and where the database differs both hours are taken", () => {
  const fixed = (name: string) => observance(name, '16010101T000000', '-0700', '-0700');
  const mountain = zone('Mountain Standard Time', fixed('STANDARD'), fixed('DAYLIGHT'));
  const at = (day: string) => {
    const zoned = (time: string) => `;TZID=Mountain Standard Time:${day}T${time}`;
    return entry(`UID:${day}`, `DTSTART${zoned('090000')}`, `DTEND${zoned('100000')}`);
  };
  const range = { from: Date.parse('2027-01-01T00:00Z'), until: Date.parse('2027-12-31T00:00Z') };
  expect(busyTexts(iCalendar(mountain, at('20270108'), at('20270608')), { range })).toEqual([
    '2027-01-08T16:00/17:00',
    // 16:00 to 17:00 by the calendar, and an hour earlier in the summer of Denver.
    '2027-06-08T15:00/17:00',
  ]);
});

test('it counts for the names of countries too, and where the clocks differ before the range alone', () => {
  const fixed = (name: string, offset: string) => zone(name, observance('STANDARD', '19700101T000000', offset, offset));
  const noon = 'DTSTART;TZID=Japan:20261207T120000';
  expect(busyTexts(iCalendar(fixed('Japan', '+0500'), entry(noon, 'DURATION:PT1H')))).toEqual([
    '2026-12-07T03:00/04:00',
    '2026-12-07T07:00/08:00',
  ]);
  // In the summer of Berlin, from which the time on its clock is taken.
  const series = [
    entry('DTSTART;TZID=Europe/Berlin:20260601T080000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY'),
    entry(
      ...['RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260706T080000', 'DTSTART:20260706T080000Z'],
      'DURATION:PT1H',
    ),
  ];
  const range = { from: Date.parse('2026-12-05T00:00Z'), until: Date.parse('2026-12-11T00:00Z') };
  expect(busyTexts(iCalendar(fixed('Europe/Berlin', '+0100'), ...series), { range })).toEqual([
    '2026-12-07T08:00/10:00',
  ]);
});

test('a zone that is not understood does no harm where nothing takes time in it', () => {
  const free = entry('DTSTART;TZID=Middle Earth:20261005T080000', 'DURATION:PT1H', 'TRANSP:TRANSPARENT');
  expect(busyTexts(iCalendar(zone('Here'), free, noons('Europe/Berlin')))).toEqual(berlinNoons);
});
