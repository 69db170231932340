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
  /** IANA zone of all-day and floating times. */
  readonly timeZone: string;
  /** The host of BASE_URL: entries with UIDs of it are ours. */
  readonly host: string;
  /** Addresses of the owner, whose declined invitations take no time. */
  readonly ownAddresses?: readonly string[] | undefined;
}

export interface ICalendarRead {
  /** What overlaps the range and takes time, ascending and apart from each other. */
  readonly busy: readonly BusyTime[];
  /** The times in the range that entries of ours take. */
  readonly own: readonly OwnTime[];
  /** The UIDs of those, and of entries of ours that are kept as free or declined. */
  readonly ownUids: readonly string[];
  /** What the calendar calls itself. */
  readonly name: string | null;
  /** The IANA zone that the calendar says it is of. */
  readonly timeZone: string | null;
}

const calendarProperties = ['X-WR-CALNAME', 'NAME', 'X-WR-TIMEZONE'];
const properties = new Set([...zoneProperties, ...entryProperties, ...calendarProperties]);

/** More times of one calendar would make every page with its host slow. */
const maxTimes = 50_000;
/** Times before they are joined. */
const maxFound = 1_000_000;

/**
 * Reads one or many VCALENDAR, in texts as `textsOf` makes them. It throws a CalendarProblem where the text is no complete
 * iCalendar, or where an entry that takes time may be anywhere: unknown is never free. Anything uncertain
 * about a single entry is busy wherever that entry may be. VTODO, VJOURNAL and what an entry says besides its times are passed over.
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
  // An entry of ours counts at one time, that of the definition.
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
      // The host has not moved a call to a time that is uncertain.
      if (isOurs && !isDoubt) own.push({ uid, ...time });
      else found.push(time);
      if (found.length > maxFound || own.length > maxTimes) throw tooManyTimes();
      if (isOurs) ownUids.add(uid);
    }
    if (ownUids.size > maxTimes) throw tooManyTimes();
    // Such an entry takes no time, but the host has not deleted it.
    if (isOurs && latest(entries, reader).some((entry) => !isCancelled(entry) && !takesTime(entry, ownAddresses)))
      ownUids.add(uid);
  }
  for (const property of calendar.components.filter(({ name }) => name === 'VFREEBUSY').flatMap(freeBusy)) {
    for (const text of property.value.split(',')) {
      const period = reader.period(text, property);
      if (!period) throw new UnreadableICalendar('A busy time of the calendar cannot be read by this server.');
      const start = instantOf(period.start) - period.start.clock.doubt.early;
      const end = period.end + period.late;
      if (start < end && start < range.until && end > range.from) found.push({ start, end });
    }
  }
}

/** An entry without a UID is alone. */
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
