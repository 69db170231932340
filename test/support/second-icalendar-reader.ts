import ICAL from 'ical.js';
import rrule from 'rrule';
import type { BusyTime } from '#src/domain/calendars/busy.ts';

const { RRule } = rrule;

// A reading of calendars to compare ours with: ical.js reads the text and the zones by their VTIMEZONE, without which it is wrong,
// and rrule repeats. The rules of ical.js are wrong for the 31st of short months (YEARLY), days from the end of a month (YEARLY) and
// BYSETPOS within the first month. DTEND and hours of DURATION are exact lengths, which ical.js takes for times on the wall clock.

/** What overlaps the range and takes time, ascending, and joined where it touches. */
export function secondReading(
  text: string,
  { from, until }: { readonly from: number; readonly until: number },
): BusyTime[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const entries = calendar.getAllSubcomponents('vevent');
  const times = entries.filter(takesTime).flatMap((entry) => timesOf(entry, entries, until));
  return joined(times.filter(({ start, end }) => start < end && start < until && end > from));
}

function takesTime(entry: ICAL.Component): boolean {
  return valueIn(entry, 'transp') !== 'TRANSPARENT' && valueIn(entry, 'status') !== 'CANCELLED';
}

function timesOf(entry: ICAL.Component, entries: readonly ICAL.Component[], until: number): BusyTime[] {
  const event = new ICAL.Event(entry);
  const duration = valueIn(entry, 'duration') as ICAL.Duration | null;
  const lengthMs = duration ? duration.toSeconds() * 1000 : instantOf(event.endDate) - instantOf(event.startDate);
  const days = Math.round(lengthMs / 86_400_000);
  const timeFrom = (start: ICAL.Time): BusyTime => {
    const end = start.clone();
    end.adjust(days, 0, 0, 0);
    return { start: instantOf(start), end: start.isDate ? instantOf(end) : instantOf(start) + lengthMs };
  };
  if (entry.hasProperty('recurrence-id')) return [timeFrom(event.startDate)];
  const replaced = new Set(
    entries
      .filter((other) => other.hasProperty('recurrence-id') && valueIn(other, 'uid') === valueIn(entry, 'uid'))
      .map((other) => instantOf(other.getFirstPropertyValue('recurrence-id') as ICAL.Time)),
  );
  const exceptions = entry.getAllProperties('exdate').flatMap((property) => property.getValues() as ICAL.Time[]);
  const excepted = new Set([...replaced, ...exceptions.map(instantOf)]);
  const starts = [event.startDate, ...occurrencesOf(entry, event.startDate, until)];
  return starts.filter((start) => !excepted.has(instantOf(start))).map(timeFrom);
}

/** What the rules and RDATE give. */
function occurrencesOf(entry: ICAL.Component, start: ICAL.Time, until: number): ICAL.Time[] {
  const additions = entry.getAllProperties('rdate').flatMap((property) => property.getValues() as ICAL.Time[]);
  const rules = entry.getAllProperties('rrule').map((property) => property.getFirstValue() as ICAL.Recur);
  return [...additions, ...rules.flatMap((rule) => occurrencesBy(rule, start, until))];
}

/** On the wall clock of the entry, as if it were UTC. */
function occurrencesBy(rule: ICAL.Recur, start: ICAL.Time, until: number): ICAL.Time[] {
  const last = rule.until && (start.isDate ? rule.until : rule.until.convertToZone(start.zone));
  // Times are ignored for dates, which rrule does not do.
  const text = start.isDate ? rule.toString().replaceAll(/;BY(?:HOUR|MINUTE|SECOND)=[^;]*/g, '') : rule.toString();
  const { until: _, ...options } = RRule.parseString(text);
  const expanded = new RRule({
    ...options,
    dtstart: new Date(wallOf(start)),
    ...(last && { until: new Date(wallOf(last)) }),
  });
  return expanded.between(new Date(wallOf(start)), new Date(until + 2 * 86_400_000), true).map((date) => {
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
    const [hour, minute, second] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
    return ICAL.Time.fromData({ year, month, day, hour, minute, second, isDate: start.isDate }, start.zone);
  });
}

function wallOf({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function valueIn(entry: ICAL.Component, name: string): unknown {
  return entry.getFirstPropertyValue(name);
}

function instantOf(time: ICAL.Time): number {
  return time.toUnixTime() * 1000;
}

function joined(times: readonly BusyTime[]): BusyTime[] {
  const all: { start: number; end: number }[] = [];
  for (const { start, end } of times.toSorted((one, other) => one.start - other.start)) {
    const last = all.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}
