import { findIana } from 'windows-iana';
import { isTimeZone } from '#src/lib/time/time-zones.ts';
import { type Component, firstValue, propertiesOf, UnreadableICalendar } from './components.ts';
import { occurrences, parseRule } from './recurrence-rules.ts';
import { parseUtcOffset, parseWallTime } from './values.ts';
import { WallClock, zoneClock } from './wall-clock.ts';

/** The properties of VTIMEZONE that `Zones` reads. */
export const zoneProperties = ['TZID', 'DTSTART', 'RRULE', 'RDATE', 'TZOFFSETFROM', 'TZOFFSETTO', 'X-LIC-LOCATION'];

/** Zones that entries of before are still repeated in begin here. */
const firstInstant = 0;

/** The clocks of the zones that a VCALENDAR names. */
export class Zones {
  readonly #components: ReadonlyMap<string, Component>;
  readonly #clocks = new Map<string, WallClock>();
  readonly #until: number;

  /** Clocks are right until `until`. */
  constructor(calendar: Component, until: number) {
    const components = calendar.components.filter(({ name }) => name === 'VTIMEZONE');
    // The property is a TEXT with escapes, the parameter that names it has none (RFC 5545, 3.2.19 and 3.8.3.1).
    const nameOf = (component: Component) => (firstValue(component, 'TZID') ?? '').replace(/\\([\\;,])/g, '$1');
    this.#components = new Map(components.map((component) => [nameOf(component), component]));
    this.#until = until;
  }

  /** Throws where neither the zone database nor the calendar knows the zone. */
  clock(name: string): WallClock {
    const known = this.#clocks.get(name);
    if (known) return known;
    const clock = this.#read(name);
    this.#clocks.set(name, clock);
    return clock;
  }

  /**
   * The zone database is better than VTIMEZONE, which many programs write with the rules of one year. A name without a place,
   * such as `EST`, means what the calendar says it does.
   */
  #read(name: string): WallClock {
    const component = this.#components.get(name);
    const ofName = placeOf(name) ?? windowsZone(name);
    if (ofName) return this.#ofZone(ofName);
    const place = component && placeOf(firstValue(component, 'X-LIC-LOCATION') ?? '');
    if (place) return this.#ofZone(place);
    if (component) return clockOf(component, this.#until);
    if (isTimeZone(name)) return this.#ofZone(name);
    // Its name is text of an entry, which no sentence shows.
    throw new UnreadableICalendar('The calendar uses a time zone that it does not describe.');
  }

  #ofZone(timeZone: string): WallClock {
    return zoneClock(timeZone, firstInstant, this.#until);
  }
}

/** A zone of the database, also at the end of a path as some programs write it: `/mozilla.org/20050126_1/Europe/Berlin`. */
function placeOf(name: string): string | undefined {
  const parts = name.split('/').filter((part) => part !== '');
  return [3, 2]
    .map((length) => (parts.length >= length ? parts.slice(-length).join('/') : ''))
    .find((each) => each !== '' && isTimeZone(each));
}

function windowsZone(name: string): string | undefined {
  return findIana(name)[0];
}

/** The changes of the clock that a VTIMEZONE describes (RFC 5545, section 3.6.5). */
function clockOf(zone: Component, until: number): WallClock {
  const changes = zone.components
    .filter(({ name }) => name === 'STANDARD' || name === 'DAYLIGHT')
    .flatMap((observance) => changesOf(observance, until))
    .toSorted((one, other) => one.at - other.at);
  const [first] = changes;
  if (!first) throw unreadableZone();
  return new WallClock([[-Infinity, first.offsetFrom], ...changes.map(({ at, offsetTo }) => [at, offsetTo] as const)]);

  function changesOf(observance: Component, end: number) {
    const start = parseWallTime(firstValue(observance, 'DTSTART') ?? '');
    const offsetFrom = parseUtcOffset(firstValue(observance, 'TZOFFSETFROM') ?? '');
    const offsetTo = parseUtcOffset(firstValue(observance, 'TZOFFSETTO') ?? '');
    if (!start || offsetFrom === undefined || offsetTo === undefined) throw unreadableZone();
    const walls = [start.wall, ...datesOf(observance)];
    for (const { value } of propertiesOf(observance, 'RRULE')) {
      const rule = parseRule(value);
      if (!rule) throw unreadableZone();
      const last = rule.until && rule.until.wall + (rule.until.isUtc ? offsetFrom : 0);
      walls.push(...occurrences(rule, { start: start.wall, end: last, from: firstInstant, until: end }));
    }
    return walls.map((wall) => ({ at: wall - offsetFrom, offsetFrom, offsetTo }));
  }

  function datesOf(observance: Component): number[] {
    const texts = propertiesOf(observance, 'RDATE').flatMap(({ value }) => value.split(','));
    return texts.map((text) => {
      const time = parseWallTime(text);
      if (!time) throw unreadableZone();
      return time.wall;
    });
  }
}

function unreadableZone(): UnreadableICalendar {
  return new UnreadableICalendar('The calendar describes a time zone in a way that this server cannot read.');
}
