import { expect, test } from 'vitest';
import { readICalendar } from '#src/services/calendars/icalendar/read-icalendar.ts';
import { longestDelay } from '../../../support/computing.ts';
import { autumn, component, entry, iCalendar, timeText } from '../../../support/icalendars.ts';
import { retryWhenSlow } from '../../../support/retry-when-slow.ts';
import { slowICalendar } from '../../../support/slow-icalendars.ts';
import { later } from '../../../support/waiting.ts';

// Texts that a stranger writes to stop the server or to take its memory. Each is read in a thread, and this one goes on.

interface ReadOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly workspaceId?: number;
}

async function read(
  text: string | Uint8Array<ArrayBuffer>,
  { timeoutMs = 120_000, signal = new AbortController().signal, workspaceId = 1 }: ReadOptions = {},
): Promise<string[]> {
  const content = typeof text === 'string' ? text : [text];
  const { busy } = await readICalendar(content, autumn, { signal, timeoutMs, workspaceId });
  return busy.map(timeText);
}

/** The message of the problem, and the longest time for which nothing else ran here. */
async function problemOf(text: string | Uint8Array<ArrayBuffer>, options?: ReadOptions) {
  const delay = longestDelay();
  const outcome = await read(text, options).then(
    (times) => `${times.length} times`,
    (error) => (error.name === 'CalendarProblem' ? error.message : error),
  );
  return { outcome, delayMs: delay() };
}

const small = iCalendar(entry('DTSTART:20261005T080000Z', 'DURATION:PT1H'));
const smallTimes = ['2026-10-05T08:00/09:00'];

const rule = (parts: string, start = 'DTSTART:20200101T000000Z') =>
  iCalendar(entry(start, 'DURATION:PT1S', `RRULE:${parts}`));
const numbers = (count: number, first = 0) => Array.from({ length: count }, (_, index) => index + first).join();

test.each<[name: string, text: string, problem: RegExp]>([
  [
    'a rule of every second',
    rule('FREQ=SECONDLY'),
    /repeats by a rule that takes too long to evaluate|longer than 1 s/,
  ],
  [
    'a rule of a billion occurrences',
    rule('FREQ=SECONDLY;COUNT=1000000000'),
    /repeats by a rule that takes too long to evaluate|longer than 1 s/,
  ],
  ['a rule of every minute', rule('FREQ=MINUTELY'), /more than 50,000 busy times|longer than 1 s/],
  [
    'a rule with all parts',
    rule(
      `FREQ=YEARLY;BYMONTH=${numbers(12, 1)};BYMONTHDAY=${numbers(31, 1)};BYHOUR=${numbers(24)};BYMINUTE=${numbers(60)};BYSECOND=${numbers(60)}`,
    ),
    /takes longer than 1 s to read|too long to follow/,
  ],
  [
    'thousands of such rules',
    iCalendar(...Array(3_000).fill(entry('DTSTART:20200101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY'))),
    /takes longer than 1 s to read|too long to follow/,
  ],
  [
    'thousands of changes to thousands of series',
    iCalendar(
      ...Array(3_000).fill(entry('DTSTART:20200101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=DAILY')),
      ...Array(3_000).fill(entry('RECURRENCE-ID;RANGE=THISANDFUTURE:20200101T000000Z', 'DTSTART:20200101T000000Z')),
    ),
    /takes longer than 1 s to read/,
  ],
  ['100,000 components, one in the other', `BEGIN:VCALENDAR\n${'BEGIN:VEVENT\n'.repeat(100_000)}`, /too deep/],
  [
    'a rule of a zone',
    iCalendar(
      component(
        'VTIMEZONE',
        'TZID:Here',
        component(
          'STANDARD',
          'DTSTART:19700101T000000',
          'TZOFFSETFROM:+0100',
          'TZOFFSETTO:+0200',
          'RRULE:FREQ=SECONDLY',
        ),
      ),
      entry('DTSTART;TZID=Here:20261005T080000', 'DURATION:PT1H'),
    ),
    /in a way that this server cannot read|longer than 1 s/,
  ],
])('%s ends with a problem', { retry: retryWhenSlow }, async (_name, text, problem) => {
  // The thread is there before.
  expect(await read(small)).toEqual(smallTimes);
  const { outcome, delayMs } = await problemOf(text, { timeoutMs: 1_000 });
  expect(outcome).toMatch(problem);
  expect(delayMs).toBeLessThan(1_000);
  expect(await read(small)).toEqual(smallTimes);
});

test.each<[parts: string, start: string, expected: string[]]>([
  ['FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30', 'DTSTART:20200101T000000Z', []],
  ['FREQ=YEARLY;COUNT=1000000000;BYYEARDAY=366;BYDAY=MO;BYMONTH=1', 'DTSTART:20200101T000000Z', ['2020-01-01']],
  ['FREQ=YEARLY;COUNT=1000000000', 'DTSTART:00011005T080000Z', ['2026-10-05T08:00/08:00:01.000Z']],
  [
    'FREQ=DAILY;UNTIL=99991231T000000Z;BYMONTH=10;BYMONTHDAY=5',
    'DTSTART:16011005T080000Z',
    ['2026-10-05T08:00/08:00:01.000Z'],
  ],
])('%s is followed', async (parts, start, expected) => {
  expect(await read(rule(parts, start))).toEqual(expected.filter((time) => time > '2026-10'));
});

const bytes = (text: string) => new TextEncoder().encode(text);

test('50 MB of titles and 10,000 entries are read, and this thread goes on', { retry: retryWhenSlow }, async () => {
  const entries = Array.from({ length: 10_000 }, (_, index) => {
    const day = new Date(Date.UTC(2026, 9, 1 + (index % 90))).toISOString().slice(0, 10).replaceAll('-', '');
    const hour = String(index % 24).padStart(2, '0');
    return entry(
      `UID:${index}`,
      `DTSTART;TZID=Europe/Berlin:${day}T${hour}0000`,
      'DURATION:PT5M',
      `DESCRIPTION:${'x'.repeat(5_200)}`,
    );
  });
  const content = bytes(iCalendar(...entries));
  expect(content.byteLength).toBeGreaterThan(50_000_000);
  const delay = longestDelay();
  const times = await read(content);
  expect(delay()).toBeLessThan(500);
  // There are 360 pairs of a day and an hour. Midnight of October 1st in Berlin is before the range.
  expect(times).toHaveLength(359);
});

test('10,000 entries that repeat are read', async () => {
  const entries = Array.from({ length: 10_000 }, (_, index) =>
    entry(
      `UID:${index}`,
      `DTSTART;TZID=Europe/Berlin:2015010${1 + (index % 5)}T090000`,
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY',
    ),
  );
  expect((await read(iCalendar(...entries))).length).toBeGreaterThan(5 * 13 - 3);
});

test('more than 600,000 components, dates or parameters end with a problem', async () => {
  const start = 'DTSTART:20261005T080000Z';
  const texts = [
    `BEGIN:VCALENDAR\n${`${component('VEVENT', start)}\n`.repeat(700_000)}END:VCALENDAR\n`,
    iCalendar(entry(start, `RDATE:${'20261005T080000Z,'.repeat(700_000)}`)),
    iCalendar(entry(start, `EXDATE:20261005T080000Z\r\n`.repeat(700_000))),
    iCalendar(entry(`DTSTART${';A=B'.repeat(12_000_000)}:20261005T080000Z`)),
  ];
  for (const text of texts) {
    const { outcome } = await problemOf(bytes(text), { timeoutMs: 120_000 });
    expect(outcome).toBe('The calendar has more entries, dates and guests than this server can read.');
  }
  expect(await read(small)).toEqual(smallTimes);
});

test('50 MB of folds and of what is passed over are read', async () => {
  const start = 'DTSTART:20261005T080000Z';
  const texts = [
    entry(start, 'DURATION:PT1H', `DESCRIPTION:x${`\r\n ${'y'.repeat(70)}`.repeat(700_000)}`),
    entry(start, 'DURATION:PT1H', `X-EXDATE:${'20261005T080000Z,'.repeat(3_000_000)}`),
  ];
  for (const text of texts) expect(await read(bytes(iCalendar(text)))).toEqual(smallTimes);
});

test('a signal ends the reading, and the wait for it', async () => {
  const bomb = rule('FREQ=SECONDLY');
  const reason = new Error('enough');
  const controller = new AbortController();
  const readings = [bomb, bomb, bomb, small].map((text) => read(text, { signal: controller.signal }));
  later(300, () => controller.abort(reason));
  const ended = await Promise.allSettled(readings);
  expect(ended.map((each) => (each.status === 'rejected' ? each.reason : each.value))).toEqual(Array(4).fill(reason));
  expect(await read(small)).toEqual(smallTimes);
});

test('the time of a reading begins when it has a thread', async () => {
  // A workspace has one thread.
  const bombs = [1, 2].map(() => problemOf(slowICalendar, { timeoutMs: 1_500 }));
  const before = performance.now();
  expect(await read(small, { timeoutMs: 2_900 })).toEqual(smallTimes);
  expect(performance.now() - before).toBeGreaterThan(2_900);
  for (const { outcome } of await Promise.all(bombs)) {
    expect(outcome).toBe('The calendar takes longer than 1.5 s to read.');
  }
});
