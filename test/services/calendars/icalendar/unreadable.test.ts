import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { autumn, busyTexts, component, entry, iCalendar, readHere } from '../../../support/icalendars.ts';

const noCalendar = 'The response is not a calendar in iCalendar format.';
const whole = iCalendar(entry('DTSTART:20261005T080000Z', 'DURATION:PT1H'));

test.each<[name: string, text: string, problem: string]>([
  ['nothing', '', noCalendar],
  ['white space', ' \r\n\r\n', noCalendar],
  ['a web page', '<!doctype html>\n<title>Sign in</title>', noCalendar],
  ['an entry without a calendar', entry('DTSTART:20261005T080000Z'), noCalendar],
  ['words before the calendar', `Warning: deprecated\r\n${whole}`, noCalendar],
  ['a calendar that is cut off', whole.slice(0, 60), 'The calendar is incomplete: its end is missing.'],
  [
    'a calendar that is cut off between entries',
    whole.replace(/END:VCALENDAR\r\n$/, ''),
    'The calendar is incomplete: its end is missing.',
  ],
  [
    'ends in the wrong order',
    'BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\nEND:VEVENT\n',
    'A component of the calendar ends before its inner component.',
  ],
  [
    'nested too deeply',
    `BEGIN:VCALENDAR\n${'BEGIN:X\n'.repeat(8)}`,
    'The components of the calendar are nested too deeply.',
  ],
])('%s is no calendar', (_name, text, problem) => {
  expect(() => busyTexts(text)).toThrow(expect.objectContaining({ name: 'CalendarProblem', message: problem }));
});

const noStart = 'An entry of the calendar has no start that this server can read.';
const of5th = (problem: string) => `An entry of the calendar on 2026-10-05 ${problem}.`;
const badRule = of5th('repeats by a rule that this server cannot read');

test.each<[lines: string[], problem: string]>([
  [['DURATION:PT1H'], noStart],
  [['DTSTART:tomorrow', 'DURATION:PT1H'], noStart],
  [['DTSTART:20260230T080000Z', 'DURATION:PT1H'], noStart],
  [['DTSTART:20261305T080000Z', 'DURATION:PT1H'], noStart],
  [['DTSTART:20261005T250000Z', 'DURATION:PT1H'], noStart],
  [
    ['DTSTART:19900101T080000Z', 'DURATION:P9999D', 'RRULE:FREQ=NEVER'],
    'An entry of the calendar on 1990-01-01 repeats by a rule that this server cannot read.',
  ],
  // Rules of hours, of which nothing is known but that they repeat.
  ...[
    'FREQ=HOURLY;INTERVAL=0',
    'FREQ=MINUTELY;BYDAY=XX',
    'FREQ=DAILY;BYHOUR=24',
    'FREQ=SECONDLY;UNTIL=20261006T080000Z;A=B',
  ].map((rule): [string[], string] => [['DTSTART:20261005T080000Z', 'DURATION:PT1H', `RRULE:${rule}`], badRule]),
])('an entry of %j makes the calendar unreadable', (lines, problem) => {
  const calendar = iCalendar(entry('UID:good', 'DTSTART:20261006T080000Z', 'DURATION:PT1H'), entry(...lines));
  expect(() => busyTexts(calendar)).toThrow(expect.objectContaining({ name: 'CalendarProblem', message: problem }));
  const free = iCalendar(entry(...lines, 'TRANSP:TRANSPARENT'));
  expect(busyTexts(free)).toEqual([]);
});

test('a busy time of a VFREEBUSY whose start cannot be read makes the calendar unreadable', () => {
  for (const value of ['soon/PT1H', '/20261005T080000Z', '']) {
    expect(() => busyTexts(iCalendar(component('VFREEBUSY', `FREEBUSY:${value}`)))).toThrow(
      'This server cannot read a busy time of the calendar.',
    );
  }
});

test('the problem says nothing of the entry but its day', () => {
  const secret = [
    'UID:secret@example.com',
    'SUMMARY:secret',
    'LOCATION:secret',
    'DTSTART:20261005T080000Z',
    'RRULE:FREQ=HOURLY;BYDAY=secret',
  ];
  expect(() => busyTexts(iCalendar(entry(...secret)))).toThrow(expect.objectContaining({ message: badRule }));
});

test.each<[name: string, text: string]>([
  ['LF', whole.replaceAll('\r\n', '\n')],
  ['CR', whole.replaceAll('\r\n', '\r')],
  ['a mark of the byte order', `\uFEFF${whole}`],
  ['empty lines', whole.replaceAll('\r\n', '\r\n\r\n')],
  ['every line folded', whole.replace(/(..)(?=.)/g, '$1\r\n ')],
  [
    'lines that are none',
    whole.replace('BEGIN:VEVENT', 'BEGIN:VEVENT\r\nSUMMARY:a\r\nsecond line of a title\r\n;:;:\r\n==='),
  ],
  ['no end of the last line', whole.trimEnd()],
  ['words after it', `${whole}Warning: deprecated\r\n<b>Notice</b>: END:VEVENT\r\n`],
  ['names of components in small letters', whole.replace(/BEGIN:V/g, 'begin:v').replaceAll('VEVENT', 'vEvent')],
])('a calendar with %s is read', (_name, text) => {
  expect(busyTexts(text)).toEqual(['2026-10-05T08:00/09:00']);
});

test('whatever a text is, it is read or is a problem', () => {
  const start = 'DTSTART:20261005T080000Z';
  const line = fc.oneof(
    fc.constantFrom(
      ...[
        'BEGIN:VEVENT',
        'END:VEVENT',
        'BEGIN:VTIMEZONE',
        'END:VTIMEZONE',
        'BEGIN:STANDARD',
        'END:STANDARD',
        'TZID:Here',
        'END:VCALENDAR',
      ],
      ...[
        start,
        'DTSTART;TZID=Here:20261005T080000',
        'DTEND:00010101',
        'DTEND:99991231T235959Z',
        'DURATION:P999999W',
        'UID:1',
        'RDATE:99991231',
      ],
      ...[
        'RRULE:FREQ=YEARLY;BYDAY=53SU',
        'RRULE:FREQ=MONTHLY;COUNT=3;BYSETPOS=-1;BYDAY=MO',
        'RECURRENCE-ID;RANGE=THISANDFUTURE:20261005T080000Z',
      ],
      ...[
        'TZOFFSETFROM:+2359',
        'TZOFFSETTO:-2359',
        'EXDATE:,,',
        'RDATE;VALUE=PERIOD:/',
        'FREEBUSY:/',
        'ATTENDEE;PARTSTAT=DECLINED:mailto:',
        ' ',
        ':',
        ';',
      ],
    ),
    fc.string(),
    fc.string({ unit: 'binary' }),
  );
  const text = fc
    .array(line, { maxLength: 14 })
    .map((lines) => iCalendar('BEGIN:VEVENT', start, ...lines, 'END:VEVENT'));
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (each) => {
      try {
        for (const { start: from, end } of readHere(each, autumn).busy) expect(from).toBeLessThan(end);
      } catch (error) {
        expect(error).toBeInstanceOf(CalendarProblem);
      }
    }),
    { numRuns: 1_000 },
  );
});
