import { component, entry } from '../../../support/icalendars.ts';
import type { CorpusCase } from './case.ts';

export const zone = (id: string, ...parts: string[]) => component('VTIMEZONE', `TZID:${id}`, ...parts);
export const observance = (name: string, start: string, from: string, to: string, ...lines: string[]) =>
  component(name, `DTSTART:${start}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, ...lines);

/** As Outlook writes it. */
const europe = [
  observance('STANDARD', '16010101T030000', '+0200', '+0100', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10'),
  observance('DAYLIGHT', '16010101T020000', '+0100', '+0200', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3'),
];

/** Days before and after Europe's change of the clock, at noon. */
export const noons = (id: string) =>
  entry(`DTSTART;TZID=${id}:20261024T120000`, `DTEND;TZID=${id}:20261024T130000`, 'RRULE:FREQ=DAILY;COUNT=2');
export const berlinNoons = ['2026-10-24T10:00/11:00', '2026-10-25T11:00/12:00'];

export const zones: readonly CorpusCase[] = [
  ['of the zone database without a VTIMEZONE', [noons('Europe/Berlin')], berlinNoons],
  ['in quotes', [noons('"Europe/Berlin"')], berlinNoons],
  ['at the end of a path', [noons('/freeassociation.sourceforge.net/Europe/Berlin')], berlinNoons],
  [
    'of three parts at the end of a path',
    [noons('/mozilla.org/20050126_1/America/Argentina/Salta')],
    ['2026-10-24T15:00/16:00', '2026-10-25T15:00/16:00'],
  ],
  ['of Windows', [noons('W. Europe Standard Time')], berlinNoons],
  [
    'of Windows with another change of the clock',
    [noons('Eastern Standard Time')],
    ['2026-10-24T16:00/17:00', '2026-10-25T16:00/17:00'],
  ],
  [
    'that the calendar describes',
    [zone('Customized Time Zone', ...europe), noons('Customized Time Zone')],
    berlinNoons,
  ],
  ['that the calendar describes after its entries', [noons('My zone'), zone('My zone', ...europe)], berlinNoons],
  [
    'with a colon and a comma in its name',
    [zone('(UTC+01:00) Amsterdam, Bern', ...europe), noons('"(UTC+01:00) Amsterdam, Bern"')],
    berlinNoons,
  ],
  [
    'with a comma in its name, which the calendar escapes',
    [zone('(UTC+01:00) Amsterdam\\, Bern', ...europe), noons('"(UTC+01:00) Amsterdam, Bern"')],
    berlinNoons,
  ],
  [
    'that the calendar says the place of',
    [component('VTIMEZONE', 'TZID:Zone 1', 'X-LIC-LOCATION:Europe/Berlin'), noons('Zone 1')],
    berlinNoons,
  ],
  [
    'that the database has otherwise, which is at both hours',
    [zone('Europe/Berlin', observance('STANDARD', '19700101T000000', '+0900', '+0900')), noons('Europe/Berlin')],
    ['2026-10-24T03:00/04:00', '2026-10-24T10:00/11:00', '2026-10-25T03:00/04:00', '2026-10-25T11:00/12:00'],
  ],
  ['of letters, which means what the calendar says', [zone('EST', ...europe), noons('EST')], berlinNoons],
  ['UTC', [noons('UTC')], ['2026-10-24T12:00/13:00', '2026-10-25T12:00/13:00']],
  [
    'that changes on dates of a list, and ends its rule',
    [
      zone(
        'Here',
        observance('STANDARD', '20200101T000000', '+0300', '+0300', 'RRULE:FREQ=YEARLY;UNTIL=20231231T210000Z'),
        observance('DAYLIGHT', '20240601T000000', '+0300', '+0430', 'RDATE:20250601T000000,20261025T000000'),
        observance('STANDARD', '20241001T000000', '+0430', '+0300', 'RDATE;VALUE=DATE-TIME:20251001T000000'),
      ),
      noons('Here'),
    ],
    ['2026-10-24T09:00/10:00', '2026-10-25T07:30/08:30'],
  ],
  [
    'whose seconds count',
    [zone('Old', observance('STANDARD', '19000101T000000', '+001230', '+001230')), noons('Old')],
    ['2026-10-24T11:47:30.000Z/12:47:30.000Z', '2026-10-25T11:47:30.000Z/12:47:30.000Z'],
  ],
];
