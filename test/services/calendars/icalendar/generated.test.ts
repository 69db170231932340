import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BusyTime } from '#src/domain/calendars/busy.ts';
import { autumn, component, iCalendar, readHere, timeText, zoneLines } from '../../../support/icalendars.ts';
import { secondReading } from '../../../support/second-icalendar-reader.ts';

// Random calendars, read here and by a second reader. Left out is where that one reads otherwise: zones without a VTIMEZONE; hours and
// minutes of a rule that are not in order; weeks that lie in two years, where INTERVAL skips the second; and times that the clock
// skips or shows twice, so that nothing begins or ends between midnight and 5 o'clock.

const range = { from: Date.parse('2026-09-01T00:00Z'), until: Date.parse('2027-05-01T00:00Z') };
const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Sydney', 'America/Sao_Paulo'];

/** Half of the zones have names that only the calendar explains. */
const described = zones.flatMap((timeZone) => {
  const lines = zoneLines(timeZone, { from: '2025-06-01T00:00Z', until: '2027-12-01T00:00Z' });
  return [lines, lines.map((line) => line.replace(/^TZID:.*/, `TZID:Customized ${timeZone.replace('/', ' ')}`))];
});
const zoneNames = described.map((lines) => (lines[1] as string).slice('TZID:'.length));

type Form = (wall: number) => string;
const digits = (wall: number) => new Date(wall).toISOString().replaceAll(/[-:]|\.\d{3}Z/g, '');
/** How the times of an entry are written, with what parameters, and whether they are dates. */
const forms: readonly (readonly [parameters: string, form: Form, kind: 'date' | 'utc' | 'zoned'])[] = [
  ...zoneNames.map((name) => [`;TZID=${name}`, digits, 'zoned'] as const),
  ['', (wall) => `${digits(wall)}Z`, 'utc'],
  [';VALUE=DATE', (wall) => digits(wall).slice(0, 8), 'date'],
];

const dayMs = 86_400_000;
const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const weekdays = fc
  .uniqueArray(fc.constantFrom(...days), { minLength: 1, maxLength: 4 })
  .map((each) => `BYDAY=${each}`);
const ordinals = fc
  .uniqueArray(fc.tuple(fc.constantFrom(1, 2, 3, 4, 5, -1, -2), fc.constantFrom(...days)), {
    minLength: 1,
    maxLength: 3,
  })
  .map((each) => `BYDAY=${each.map(([ordinal, day]) => `${ordinal}${day}`)}`);
const listOf = (name: string, min: number, max: number) =>
  fc
    .uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 3 })
    .map((each) => `${name}=${each.toSorted((one, other) => one - other)}`);
const monthDays = fc.oneof(listOf('BYMONTHDAY', 1, 31), listOf('BYMONTHDAY', -28, -1));
const months = listOf('BYMONTH', 1, 12);
const setPosition = fc.constantFrom('BYSETPOS=1', 'BYSETPOS=-1', 'BYSETPOS=2,-2');
const joinedParts = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((each) => each.join(';'));

const parts = fc.oneof(
  ...['FREQ=DAILY', 'FREQ=WEEKLY', 'FREQ=MONTHLY', 'FREQ=YEARLY'].map((each) => fc.constant(each)),
  joinedParts(fc.constant('FREQ=DAILY'), fc.oneof(weekdays, months, monthDays)),
  joinedParts(fc.constant('FREQ=DAILY'), listOf('BYHOUR', 5, 23), listOf('BYMINUTE', 0, 59)),
  joinedParts(
    fc.constant('FREQ=WEEKLY'),
    weekdays,
    fc.constantFrom(...days).map((day) => `WKST=${day}`),
  ),
  joinedParts(fc.constant('FREQ=WEEKLY'), months),
  joinedParts(fc.constant('FREQ=MONTHLY'), fc.oneof(ordinals, monthDays)),
  joinedParts(fc.constant('FREQ=MONTHLY'), weekdays, fc.oneof(setPosition, monthDays, months)),
  joinedParts(fc.constant('FREQ=YEARLY'), months, fc.oneof(ordinals, monthDays, weekdays)),
  joinedParts(
    fc.constant('FREQ=YEARLY'),
    fc.oneof(ordinals, months, listOf('BYYEARDAY', -366, -1), listOf('BYYEARDAY', 1, 366)),
  ),
  joinedParts(fc.constant('FREQ=YEARLY'), listOf('BYWEEKNO', 2, 51), weekdays),
  joinedParts(fc.constant('FREQ=YEARLY'), weekdays, months, setPosition),
);

const start = fc
  .tuple(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 5 * 60, max: 23 * 60 + 59 }))
  .map(([day, minute]) => ({ day: Date.parse('2025-07-01T00:00Z') + day * dayMs, minute }));
const offsets = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 4 });

const generatedEntry = fc
  .record({
    form: fc.constantFrom(...forms),
    start,
    lengthMinutes: fc.integer({ min: 1, max: 3 * 24 * 60 }),
    hasEnd: fc.boolean(),
    rule: fc.option(parts),
    interval: fc.constantFrom(1, 1, 1, 2, 3, 5),
    last: fc.oneof(
      fc.constant(''),
      fc.integer({ min: 1, max: 80 }).map((count) => `;COUNT=${count}`),
      fc.integer({ min: 0, max: 500 }),
    ),
    exceptions: offsets,
    additions: offsets,
    moved: fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), start, fc.constantFrom('CONFIRMED', 'CANCELLED')), {
      maxLength: 3,
    }),
    transparency: fc.constantFrom('OPAQUE', 'OPAQUE', 'OPAQUE', 'TRANSPARENT'),
  })
  .map(({ form: [parameters, form, kind], start: { day, minute }, ...each }) => {
    const isDate = kind === 'date';
    const at = (startDay: number, startMinute = minute) => form(startDay + (isDate ? 0 : startMinute * 60_000));
    const lengthDays = Math.ceil(each.lengthMinutes / (24 * 60));
    const end = isDate ? form(day + lengthDays * dayMs) : at(day, minute + each.lengthMinutes);
    const duration = isDate ? `P${lengthDays}D` : `PT${each.lengthMinutes}M`;
    const endsByDay = isDate || (minute + each.lengthMinutes) % (24 * 60) >= 5 * 60;
    const length = each.hasEnd && endsByDay ? `DTEND${parameters}:${end}` : `DURATION:${duration}`;
    // In UTC half a day after the time on the wall clock, so that both readers mean the same last day in every zone.
    const until = (offset: number) =>
      isDate ? form(day + offset * dayMs) : `${digits(day + offset * dayMs + dayMs)}Z`;
    const last = typeof each.last === 'number' ? `;UNTIL=${until(each.last)}` : each.last;
    const list = (name: string, days: readonly number[]) =>
      days.map((offset) => `${name}${parameters}:${at(day + offset * dayMs)}`);
    const repeats =
      each.rule === null
        ? list('RDATE', each.additions)
        : [
            `RRULE:${each.rule};INTERVAL=${each.interval}${last}`,
            ...list('RDATE', each.additions),
            ...list('EXDATE', each.exceptions),
          ];
    const own = [`DTSTART${parameters}:${at(day)}`, length, `TRANSP:${each.transparency}`, ...repeats];
    const replacements = each.moved.map(([offset, to, status]) => [
      `RECURRENCE-ID${parameters}:${at(day + offset * dayMs)}`,
      `DTSTART${parameters}:${at(to.day, to.minute)}`,
      ...[`DURATION:${duration}`, `STATUS:${status}`],
    ]);
    return (uid: string) => [own, ...replacements].map((lines) => component('VEVENT', `UID:${uid}`, ...lines));
  });

test('a random calendar has the busy times that a second reader finds', () => {
  let found = 0;
  fc.assert(
    fc.property(fc.array(generatedEntry, { minLength: 1, maxLength: 3 }), (entries) => {
      const text = iCalendar(
        ...described.map((lines) => lines.join('\r\n')),
        ...entries.flatMap((each, index) => each(`${index}`)),
      );
      // The second reader takes whole days for those of UTC.
      const { busy } = readHere(text, { ...autumn, range, timeZone: 'UTC' });
      expect(busy.map(timeText), text).toEqual(secondReading(text, range).map(timeText));
      found += busy.length;
    }),
    { numRuns: 1_000 },
  );
  expect(found).toBeGreaterThan(8_000);
});

/** An entry of which something cannot be read, and where it can lie by that. */
interface Broken {
  readonly lines: readonly string[];
  readonly canLie: readonly BusyTime[];
}

const hourMs = 3_600_000;
const broken = fc
  .record({ start, lengthMinutes: fc.integer({ min: 1, max: 3 * 24 * 60 }), repeats: fc.integer({ min: 0, max: 60 }) })
  .chain(({ start: { day, minute }, lengthMinutes, repeats }) => {
    const from = day + minute * 60_000;
    const [begins, lasts] = [`DTSTART:${digits(from)}Z`, `DURATION:PT${lengthMinutes}M`];
    const times = (stepDays: number) =>
      Array.from({ length: Math.floor(repeats / stepDays) + 1 }, (_, index) => {
        const at = from + index * stepDays * dayMs;
        return { start: at, end: at + lengthMinutes * 60_000 };
      });
    const anywhere = times(1)
      .slice(0, 1)
      .map((each) => ({ start: each.start - 14 * hourMs, end: each.end + 12 * hourMs }));
    const rule = (text: string) => [begins, lasts, `RRULE:${text};UNTIL=${digits(from + repeats * dayMs)}Z`];
    return fc.constantFrom<Broken>(
      { lines: [`DTSTART;TZID=Middle Earth:${digits(from)}`, lasts], canLie: anywhere },
      { lines: [begins, 'DTEND:later'], canLie: [{ start: from, end: from + 12 * hourMs }] },
      { lines: [begins, lasts, 'RRULE:'], canLie: times(1).slice(0, 1) },
      { lines: rule('FREQ=WEEKLY;INTERVAL=0'), canLie: times(7) },
      { lines: rule('FREQ=DAILY;COUNT=0'), canLie: times(1) },
      { lines: rule('FREQ=FORTNIGHTLY;BYDAY=XX'), canLie: times(1) },
    );
  });

/** What overlaps the range, ascending, and joined where it touches. */
function joined(times: readonly BusyTime[]): BusyTime[] {
  const all: { start: number; end: number }[] = [];
  for (const time of times.toSorted((one, other) => one.start - other.start)) {
    const last = all.at(-1);
    if (time.start >= range.until || time.end <= range.from) continue;
    if (last && time.start <= last.end) last.end = Math.max(last.end, time.end);
    else all.push({ ...time });
  }
  return all;
}

test('entries that cannot be read change nothing of a random calendar but where they can lie', () => {
  let found = 0;
  const entries = fc.tuple(
    fc.array(generatedEntry, { minLength: 1, maxLength: 3 }),
    fc.array(broken, { minLength: 1, maxLength: 3 }),
  );
  fc.assert(
    fc.property(entries, ([right, wrong]) => {
      const zoned = described.map((lines) => lines.join('\r\n'));
      const readable = [...zoned, ...right.flatMap((each, index) => each(`${index}`))];
      const unreadable = wrong.map(({ lines }, index) => component('VEVENT', `UID:wrong-${index}`, ...lines));
      const canLie = wrong
        .flatMap((each) => each.canLie)
        .filter(({ start: from, end }) => from < range.until && end > range.from);
      const text = iCalendar(...unreadable, ...readable);
      const expected = joined([...secondReading(iCalendar(...readable), range), ...canLie]);
      expect(readHere(text, { ...autumn, range, timeZone: 'UTC' }).busy.map(timeText), text).toEqual(
        expected.map(timeText),
      );
      found += canLie.length;
    }),
    { numRuns: 500 },
  );
  expect(found).toBeGreaterThan(1_000);
});
