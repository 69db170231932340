import { component, entry } from '../../../support/icalendars.ts';
import type { CorpusCase } from './case.ts';
import { hour, taken } from './entries.ts';

// Entries of which something cannot be read, in October to December 2026: where they can lie is busy, and nothing else.

const custom = ';TZID=Customized Time Zone:';
const rule = (text: string, ...lines: string[]) => entry(...hour, `RRULE:${text}`, ...lines);
const october = (day: number) => `2026-10-${String(day).padStart(2, '0')}`;
/** The hour of each of these days. */
const hours = (...days: number[]) => days.map((day) => `${october(day)}T08:00/09:00`);
const until = 'UNTIL=20261012T080000Z';
const everyDay = hours(5, 6, 7, 8, 9, 10, 11, 12);

export const doubts: readonly CorpusCase[] = [
  // The zone.
  [
    'in an unknown zone',
    [entry(`DTSTART${custom}20261208T150000`, `DTEND${custom}20261208T160000`)],
    ['2026-12-08T01:00/2026-12-09T04:00'],
  ],
  [
    'in an unknown zone, as long as it lasts',
    [entry(`DTSTART${custom}20261208T150000`, 'DURATION:P2D')],
    ['2026-12-08T01:00/2026-12-11T03:00'],
  ],
  ['in an unknown zone in 2019', [entry(`DTSTART${custom}20190426T140000`, `DTEND${custom}20190426T150000`)], []],
  ['in an unknown zone in 2035', [entry(`DTSTART${custom}20350426T140000`, 'DURATION:PT1H')], []],
  [
    'in an unknown zone that reaches into the range',
    [entry(`DTSTART${custom}20260930T120000`, 'DURATION:PT1H')],
    ['2026-09-29T22:00/2026-10-01T01:00'],
  ],
  ['in an unknown zone just before the range', [entry(`DTSTART${custom}20260930T110000`, 'DURATION:PT1H')], []],
  [
    'that ends in an unknown zone begins when it says',
    [entry('DTSTART:20261208T150000Z', `DTEND${custom}20261208T160000`)],
    ['2026-12-08T15:00/2026-12-09T04:00'],
  ],
  [
    'that begins in an unknown zone ends when it says',
    [entry(`DTSTART${custom}20261208T150000`, 'DTEND:20261208T180000Z')],
    ['2026-12-08T01:00/18:00'],
  ],
  [
    'in an unknown zone that repeats, without an exception in the same zone',
    [
      entry(
        `DTSTART${custom}20261208T150000`,
        ...['DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=3', `EXDATE${custom}20261215T150000`],
      ),
    ],
    ['2026-12-08T01:00/2026-12-09T04:00', '2026-12-22T01:00/2026-12-23T04:00'],
  ],
  [
    'whose exception is in an unknown zone stays',
    [rule('FREQ=DAILY;COUNT=2', `EXDATE${custom}20261006T080000`)],
    hours(5, 6),
  ],
  [
    'with one date in an unknown zone',
    [entry(...hour, `RDATE${custom}20261208T080000`)],
    [...taken, '2026-12-07T18:00/2026-12-08T21:00'],
  ],
  [
    'that is moved to an unknown zone leaves its place',
    [
      rule('FREQ=DAILY;COUNT=2'),
      entry('RECURRENCE-ID:20261006T080000Z', `DTSTART${custom}20261208T150000`, 'DURATION:PT1H'),
    ],
    [...taken, '2026-12-08T01:00/2026-12-09T04:00'],
  ],
  [
    'that is moved to an unknown zone from one on stays there too, but for the one that is named',
    [
      rule('FREQ=WEEKLY;COUNT=3'),
      entry('RECURRENCE-ID;RANGE=THISANDFUTURE:20261012T080000Z', `DTSTART${custom}20261020T150000`, 'DURATION:PT1H'),
    ],
    [...hours(5, 19), '2026-10-20T01:00/2026-10-21T04:00', '2026-10-27T01:00/2026-10-28T04:00'],
  ],
  [
    'that is moved from a zone to an unknown one, by as much as its clock says',
    [
      entry('DTSTART;TZID=America/Los_Angeles:20261005T080000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=3'),
      entry('RECURRENCE-ID;RANGE=THISANDFUTURE:20261012T150000Z', `DTSTART${custom}20261012T150000`, 'DURATION:PT1H'),
    ],
    ['2026-10-05T15:00/16:00', '2026-10-12T01:00/2026-10-13T04:00', ...['2026-10-19T01:00/2026-10-20T04:00']],
  ],
  [
    'whose occurrence in an unknown zone is not the one that a higher SEQUENCE replaces',
    [
      rule('FREQ=DAILY;COUNT=2'),
      entry(`RECURRENCE-ID${custom}20261006T080000`, 'DTSTART:20261106T080000Z', 'DURATION:PT1H'),
      entry('RECURRENCE-ID:20261006T080000Z', 'DTSTART:20261206T080000Z', 'DURATION:PT1H', 'SEQUENCE:2'),
    ],
    [...taken, '2026-11-06T08:00/09:00', '2026-12-06T08:00/09:00'],
  ],
  // The end.
  ['whose end is no time', [entry('DTSTART:20261005T080000Z', 'DTEND:later')], ['2026-10-05T08:00/20:00']],
  ['whose length is none', [entry('DTSTART:20261005T080000Z', 'DURATION:an hour')], ['2026-10-05T08:00/20:00']],
  [
    'whose end is no time, beside a length',
    [entry('DTSTART:20261005T080000Z', 'DTEND:later', 'DURATION:P3D')],
    ['2026-10-05T08:00/2026-10-08T20:00'],
  ],
  ['whose length is empty', [entry('DTSTART:20261005T080000Z', 'DURATION:PT')], ['2026-10-05T08:00/20:00']],
  [
    'of a whole day whose end is no date',
    [entry('DTSTART:20261005', 'DTEND:later')],
    ['2026-10-04T22:00/2026-10-06T10:00'],
  ],
  ['of 2019 whose end is no time', [entry('DTSTART:20190105T080000Z', 'DTEND:later')], []],
  // The rule.
  ['with an empty rule', [rule('')], taken],
  ['every day with INTERVAL=0', [rule(`FREQ=DAILY;INTERVAL=0;${until}`)], everyDay],
  ['every week with INTERVAL=0', [rule(`FREQ=WEEKLY;INTERVAL=0;${until}`)], hours(5, 12)],
  ['every day with INTERVAL=1.5', [rule(`FREQ=DAILY;INTERVAL=1.5;${until}`)], everyDay],
  ['with COUNT=0 until a day', [rule(`FREQ=WEEKLY;COUNT=0;${until}`)], hours(5, 12)],
  [
    'with COUNT=0 that ended before the range',
    [
      entry(
        ...['DTSTART;VALUE=DATE:20230429', 'DTEND;VALUE=DATE:20230430'],
        'RRULE:FREQ=YEARLY;COUNT=0;UNTIL=20230427T220000Z;BYMONTH=4;BYDAY=4SA',
      ),
    ],
    [],
  ],
  [
    'with an UNTIL that cannot be read',
    [rule('FREQ=MONTHLY;UNTIL=soon')],
    [...taken, '2026-11-05T08:00/09:00', '2026-12-05T08:00/09:00'],
  ],
  [
    'every week on the first Monday, which weeks have not',
    [rule(`FREQ=WEEKLY;BYDAY=1MO,1WE;${until}`)],
    hours(5, 7, 12),
  ],
  ['every other week on the second Monday', [rule(`FREQ=WEEKLY;INTERVAL=2;BYDAY=2MO;${until}`)], hours(5, 12)],
  ['every day on the first Monday', [rule(`FREQ=DAILY;BYDAY=1MO;${until}`)], hours(5, 12)],
  ...[
    ...['COUNT=3', 'FREQ=FORTNIGHTLY', 'FREQ=DAILY;BYEASTER=1', 'FREQ=WEEKLY;BYDAY=XX', 'FREQ=WEEKLY;BYDAY='],
    ...['FREQ=MONTHLY;BYDAY=0MO', 'FREQ=MONTHLY;BYMONTHDAY=32', 'FREQ=MONTHLY;BYSETPOS=0;BYDAY=MO'],
    ...['FREQ=MONTHLY;BYWEEKNO=3', 'FREQ=DAILY;BYYEARDAY=3', 'FREQ=WEEKLY;BYMONTHDAY=3', 'FREQ=YEARLY;BYMONTH=13'],
    ...['FREQ=DAILY;WKST=XX', 'FREQ=YEARLY;RSCALE=CHINESE', 'FREQ=MONTHLY;RSCALE=GREGORIAN;SKIP=FORWARD', 'nonsense'],
  ].map((text): CorpusCase => [`that repeats by ${text}`, [rule(`${text};${until}`)], everyDay]),
  [
    'that repeats by a rule of nonsense at two hours',
    [rule('FREQ=FORTNIGHTLY;BYHOUR=8,10;UNTIL=20261006T120000Z')],
    ['2026-10-05T08:00/09:00', '2026-10-05T10:00/11:00', '2026-10-06T08:00/09:00', '2026-10-06T10:00/11:00'],
  ],
  [
    'that repeats every hour by nonsense until days before the range',
    [entry('DTSTART:20190105T080000Z', 'DURATION:PT1H', 'RRULE:FREQ=HOURLY;INTERVAL=0;UNTIL=20260920T000000Z')],
    [],
  ],
  [
    'that repeats every hour by nonsense after the range',
    [entry('DTSTART:20350105T080000Z', 'DURATION:PT1H', 'RRULE:FREQ=HOURLY;INTERVAL=0')],
    [],
  ],
  [
    'on a day that never comes',
    [entry('DTSTART:20240229T080000Z', 'DURATION:PT1H', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30')],
    [],
  ],
  [
    'on a date that cannot be read, which may be any day',
    [entry('DTSTART:20261230T080000Z', 'DURATION:PT1H', 'RDATE:20261006T080000Z,soon')],
    ['2026-10-06T08:00/09:00', '2026-12-30T08:00/09:00', '2026-12-31T08:00/09:00'],
  ],
  [
    'on a date without a readable end',
    [entry(...hour, 'RDATE;VALUE=PERIOD:20261006T080000Z/soon')],
    [...taken, '2026-10-06T08:00/20:00'],
  ],
  [
    'of a VFREEBUSY without a readable end',
    [component('VFREEBUSY', 'FREEBUSY:20261005T080000Z/PT,20261006T080000Z/')],
    ['2026-10-05T08:00/20:00', '2026-10-06T08:00/20:00'],
  ],
  [
    'of so many times at an interval that cannot be read',
    [rule('FREQ=WEEKLY;INTERVAL=x;COUNT=2', 'RDATE:20261225T080000Z')].map((each) =>
      each.replace('FREQ=WEEKLY', 'FREQ=WEEKLY;UNTIL=20261026T080000Z'),
    ),
    [...hours(5, 12, 19, 26), '2026-12-25T08:00/09:00'],
  ],
  [
    'of whole days by hours that there are not, which whole days do not have',
    [entry('DTSTART:20261005', 'RRULE:FREQ=DAILY;COUNT=2;BYHOUR=25')],
    ['2026-10-04T22:00/2026-10-06T22:00'],
  ],
  [
    'every week on the second of some Mondays and Wednesdays, which weeks have not',
    [rule(`FREQ=WEEKLY;BYDAY=1MO,1WE;BYSETPOS=2;${until}`)],
    hours(5, 7, 12),
  ],
  // What leaves no doubt.
  ['with the signs of ISO 8601', [entry('DTSTART:2026-10-05T08:00:00.000Z', 'DTEND:2026-10-05T11:00:00+02:00')], taken],
  [
    'that a higher SEQUENCE replaces',
    [
      entry(...hour, 'SEQUENCE:2'),
      entry('DTSTART:20261007T080000Z', 'DURATION:PT1H', 'SEQUENCE:1'),
      entry('DTSTART:20261008T080000Z', 'DURATION:PT1H'),
    ],
    taken,
  ],
  ['that a higher SEQUENCE cancels', [entry(...hour), entry(...hour, 'SEQUENCE:1', 'STATUS:CANCELLED')], []],
  [
    'whose SEQUENCE cannot be read counts as well',
    [entry(...hour, 'SEQUENCE:2'), entry('DTSTART:20261007T080000Z', 'DURATION:PT1H', 'SEQUENCE:two')],
    hours(5, 7),
  ],
  [
    'that a higher SEQUENCE moves again',
    [
      rule('FREQ=DAILY;COUNT=2', 'SEQUENCE:5'),
      entry('RECURRENCE-ID:20261006T080000Z', 'DTSTART:20261020T080000Z', 'DURATION:PT1H', 'SEQUENCE:1'),
      entry('RECURRENCE-ID:20261006T080000Z', 'DTSTART:20261021T080000Z', 'DURATION:PT1H', 'SEQUENCE:2'),
    ],
    hours(5, 21),
  ],
  [
    'that changes from one on stays so where that one is moved once more',
    [
      rule('FREQ=WEEKLY;COUNT=3', 'SEQUENCE:1'),
      entry(
        'RECURRENCE-ID;RANGE=THISANDFUTURE:20261012T080000Z',
        'DTSTART:20261012T100000Z',
        'DURATION:PT1H',
        'SEQUENCE:1',
      ),
      entry('RECURRENCE-ID:20261012T080000Z', 'DTSTART:20261013T140000Z', 'DURATION:PT1H', 'SEQUENCE:2'),
    ],
    [...taken, '2026-10-12T10:00/11:00', '2026-10-13T14:00/15:00', '2026-10-19T10:00/11:00'],
  ],
  [
    'whose occurrence on the clock of the series is not one on that of the member',
    [
      entry('DTSTART;TZID=America/New_York:20261005T120000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3'),
      entry('RECURRENCE-ID:20261006T120000', 'DTSTART:20261106T080000Z', 'DURATION:PT1H'),
      entry('RECURRENCE-ID:20261006T100000Z', 'DTSTART:20261206T080000Z', 'DURATION:PT1H', 'SEQUENCE:2'),
    ],
    ['2026-10-05T16:00/17:00', '2026-10-07T16:00/17:00', '2026-11-06T08:00/09:00', '2026-12-06T08:00/09:00'],
  ],
  [
    'with a period on the clock of the series',
    [
      entry(
        ...['DTSTART;TZID=America/New_York:20261005T080000', 'DURATION:PT1H'],
        'RDATE;VALUE=PERIOD:20261007T080000/PT2H',
      ),
    ],
    ['2026-10-05T12:00/13:00', '2026-10-07T12:00/14:00'],
  ],
  [
    'of whole days, without the one that begins at an instant',
    [entry('DTSTART:20261005', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20261005T220000Z')],
    ['2026-10-04T22:00/2026-10-05T22:00', '2026-10-06T22:00/2026-10-07T22:00'],
  ],
  [
    'that changes from a day on, as what begins on that day',
    [
      rule('FREQ=WEEKLY;COUNT=3'),
      entry('RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20261012', 'DTSTART:20261012T100000Z', 'DURATION:PT1H'),
    ],
    [...taken, '2026-10-12T10:00/11:00', '2026-10-19T10:00/11:00'],
  ],
  ['on a day of a list, which is at its time of day', [entry(...hour, 'RDATE;VALUE=DATE:20261007')], hours(5, 7)],
];
