import { entry } from '../../../support/icalendars.ts';
import type { CorpusCase } from './case.ts';
import { atNine, berlin, newYork } from './rules.ts';

/** Mondays of October and November at 9 in Berlin. */
const weekly = (...lines: string[]) => atNine('20261005', 'RRULE:FREQ=WEEKLY;UNTIL=20261109T230000Z', ...lines);
const mondays = [
  ...['2026-10-05T07:00/08:00', '2026-10-12T07:00/08:00', '2026-10-19T07:00/08:00'],
  ...['2026-10-26T08:00/09:00', '2026-11-02T08:00/09:00', '2026-11-09T08:00/09:00'],
];
const without = (...left: number[]) => mondays.filter((_, index) => !left.includes(index));

export const exceptions: readonly CorpusCase[] = [
  ['EXDATE in the zone', [weekly(berlin('EXDATE', '20261012T090000,20261026T090000'))], without(1, 3)],
  ['EXDATE in UTC', [weekly('EXDATE:20261012T070000Z', 'EXDATE:20261026T080000Z')], without(1, 3)],
  ['EXDATE in another zone', [weekly(newYork('EXDATE', '20261026T040000'))], without(3)],
  ['EXDATE without a zone', [weekly('EXDATE:20261026T090000')], without(3)],
  ['EXDATE as a day', [weekly('EXDATE;VALUE=DATE:20261026')], without(3)],
  ['EXDATE at a time without an occurrence', [weekly('EXDATE:20261026T070000Z')], mondays],
  ['EXDATE that cannot be read takes nothing out', [weekly('EXDATE:soon', 'EXDATE:20261399T000000Z')], mondays],
  ['EXDATE of the first', [weekly('EXDATE:20261005T070000Z')], without(0)],
  [
    'EXDATE of whole days, as a date and as a time',
    [
      entry(
        'DTSTART;VALUE=DATE:20261005',
        'RRULE:FREQ=DAILY;COUNT=3',
        'EXDATE;VALUE=DATE:20261006',
        'EXDATE:20261007T000000',
      ),
    ],
    ['2026-10-04T22:00/2026-10-05T22:00'],
  ],
  [
    'one moved to another day',
    [
      weekly(),
      entry(berlin('RECURRENCE-ID', '20261012T090000'), berlin('DTSTART', '20261013T150000'), 'DURATION:PT30M'),
    ],
    [mondays[0] as string, '2026-10-13T13:00/13:30', ...without(0, 1)],
  ],
  [
    'one moved, named in UTC and written before its series',
    [entry('RECURRENCE-ID:20261026T080000Z', 'DTSTART:20261027T080000Z', 'DURATION:PT30M'), weekly()],
    [...without(3, 4, 5), '2026-10-27T08:00/08:30', ...without(0, 1, 2, 3)],
  ],
  [
    'one moved into the range, and one out of it',
    [
      atNine('20260921', 'RRULE:FREQ=WEEKLY;COUNT=3'),
      entry(berlin('RECURRENCE-ID', '20260921T090000'), berlin('DTSTART', '20261002T090000'), 'DURATION:PT1H'),
      entry(berlin('RECURRENCE-ID', '20261005T090000'), berlin('DTSTART', '20260902T090000'), 'DURATION:PT1H'),
    ],
    ['2026-10-02T07:00/08:00'],
  ],
  [
    'one cancelled, one declared free',
    [
      weekly(),
      entry(berlin('RECURRENCE-ID', '20261012T090000'), berlin('DTSTART', '20261012T090000'), 'STATUS:CANCELLED'),
      entry(
        berlin('RECURRENCE-ID', '20261019T090000'),
        berlin('DTSTART', '20261019T090000'),
        'DURATION:PT1H',
        'TRANSP:TRANSPARENT',
      ),
    ],
    without(1, 2),
  ],
  [
    'one that takes time of a series that takes none',
    [
      weekly('TRANSP:TRANSPARENT'),
      entry(berlin('RECURRENCE-ID', '20261012T090000'), berlin('DTSTART', '20261012T110000'), 'DURATION:PT1H'),
    ],
    ['2026-10-12T09:00/10:00'],
  ],
  [
    'one that replaces nothing',
    [
      weekly(),
      entry(berlin('RECURRENCE-ID', '20261013T090000'), berlin('DTSTART', '20261013T090000'), 'DURATION:PT1H'),
    ],
    [mondays[0] as string, mondays[1] as string, '2026-10-13T07:00/08:00', ...without(0, 1)],
  ],
  [
    'one alone, as an invitation to one of a series is',
    [entry(berlin('RECURRENCE-ID', '20261013T090000'), berlin('DTSTART', '20261013T090000'), 'DURATION:PT1H')],
    ['2026-10-13T07:00/08:00'],
  ],
  [
    'one whose RECURRENCE-ID cannot be read: the series stays as it is',
    [weekly(), entry('RECURRENCE-ID:someday', berlin('DTSTART', '20261013T090000'), 'DURATION:PT1H')],
    [mondays[0] as string, mondays[1] as string, '2026-10-13T07:00/08:00', ...without(0, 1)],
  ],
  [
    'those of another series are not replaced',
    [
      weekly('UID:one'),
      entry(
        'UID:other',
        berlin('RECURRENCE-ID', '20261012T090000'),
        berlin('DTSTART', '20261013T090000'),
        'STATUS:CANCELLED',
      ),
    ],
    mondays,
  ],
  [
    'all from one on, later and longer',
    [
      weekly(),
      entry(
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261026T090000',
        berlin('DTSTART', '20261027T100000'),
        'DURATION:PT2H',
      ),
    ],
    [...without(3, 4, 5), '2026-10-27T09:00/11:00', '2026-11-03T09:00/11:00', '2026-11-10T09:00/11:00'],
  ],
  [
    'all from one on, but for another moved one',
    [
      weekly(),
      entry(
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261026T090000',
        berlin('DTSTART', '20261026T120000'),
        'DURATION:PT1H',
      ),
      entry(berlin('RECURRENCE-ID', '20261102T090000'), berlin('DTSTART', '20261104T090000'), 'DURATION:PT1H'),
    ],
    [...without(3, 4, 5), '2026-10-26T11:00/12:00', '2026-11-04T08:00/09:00', '2026-11-09T11:00/12:00'],
  ],
  [
    'all from one on, and all from another one on that is written first',
    [
      weekly(),
      entry(
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261102T090000',
        berlin('DTSTART', '20261102T120000'),
        'DURATION:PT1H',
      ),
      entry(
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261019T090000',
        berlin('DTSTART', '20261019T100000'),
        'DURATION:PT1H',
      ),
    ],
    [
      ...without(2, 3, 4, 5),
      ...['2026-10-19T08:00/09:00', '2026-10-26T09:00/10:00', '2026-11-02T11:00/12:00', '2026-11-09T11:00/12:00'],
    ],
  ],
  [
    'all from one on cancelled',
    [
      weekly(),
      entry(
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261026T090000',
        berlin('DTSTART', '20261026T090000'),
        'STATUS:CANCELLED',
      ),
    ],
    without(3, 4, 5),
  ],
  [
    'whole days: one moved, one taken out by a time',
    [
      entry('DTSTART;VALUE=DATE:20261005', 'RRULE:FREQ=DAILY;COUNT=3'),
      entry('RECURRENCE-ID;VALUE=DATE:20261006', 'DTSTART;VALUE=DATE:20261020'),
      entry('RECURRENCE-ID:20261007T000000', 'DTSTART;VALUE=DATE:20261007', 'STATUS:CANCELLED'),
    ],
    ['2026-10-04T22:00/2026-10-05T22:00', '2026-10-19T22:00/2026-10-20T22:00'],
  ],
];
