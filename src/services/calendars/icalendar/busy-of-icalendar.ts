import type { BusyTime } from '#src/domain/calendars/busy.ts';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import {
  type Component,
  firstValue,
  propertiesOf,
  readComponents,
  UnreadableICalendar,
} from '#src/lib/icalendar/components.ts';
import { KnownClocks, type ZoneSource, Zones, zoneProperties } from '#src/lib/icalendar/zones.ts';
import { isTimeZone } from '#src/lib/time/time-zones.ts';
import { zoneNamed } from '#src/lib/time/zone-named.ts';
import { dayMs } from '#src/lib/time/zone-offsets.ts';
import { isOwnUid } from '../providers/own-uid.ts';
import type { OwnTime, ReadRange } from '../providers/provider.ts';
import { comparedEmail, entryProperties, instantOf, isCancelled, TimeReader, takesTime } from './entries.ts';
import { latest } from './latest.ts';
import { timesOfSeries } from './series.ts';

export interface ICalendarOptions {
  readonly range: ReadRange;
  /** The IANA zone for all-day and floating times. */
  readonly timeZone: string;
  /** The host part of our entries' UIDs, from BASE_URL. */
  readonly host: string;
  /** The owner's addresses. Invitations that the owner declined take no time. */
  readonly ownAddresses?: readonly string[] | undefined;
}

export interface ICalendarRead {
  /** The busy times that overlap the range, ascending and without overlaps. */
  readonly busy: readonly BusyTime[];
  /** The times in the range that our own entries take. */
  readonly own: readonly OwnTime[];
  /** The UIDs of our own entries, including those that the host has marked as free or declined. */
  readonly ownUids: readonly string[];
  /** The name of the calendar in its own text. */
  readonly name: string | null;
  /** The IANA zone that the calendar declares. */
  readonly timeZone: string | null;
}

const calendarProperties = ['X-WR-CALNAME', 'NAME', 'X-WR-TIMEZONE'];
const properties = new Set([...zoneProperties, ...entryProperties, ...calendarProperties]);

/** More times of one calendar would make every page with its host slow. */
const maxTimes = 50_000;
/** The limit before overlapping times are merged. */
const maxFound = 1_000_000;

/**
 * Reads one or more VCALENDAR objects from texts that `textsOf` makes. Throws a CalendarProblem if the text is not complete
 * iCalendar, or if a busy entry might be anywhere: unknown is never free. An uncertain entry is busy wherever it might be.
 * VTODO, VJOURNAL and other properties of entries are ignored.
 */
export function busyOfICalendar(texts: Iterable<string>, options: ICalendarOptions): ICalendarRead {
  try {
    const calendars = readComponents(texts, properties);
    const found: BusyTime[] = [];
    const own: OwnTime[] = [];
    const ownUids = new Set<string>();
    const known = new KnownClocks(options.range.until + 400 * dayMs);
    for (const calendar of calendars) readCalendar(calendar, known, options, { found, own, ownUids });
    return { busy: joined(found), own, ownUids: [...ownUids], ...factsOf(calendars) };
  } catch (error) {
    throw error instanceof UnreadableICalendar ? new CalendarProblem(error.message) : error;
  }
}

interface Found {
  readonly found: BusyTime[];
  readonly own: OwnTime[];
  readonly ownUids: Set<string>;
}

function readCalendar(calendar: Component, known: KnownClocks, options: ICalendarOptions, found: Found): void {
  const { range, timeZone } = options;
  const zones = new Zones(calendar, known);
  const readerBy = (source: ZoneSource) => new TimeReader(zones, source, known.ofDatabase(timeZone));
  const reader = readerBy('definition');
  readBy(reader, calendar, options, found);
  if (!zones.differ(Math.min(range.from, reader.earliest) - dayMs, range.until + dayMs)) return;
  // One of our own entries counts once, at the time that the embedded zone definition gives.
  readBy(readerBy('database'), calendar, options, { ...found, own: [], ownUids: new Set() });
}

function readBy(
  reader: TimeReader,
  calendar: Component,
  options: ICalendarOptions,
  { found, own, ownUids }: Found,
): void {
  const { range, host } = options;
  const ownAddresses = new Set(options.ownAddresses?.map(comparedEmail));
  for (const [uid, entries] of entriesByUid(calendar)) {
    const isOurs = isOwnUid(uid, host);
    for (const { isDoubt, ...time } of timesOfSeries(entries, { reader, range, ownAddresses })) {
      // An uncertain time does not prove that the host has moved the call.
      if (isOurs && !isDoubt) own.push({ uid, ...time });
      else found.push(time);
      if (found.length > maxFound || own.length > maxTimes) throw tooManyTimes();
      if (isOurs) ownUids.add(uid);
    }
    if (ownUids.size > maxTimes) throw tooManyTimes();
    // Such an entry takes no time, but it shows that the host has not deleted it.
    if (isOurs && latest(entries, reader).some((entry) => !isCancelled(entry) && !takesTime(entry, ownAddresses)))
      ownUids.add(uid);
  }
  for (const property of calendar.components.filter(({ name }) => name === 'VFREEBUSY').flatMap(freeBusy)) {
    for (const text of property.value.split(',')) {
      const period = reader.period(text, property);
      if (!period) throw new UnreadableICalendar('This server cannot read a busy time of the calendar.');
      const start = instantOf(period.start) - period.start.clock.doubt.early;
      const end = period.end + period.late;
      if (start < end && start < range.until && end > range.from) found.push({ start, end });
    }
  }
}

/** An entry without a UID forms its own group. */
function entriesByUid({ components }: Component): Map<string, Component[]> {
  const entries = components.filter(({ name }) => name === 'VEVENT');
  return Map.groupBy(entries, (entry, index) => firstValue(entry, 'UID') || `without ${index}`);
}

function freeBusy(component: Component) {
  return propertiesOf(component, 'FREEBUSY').filter(({ parameters }) => parameters.FBTYPE?.toUpperCase() !== 'FREE');
}

function joined(times: readonly BusyTime[]): BusyTime[] {
  const all: { start: number; end: number }[] = [];
  for (const { start, end } of times.toSorted((one, other) => one.start - other.start)) {
    const last = all.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  if (all.length > maxTimes) throw tooManyTimes();
  return all;
}

function tooManyTimes(): UnreadableICalendar {
  return new UnreadableICalendar(`The calendar has more than ${maxTimes.toLocaleString('en')} busy times.`);
}

function factsOf(calendars: readonly Component[]): Pick<ICalendarRead, 'name' | 'timeZone'> {
  const first = (name: string) => calendars.map((each) => firstValue(each, name)).find((value) => value);
  const name = plainText(first('X-WR-CALNAME') ?? first('NAME') ?? '');
  const timeZone = zoneNamed(first('X-WR-TIMEZONE') ?? '') ?? '';
  return { name: name === '' ? null : name, timeZone: isTimeZone(timeZone) ? timeZone : null };
}

const maxNameLength = 200;

function plainText(value: string): string {
  return value
    .replace(/\\([\\;,nN])/g, (_, escaped: string) => (escaped.toLowerCase() === 'n' ? ' ' : escaped))
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .toWellFormed()
    .trim()
    .slice(0, maxNameLength);
}
