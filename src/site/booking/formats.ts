import { LRUCache } from 'lru-cache';
import { commaOf } from '#src/domain/languages/language.ts';
import { dayMs, hourMs, zoneOffsets } from '#src/lib/time/zone-offsets.ts';

type Options = Intl.DateTimeFormatOptions;

/** Creating a format takes a hundred times as long as using it. Browsers name few regions, and visitors few zones. */
const known = new LRUCache<string, Intl.DateTimeFormat>({ max: 2_000 });
const knownDurations = new LRUCache<string, Intl.NumberFormat>({ max: 500 });

function format(locale: string, timeZone: string, name: keyof typeof styles): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${name}`;
  const found = known.get(key);
  if (found) return found;
  // The month of the page is Gregorian, whatever calendar Intl has for the locale: that of `ar-SA` may be the Islamic one.
  const calendar = 'gregory';
  const made = new Intl.DateTimeFormat(locale, { ...styles[name], ...hoursOf(locale, name), timeZone, calendar });
  known.set(key, made);
  return made;
}

function durationFormat(locale: string, unit: 'hour' | 'minute'): Intl.NumberFormat {
  const key = `${locale} ${unit}`;
  const found = knownDurations.get(key);
  if (found) return found;
  const made = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  knownDurations.set(key, made);
  return made;
}

/** In a 24-hour locale all hours have two digits, so that columns align. */
function hoursOf(locale: string, name: keyof typeof styles): Options {
  if (!('hour' in styles[name])) return {};
  return { hour: has24Hours(locale) ? '2-digit' : 'numeric' };
}

const known24Hours = new LRUCache<string, boolean>({ max: 500 });

/** True if times of the locale have 24 hours. */
export function has24Hours(locale: string): boolean {
  const found = known24Hours.get(locale);
  if (found !== undefined) return found;
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  const has24 = hourCycle === 'h23' || hourCycle === 'h24';
  known24Hours.set(locale, has24);
  return has24;
}

const styles = {
  time: { hour: 'numeric', minute: '2-digit' },
  timeWithZone: { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  date: { weekday: 'long', day: 'numeric', month: 'long' },
  dateWithYear: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  weekday: { weekday: 'short' },
  longWeekday: { weekday: 'long' },
  dayOfMonth: { day: 'numeric' },
} as const satisfies Record<string, Options>;

/** Formats dates and hours for a visitor. Instants are epoch milliseconds; days count from 1970-01-01. */
export class Formats {
  readonly #locale: string;
  readonly timeZone: string;

  constructor(locale: string, timeZone: string) {
    this.#locale = locale;
    this.timeZone = timeZone;
  }

  time(instant: number): string {
    return format(this.#locale, this.timeZone, 'time').format(instant);
  }

  /** The time of day, with the zone's abbreviation or offset if the clock shows it twice. */
  hour(instant: number): string {
    return isRepeated(this.timeZone, instant)
      ? format(this.#locale, this.timeZone, 'timeWithZone').format(instant)
      : this.time(instant);
  }

  /** `10:00 – 10:30` */
  hours(start: number, end: number): string {
    return `${this.hour(start)} – ${this.hour(end)}`;
  }

  /** The hour of the zone's clock, 0 to 23. */
  hourOfDay(instant: number): number {
    return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(this.timeZone).hour;
  }

  date(instant: number): string {
    return format(this.#locale, this.timeZone, 'dateWithYear').format(instant);
  }

  dateOfDay(day: number): string {
    return format(this.#locale, 'UTC', 'date').format(day * dayMs);
  }

  month(day: number): string {
    return format(this.#locale, 'UTC', 'month').format(day * dayMs);
  }

  /** The number of a day in its month, in the digits of the other dates. */
  dayOfMonth(day: number): string {
    return format(this.#locale, 'UTC', 'dayOfMonth').format(day * dayMs);
  }

  weekday(day: number, length: 'weekday' | 'longWeekday'): string {
    return format(this.#locale, 'UTC', length).format(day * dayMs);
  }

  /** `Thursday, 5 March 2026, 10:00 – 10:30`. */
  range(start: number, end: number): string {
    return this.list(this.date(start), this.hours(start, end));
  }

  /** Parts of one line, with commas between them. */
  list(...parts: readonly string[]): string {
    return parts.join(commaOf(this.#locale));
  }

  duration(minutes: number): string {
    const unit = minutes % 60 === 0 ? 'hour' : 'minute';
    const count = unit === 'hour' ? minutes / 60 : minutes;
    return durationFormat(this.#locale, unit).format(count);
  }
}

/** True if the zone's clock shows the time of an instant twice, because it is set back around it. */
function isRepeated(timeZone: string, instant: number): boolean {
  const zone = zoneOffsets(timeZone, instant - 2 * hourMs, instant + 2 * hourMs);
  const offset = zone.offsetAt(instant);
  const [before, after] = [zone.offsetAt(instant - hourMs), zone.offsetAt(instant + hourMs)];
  const isSecond = before > offset && zone.offsetAt(instant - (before - offset)) === before;
  return isSecond || (after < offset && zone.offsetAt(instant + (offset - after)) === after);
}
