import { contentLine, textValue } from './content-lines.ts';

// VTIMEZONE is computed from the same zone database as the times that are written beside it. A table of zones from elsewhere
// is of another release, and programs that trust it show a call of a zone whose rules have changed an hour off.

/** `20261201T110000Z`. */
export function utcDateTime(instant: string): string {
  return `${compact(Temporal.Instant.from(instant).toZonedDateTimeISO('UTC'))}Z`;
}

/** `20261201T110000`, on the wall clock of a zone. */
export function zonedDateTime(instant: string, timeZone: string): string {
  return compact(Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone));
}

/** The lines of a VTIMEZONE that is right from `from` to `until`: the changes of the clock around both, each on its own. */
export function zoneComponent(timeZone: string, { from, until }: { readonly from: string; readonly until: string }) {
  const changes = changesAround(timeZone, { from, until });
  return [
    'BEGIN:VTIMEZONE',
    contentLine('TZID', textValue(timeZone)),
    ...(changes.length === 0 ? withoutChange(timeZone, from) : changes.flatMap(lines)),
    'END:VTIMEZONE',
  ];
}

interface Change {
  /** The wall clock before the change, when it shows the time of the change. */
  readonly at: Temporal.PlainDateTime;
  readonly offsetFrom: string;
  readonly offsetTo: string;
  readonly isForward: boolean;
}

/** Two before, so that programs find both offsets of the zone, those in between, and one after. */
function changesAround(timeZone: string, { from, until }: { from: string; until: string }): Change[] {
  const start = Temporal.Instant.from(from).toZonedDateTimeISO(timeZone);
  const end = Temporal.Instant.from(until);
  // One that comes at the instant itself is looked for after it.
  const last = start.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  const found = [last?.getTimeZoneTransition('previous'), last].filter((each) => each != null);
  for (let next = start.getTimeZoneTransition('next'); next; next = next.getTimeZoneTransition('next')) {
    found.push(next);
    if (Temporal.Instant.compare(next.toInstant(), end) > 0) break;
  }
  return found.map(changeAt);
}

function changeAt(after: Temporal.ZonedDateTime): Change {
  const before = after.subtract({ nanoseconds: 1 });
  return {
    at: after.toPlainDateTime().add({ nanoseconds: before.offsetNanoseconds - after.offsetNanoseconds }),
    offsetFrom: offsetText(before),
    offsetTo: offsetText(after),
    isForward: after.offsetNanoseconds > before.offsetNanoseconds,
  };
}

function lines({ at, offsetFrom, offsetTo, isForward }: Change): string[] {
  const kind = isForward ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${kind}`,
    `DTSTART:${compact(at)}`,
    `TZOFFSETFROM:${offsetFrom}`,
    `TZOFFSETTO:${offsetTo}`,
    `END:${kind}`,
  ];
}

function withoutChange(timeZone: string, from: string): string[] {
  const offset = offsetText(Temporal.Instant.from(from).toZonedDateTimeISO(timeZone));
  const always = { at: Temporal.PlainDateTime.from('1970-01-01T00:00'), offsetFrom: offset, offsetTo: offset };
  return lines({ ...always, isForward: false });
}

/** `+0100`; with seconds, which some zones had long ago, `+010012`. */
function offsetText({ offset }: Temporal.ZonedDateTime): string {
  return offset.replaceAll(':', '').replace(/\..*$/, '');
}

function compact(time: Temporal.ZonedDateTime | Temporal.PlainDateTime): string {
  const wall = time instanceof Temporal.ZonedDateTime ? time.toPlainDateTime() : time;
  return wall.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '');
}
