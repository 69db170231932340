// `ical.js` 2.2 cannot replace this file. With the VTIMEZONE that Outlook writes for Berlin, it takes a time that the clock shows
// twice for the second one, and a skipped time at the offset after the gap: RFC 5545, section 3.3.5, says the opposite of both. It
// assumes UTC before the first change of a zone, and a zone with FREQ=SECONDLY exceeds the memory limit of a thread.

import { clearZoneNamed, zoneNamed } from '#src/lib/time/zone-named.ts';
import { type Component, firstValue, propertiesOf } from './components.ts';
import { occurrences, parseRule } from './recurrence-rules.ts';
import { parseUtcOffset, parseWallTime } from './values.ts';
import { unknownClock, WallClock, zoneClock } from './wall-clock.ts';

/** The properties of VTIMEZONE that `Zones` reads. */
export const zoneProperties = ['TZID', 'DTSTART', 'RRULE', 'RDATE', 'TZOFFSETFROM', 'TZOFFSETTO', 'X-LIC-LOCATION'];

/** Clocks are read from this instant on. Older times of entries that still repeat get its offset. */
const firstInstant = 0;

/** The source of a clock: the calendar's own definition, or the zone database if it knows the name. */
export type ZoneSource = 'definition' | 'database';

/** Caches clocks that are right until an instant: CalDAV servers send the same zones again with each entry. */
export class KnownClocks {
  readonly #clocks = new Map<string, WallClock | undefined>();
  readonly #until: number;

  constructor(until: number) {
    this.#until = until;
  }

  ofDatabase(timeZone: string): WallClock {
    return this.#once(timeZone, () => zoneClock(timeZone, firstInstant, this.#until)) as WallClock;
  }

  /** The clock of a VTIMEZONE; undefined if it cannot be read. */
  defined(zone: Component): WallClock | undefined {
    return this.#once(JSON.stringify(zone), () => clockOf(zone, this.#until));
  }

  #once(key: string, read: () => WallClock | undefined): WallClock | undefined {
    if (!this.#clocks.has(key)) this.#clocks.set(key, read());
    return this.#clocks.get(key);
  }
}

/**
 * The clocks of the zones that a VCALENDAR names. Its own definition counts (RFC 5545, section 3.2.19), but many programs write one
 * with the rules of a single year: where it and the database differ, an entry may be at either time.
 */
export class Zones {
  readonly #components = new Map<string, Component>();
  readonly #clocks: Readonly<Record<ZoneSource, Map<string, WallClock>>> = {
    definition: new Map(),
    database: new Map(),
  };
  readonly #known: KnownClocks;

  constructor(calendar: Component, known: KnownClocks) {
    const components = calendar.components.filter(({ name }) => name === 'VTIMEZONE');
    // The property is a TEXT with escapes, the parameter that names it has none (RFC 5545, 3.2.19 and 3.8.3.1).
    const nameOf = (component: Component) => (firstValue(component, 'TZID') ?? '').replace(/\\([\\;,])/g, '$1');
    for (const [name, all] of Map.groupBy(components, nameOf)) {
      const [first] = all as [Component];
      // Two different definitions of one name count as none.
      const isOne = new Set(all.map((each) => JSON.stringify(each))).size === 1;
      this.#components.set(name, isOne ? first : { ...first, components: [], properties: [] });
    }
    this.#known = known;
  }

  /** The clock of a zone name; it has a doubt if neither the calendar nor the database knows the zone. */
  clock(name: string, source: ZoneSource): WallClock {
    const clocks = this.#clocks[source];
    const known = clocks.get(name);
    if (known) return known;
    const clock = this.#read(name, source);
    clocks.set(name, clock);
    return clock;
  }

  /** True if a clock that was requested by definition differs from the database in `[from, until)`. */
  differ(from: number, until: number): boolean {
    return [...this.#clocks.definition].some(
      ([name, clock]) => this.#components.has(name) && !clock.agreesWith(this.clock(name, 'database'), from, until),
    );
  }

  #read(name: string, source: ZoneSource): WallClock {
    const component = this.#components.get(name);
    const defined = component && this.#known.defined(component);
    if (defined && source === 'definition') return defined;
    // The calendar decides what an abbreviation such as `EST` means.
    const place = clearZoneNamed(name) ?? (component && placeOf(component));
    if (place !== undefined) return this.#known.ofDatabase(place);
    const zone = zoneNamed(name);
    return defined ?? (zone === undefined ? unknownClock() : this.#known.ofDatabase(zone));
  }
}

function placeOf(zone: Component): string | undefined {
  return clearZoneNamed(firstValue(zone, 'X-LIC-LOCATION') ?? '');
}

/** The changes of the clock that a VTIMEZONE describes (RFC 5545, section 3.6.5); undefined where it cannot be read. */
function clockOf(zone: Component, until: number): WallClock | undefined {
  const observances = zone.components.filter(({ name }) => name === 'STANDARD' || name === 'DAYLIGHT');
  const read = observances.map((observance) => changesOf(observance, until));
  const changes = read.flatMap((each) => each ?? []).toSorted((one, other) => one.at - other.at);
  const [first] = changes;
  if (!first || read.includes(undefined)) return undefined;
  return new WallClock([[-Infinity, first.offsetFrom], ...changes.map(({ at, offsetTo }) => [at, offsetTo] as const)]);
}

interface Change {
  readonly at: number;
  readonly offsetFrom: number;
  readonly offsetTo: number;
}

function changesOf(observance: Component, until: number): Change[] | undefined {
  const start = parseWallTime(firstValue(observance, 'DTSTART') ?? '');
  const offsetFrom = parseUtcOffset(firstValue(observance, 'TZOFFSETFROM') ?? '');
  const offsetTo = parseUtcOffset(firstValue(observance, 'TZOFFSETTO') ?? '');
  if (!start || offsetFrom === undefined || offsetTo === undefined) return undefined;
  const dates = propertiesOf(observance, 'RDATE').flatMap(({ value }) => value.split(',').map(parseWallTime));
  const rules = propertiesOf(observance, 'RRULE').map(({ value }) => parseRule(value));
  const walls = [start.wall];
  for (const date of dates) {
    if (!date) return undefined;
    walls.push(date.wall);
  }
  for (const rule of rules) {
    if (!rule) return undefined;
    const end = rule.until && rule.until.wall + (rule.until.isUtc ? offsetFrom : 0);
    const found = occurrences(rule, { start: start.wall, end, from: firstInstant, until });
    if (!found) return undefined;
    walls.push(...found);
  }
  return walls.map((wall) => ({ at: wall - offsetFrom, offsetFrom, offsetTo }));
}
