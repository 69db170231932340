import { entry } from '../../../support/icalendars.ts';
import type { CorpusCase } from './case.ts';

// Berlin is at +02:00 until 2026-10-25T01:00Z and at +01:00 then, New York at -04:00 until 2026-11-01T06:00Z and at -05:00 then.

export const berlin = (name: string, time: string) => `${name};TZID=Europe/Berlin:${time}`;
export const newYork = (name: string, time: string) => `${name};TZID=America/New_York:${time}`;

/** An hour in Berlin from 9 o'clock on. */
export const atNine = (day: string, ...lines: string[]) =>
  entry(berlin('DTSTART', `${day}T090000`), berlin('DTEND', `${day}T100000`), ...lines);

export const rules: readonly CorpusCase[] = [
  [
    'COUNT, across the change of the clock',
    [atNine('20261019', 'RRULE:FREQ=WEEKLY;COUNT=3')],
    ['2026-10-19T07:00/08:00', '2026-10-26T08:00/09:00', '2026-11-02T08:00/09:00'],
  ],
  ['COUNT that began before the range', [atNine('20260921', 'RRULE:FREQ=WEEKLY;COUNT=3')], ['2026-10-05T07:00/08:00']],
  [
    'UNTIL in UTC at the start of the last one',
    [atNine('20261019', 'RRULE:FREQ=WEEKLY;UNTIL=20261102T080000Z')],
    ['2026-10-19T07:00/08:00', '2026-10-26T08:00/09:00', '2026-11-02T08:00/09:00'],
  ],
  [
    'UNTIL in UTC a second before the last one',
    [atNine('20261019', 'RRULE:FREQ=WEEKLY;UNTIL=20261102T075959Z')],
    ['2026-10-19T07:00/08:00', '2026-10-26T08:00/09:00'],
  ],
  [
    'UNTIL in UTC that is the next day in the zone',
    [
      entry(
        newYork('DTSTART', '20261005T220000'),
        newYork('DTEND', '20261005T230000'),
        'RRULE:FREQ=DAILY;UNTIL=20261008T020000Z',
      ),
    ],
    ['2026-10-06T02:00/03:00', '2026-10-07T02:00/03:00', '2026-10-08T02:00/03:00'],
  ],
  [
    'UNTIL as a date, which counts',
    [atNine('20261019', 'RRULE:FREQ=DAILY;UNTIL=20261021')],
    ['2026-10-19T07:00/08:00', '2026-10-20T07:00/08:00', '2026-10-21T07:00/08:00'],
  ],
  [
    'UNTIL without a zone, on the clock of the entry',
    [atNine('20261019', 'RRULE:FREQ=DAILY;UNTIL=20261020T090000')],
    ['2026-10-19T07:00/08:00', '2026-10-20T07:00/08:00'],
  ],
  ['UNTIL before the range', [atNine('20260907', 'RRULE:FREQ=DAILY;UNTIL=20260930T200000Z')], []],
  [
    'INTERVAL and BYDAY, with weeks from Sunday',
    [
      entry(
        berlin('DTSTART', '20261004T090000'),
        'DURATION:PT30M',
        'RRULE:FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,SA;COUNT=4',
      ),
    ],
    // Sunday the 4th and Saturday the 10th are one week.
    ['2026-10-04T07:00/07:30', '2026-10-10T07:00/07:30', '2026-10-18T07:00/07:30', '2026-10-24T07:00/07:30'],
  ],
  [
    'the same with weeks from Monday',
    [
      entry(
        berlin('DTSTART', '20261004T090000'),
        'DURATION:PT30M',
        'RRULE:FREQ=WEEKLY;INTERVAL=2;WKST=MO;BYDAY=SU,SA;COUNT=4',
      ),
    ],
    ['2026-10-04T07:00/07:30', '2026-10-17T07:00/07:30', '2026-10-18T07:00/07:30', '2026-10-31T08:00/08:30'],
  ],
  [
    'BYSETPOS: the last working day of the month',
    [
      entry(
        berlin('DTSTART', '20260930T170000'),
        'DURATION:PT1H',
        'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      ),
    ],
    ['2026-10-30T16:00/17:00', '2026-11-30T16:00/17:00', '2026-12-31T16:00/17:00'],
  ],
  [
    'BYDAY with a number: the second Tuesday',
    [entry(berlin('DTSTART', '20260113T120000'), 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY;BYDAY=+2TU')],
    ['2026-10-13T10:00/11:00', '2026-11-10T11:00/12:00', '2026-12-08T11:00/12:00'],
  ],
  [
    'BYMONTHDAY=31, which some months lack',
    [entry(berlin('DTSTART', '20260831T120000'), 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=31')],
    ['2026-10-31T11:00/12:00', '2026-12-31T11:00/12:00'],
  ],
  [
    'BYMONTHDAY=-1',
    [entry(berlin('DTSTART', '20260831T120000'), 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1')],
    ['2026-10-31T11:00/12:00', '2026-11-30T11:00/12:00', '2026-12-31T11:00/12:00'],
  ],
  [
    'YEARLY in a month and on a weekday: the fourth Thursday of November',
    [entry('DTSTART;VALUE=DATE:20101125', 'DTEND;VALUE=DATE:20101126', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH')],
    ['2026-11-25T23:00/2026-11-26T23:00'],
  ],
  [
    'BYWEEKNO and BYYEARDAY',
    [
      entry('UID:1', 'DTSTART:20260105T080000Z', 'DURATION:PT1H', 'RRULE:FREQ=YEARLY;BYWEEKNO=41;BYDAY=WE'),
      entry('UID:2', 'DTSTART:20260101T080000Z', 'DURATION:PT1H', 'RRULE:FREQ=YEARLY;BYYEARDAY=-1'),
    ],
    ['2026-10-07T08:00/09:00', '2026-12-31T08:00/09:00'],
  ],
  [
    'BYHOUR and BYMINUTE',
    [entry('DTSTART:20261005T080000Z', 'DURATION:PT10M', 'RRULE:FREQ=DAILY;BYHOUR=8,14;BYMINUTE=0,30;COUNT=5')],
    [
      ...['2026-10-05T08:00/08:10', '2026-10-05T08:30/08:40', '2026-10-05T14:00/14:10', '2026-10-05T14:30/14:40'],
      '2026-10-06T08:00/08:10',
    ],
  ],
  [
    'BYHOUR and BYMINUTE in any order, ended by COUNT',
    [entry('DTSTART:20261005T080000Z', 'DURATION:PT10M', 'RRULE:FREQ=DAILY;BYHOUR=14,8;BYMINUTE=30,0;COUNT=5')],
    [
      ...['2026-10-05T08:00/08:10', '2026-10-05T08:30/08:40', '2026-10-05T14:00/14:10', '2026-10-05T14:30/14:40'],
      '2026-10-06T08:00/08:10',
    ],
  ],
  [
    'BYHOUR of whole days, which is ignored',
    [entry('DTSTART;VALUE=DATE:20261005', 'RRULE:FREQ=WEEKLY;BYHOUR=7,9;BYMINUTE=15;COUNT=2')],
    ['2026-10-04T22:00/2026-10-05T22:00', '2026-10-11T22:00/2026-10-12T22:00'],
  ],
  [
    'a leap day',
    [
      entry('UID:1', 'DTSTART;VALUE=DATE:20240229', 'RRULE:FREQ=YEARLY'),
      entry('UID:2', 'DTSTART;VALUE=DATE:20241224', 'RRULE:FREQ=YEARLY'),
    ],
    ['2026-12-23T23:00/2026-12-24T23:00'],
  ],
  [
    'a start that the rule does not give counts as well',
    [entry('DTSTART:20261005T080000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20261013T235959Z')],
    ['2026-10-05T08:00/09:00', '2026-10-06T08:00/09:00', '2026-10-13T08:00/09:00'],
  ],
  [
    'two rules',
    [entry('DTSTART:20261005T080000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=2', 'RRULE:FREQ=DAILY;COUNT=2')],
    ['2026-10-05T08:00/09:00', '2026-10-06T08:00/09:00', '2026-10-12T08:00/09:00'],
  ],
  [
    'DTEND is an exact length, across the change of the clock',
    [entry(berlin('DTSTART', '20261023T220000'), berlin('DTEND', '20261024T060000'), 'RRULE:FREQ=DAILY;COUNT=3')],
    ['2026-10-23T20:00/2026-10-24T04:00', '2026-10-24T20:00/2026-10-25T04:00', '2026-10-25T21:00/2026-10-26T05:00'],
  ],
  [
    'DURATION in days is as long as the clock makes them',
    [entry(berlin('DTSTART', '20261024T120000'), 'DURATION:P1DT1H')],
    ['2026-10-24T10:00/2026-10-25T12:00'],
  ],
  [
    'a time that the clock shows twice is the first, one that it skips counts as before the gap',
    [
      entry('UID:1', berlin('DTSTART', '20261024T023000'), 'DURATION:PT15M', 'RRULE:FREQ=DAILY;COUNT=3'),
      // Sydney goes from 02:00 to 03:00 at 2026-10-03T16:00Z.
      entry('UID:2', 'DTSTART;TZID=Australia/Sydney:20261003T023000', 'DURATION:PT15M', 'RRULE:FREQ=DAILY;COUNT=3'),
    ],
    [
      ...['2026-10-02T16:30/16:45', '2026-10-03T16:30/16:45', '2026-10-04T15:30/15:45'],
      ...['2026-10-24T00:30/00:45', '2026-10-25T00:30/00:45', '2026-10-26T01:30/01:45'],
    ],
  ],
  [
    'RDATE with and without a period',
    [
      entry(
        'DTSTART:20261005T080000Z',
        'DURATION:PT1H',
        'RDATE:20261007T080000Z,20261008T080000Z',
        'RDATE;VALUE=PERIOD:20261010T100000Z/20261010T103000Z,20261011T100000Z/PT2H',
      ),
    ],
    [
      ...['2026-10-05T08:00/09:00', '2026-10-07T08:00/09:00', '2026-10-08T08:00/09:00'],
      ...['2026-10-10T10:00/10:30', '2026-10-11T10:00/12:00'],
    ],
  ],
  [
    'RDATE of whole days, and in a zone',
    [
      entry('UID:1', 'DTSTART;VALUE=DATE:20261005', 'RDATE;VALUE=DATE:20261026'),
      entry('UID:2', 'DTSTART:20261101T080000Z', 'DURATION:PT1H', newYork('RDATE', '20261102T090000')),
    ],
    [
      ...['2026-10-04T22:00/2026-10-05T22:00', '2026-10-25T23:00/2026-10-26T23:00'],
      ...['2026-11-01T08:00/09:00', '2026-11-02T14:00/15:00'],
    ],
  ],
];
