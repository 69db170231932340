import { z } from 'zod';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { type Doubt, unknownClock } from '#src/lib/icalendar/wall-clock.ts';
import { zoneNamed } from '#src/lib/time/zone-named.ts';

/** A wall time with seven decimals, and the zone that it is of. */
export const graphTime = z.object({ dateTime: z.string(), timeZone: z.string().nullish() });

interface TimeOptions {
  /** Of times that are not bound to a zone. */
  readonly memberZone: string;
  /** Whether it bounds an event of whole days. */
  readonly isDay: boolean;
}

interface GraphInstant {
  readonly instant: number;
  /** Where the zone is unknown, by how much the instant may be earlier and later, in milliseconds. */
  readonly doubt?: Doubt;
}

/** Microsoft was asked for UTC, and names another zone where it cannot convert: that of Windows, of IANA, or a customized one. */
export function instantOf(
  { dateTime, timeZone }: z.infer<typeof graphTime>,
  { memberZone, isDay }: TimeOptions,
): GraphInstant {
  const wallTime = wallTimeOf(dateTime);
  const on = (zone: string) => ({ instant: wallTime.toZonedDateTime(zone).epochMilliseconds });
  // Whole days are those of whoever looks at the calendar.
  if (isDay && wallTime.toPlainTime().equals('00:00')) return on(memberZone);
  const zone = timeZone ? zoneNamed(timeZone) : 'UTC';
  return zone === undefined ? { ...on('UTC'), doubt: unknownClock().doubt } : on(zone);
}

function wallTimeOf(dateTime: string): Temporal.PlainDateTime {
  try {
    return Temporal.PlainDateTime.from(dateTime.replace(/Z$/, ''));
  } catch {
    throw new CalendarProblem('Microsoft answered with an event whose time this server does not understand.');
  }
}
