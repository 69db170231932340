import { expect, test } from 'vitest';
import type { ScheduleRules, Timing } from '#src/domain/scheduling/rules.ts';
import { openSlots } from '#src/domain/scheduling/slots.ts';
import { eventOf, hostWith, scheduleIn, weekdays } from '../../support/scheduling/slot-queries.ts';

/** Every zone of the runtime and each change of its clock in ten years, checked against what a person there sees. */
const minute = 60_000;
const day = 1440 * minute;
const [firstInstant, endInstant] = [Date.parse('2026-01-01T00:00Z'), Date.parse('2036-01-01T00:00Z')];

interface Change {
  readonly timeZone: string;
  readonly instant: number;
  /** What the clock would have shown at the instant, and what it shows. */
  readonly before: Temporal.PlainDateTime;
  readonly after: Temporal.PlainDateTime;
  /** Minutes by which it is moved; negative where it is put back. */
  readonly moved: number;
}

const localTime = (timeZone: string, instant: number) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);

function changesOf(timeZone: string): Change[] {
  const changes: Change[] = [];
  let next = localTime(timeZone, firstInstant).getTimeZoneTransition('next');
  while (next && next.epochMilliseconds < endInstant) {
    const before = next.subtract({ minutes: 1 }).toPlainDateTime().add({ minutes: 1 });
    const after = next.toPlainDateTime();
    const moved = before.until(after).total('minutes');
    changes.push({ timeZone, instant: next.epochMilliseconds, before, after, moved });
    next = next.getTimeZoneTransition('next');
  }
  return changes;
}

const zones = Intl.supportedValuesOf('timeZone').map((timeZone) => ({ timeZone, changes: changesOf(timeZone) }));
const changes = zones.flatMap((zone) => zone.changes);
const isForward = ({ moved }: Change) => moved > 0;

/** Open between two times of the wall clock, divided at midnight as the rules demand. */
function openBetween(timeZone: string, start: Temporal.PlainDateTime, end: Temporal.PlainDateTime): ScheduleRules {
  const overrides = new Map<string, Timing[]>();
  const minuteOfDay = ({ hour, minute }: Temporal.PlainDateTime) => hour * 60 + minute;
  for (let date = start.toPlainDate(); Temporal.PlainDate.compare(date, end) <= 0; date = date.add({ days: 1 })) {
    const from = date.equals(start.toPlainDate()) ? minuteOfDay(start) : 0;
    const to = date.equals(end.toPlainDate()) ? minuteOfDay(end) : 1440;
    if (from < to) overrides.set(date.toString(), [[from, to]]);
  }
  return { ...scheduleIn(timeZone, ''), overrides };
}

function startsIn(schedule: ScheduleRules, from: number, until: number, duration = 30, slotInterval = 15): number[] {
  const now = from - day;
  const query = { event: eventOf({ duration, slotInterval }), hosts: [hostWith(schedule)], now, from, until };
  return openSlots({ ...query, workspaceTimeZone: schedule.timeZone }).map(({ dateTime }) => dateTime);
}

/** Starts of half-hour slots each quarter of an hour, in minutes from the change. */
function startsAround(change: Change, start: Temporal.PlainDateTime, end: Temporal.PlainDateTime): number[] {
  const { timeZone, instant } = change;
  const starts = startsIn(openBetween(timeZone, start, end), instant - 2 * day, instant + 2 * day);
  return starts.map((start) => (start - instant) / minute);
}

/** What fills the elapsed minutes between two instants without a gap. */
const filled = (start: number, end: number) =>
  Array.from({ length: Math.max(0, (end - 30 - start) / 15 + 1) }, (_, index) => start + index * 15);

test('the clocks of many zones change in the ten years', () => {
  expect(zones.length).toBeGreaterThan(400);
  expect(changes.filter(isForward).length).toBeGreaterThan(1000);
  expect(changes.filter((change) => !isForward(change)).length).toBeGreaterThan(1000);
});

const named = ({ timeZone, before, after }: Change) => `${timeZone} ${before} → ${after}`;

test('working hours are the same on the wall clock on the dates around each change', () => {
  for (const { timeZone, changes } of zones) {
    for (const instant of [firstInstant, ...changes.map((change) => change.instant)]) {
      const date = localTime(timeZone, instant).toPlainDate();
      const at = (days: number, hour: number) =>
        date.add({ days }).toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds;
      const starts = startsIn(scheduleIn(timeZone, '09:00-17:00'), at(-1, 0), at(2, 0), 60, 60);
      const expected = [-1, 0, 1].flatMap((days) => [9, 10, 11, 12, 13, 14, 15, 16].map((hour) => at(days, hour)));
      expect(starts, `${timeZone} ${date}`).toEqual(expected);
    }
  }
});

test('a weekday is that of the wall clock, from its first instant to its last', () => {
  for (const { timeZone, changes } of zones) {
    for (const instant of [firstInstant, ...changes.map((change) => change.instant)]) {
      const local = localTime(timeZone, instant);
      const weekday = weekdays[local.dayOfWeek - 1] ?? 'MONDAY';
      const starts = startsIn(scheduleIn(timeZone, { [weekday]: '00:00-24:00' }), instant - 3 * day, instant + 3 * day);
      const nextDate = local.toPlainDate().add({ days: 1 }).toZonedDateTime(timeZone);
      const [first, last] = [local.startOfDay().epochMilliseconds, nextDate.epochMilliseconds - 30 * minute];
      const expected = [first, last, local.hoursInDay * 4 - 1];
      expect([starts[0], starts.at(-1), starts.length], `${timeZone} ${local}`).toEqual(expected);
    }
  }
});

test('whole days touch, so that calls of 24 hours fit over each midnight', () => {
  for (const change of changes) {
    const { timeZone, instant } = change;
    const starts = startsIn(scheduleIn(timeZone, '00:00-24:00'), instant - day, instant + day, 1440, 15);
    const expected = Array.from({ length: 192 }, (_, index) => instant - day + index * 15 * minute);
    expect(starts, named(change)).toEqual(expected);
  }
});

test('a window across a skipped hour is shorter by it, and one that begins or ends in it is cut there', () => {
  for (const change of changes.filter(isForward)) {
    const { before, after, moved } = change;
    const inside = before.add({ minutes: moved / 2 });
    const [earlier, later] = [before.subtract({ hours: 1 }), after.add({ hours: 1 })];
    const around = (start: Temporal.PlainDateTime, end: Temporal.PlainDateTime) => startsAround(change, start, end);
    expect(around(earlier, later), named(change)).toEqual(filled(-60, 60));
    expect(around(inside, later), named(change)).toEqual(filled(0, 60));
    expect(around(earlier, inside), named(change)).toEqual(filled(-60, 0));
    expect(around(earlier, before), named(change)).toEqual(filled(-60, 0));
    expect(around(after, later), named(change)).toEqual(filled(0, 60));
    expect(around(before, after), named(change)).toEqual([]);
    expect(around(inside, after), named(change)).toEqual([]);
  }
});

test('a window across a repeated hour is longer by it, from the first time of its start to the last of its end', () => {
  for (const change of changes.filter((change) => !isForward(change))) {
    const { before, after } = change;
    const repeated = -change.moved;
    const inside = after.add({ minutes: repeated / 2 });
    const [earlier, later] = [after.subtract({ hours: 1 }), before.add({ hours: 1 })];
    const around = (start: Temporal.PlainDateTime, end: Temporal.PlainDateTime) => startsAround(change, start, end);
    expect(around(earlier, later), named(change)).toEqual(filled(-repeated - 60, repeated + 60));
    expect(around(after, before), named(change)).toEqual(filled(-repeated, repeated));
    expect(around(inside, later), named(change)).toEqual(filled(-repeated / 2, repeated + 60));
    expect(around(earlier, inside), named(change)).toEqual(filled(-repeated - 60, repeated / 2));
    expect(around(before, later), named(change)).toEqual(filled(repeated, repeated + 60));
    // 24:00 is the first instant of the next date. Any other time is shown a second time when its hour is repeated.
    const end = after.hour === 0 && after.minute === 0 ? -repeated : 0;
    expect(around(earlier, after), named(change)).toEqual(filled(-repeated - 60, end));
  }
});

test('each slot around a change is offered when it is requested alone, and nothing between it and the next', () => {
  for (const change of changes) {
    const { timeZone, instant } = change;
    const schedule = scheduleIn(timeZone, '00:00-24:00');
    const starts = startsIn(schedule, instant - 120 * minute, instant + 120 * minute, 60, 60);
    expect(starts.length, named(change)).toBeGreaterThanOrEqual(4);
    for (const [index, start] of starts.entries()) {
      const next = starts[index + 1] ?? start + 1;
      expect(startsIn(schedule, start, start + 1, 60, 60), named(change)).toEqual([start]);
      expect(startsIn(schedule, start + 1, next, 60, 60), named(change)).toEqual([]);
    }
  }
});
