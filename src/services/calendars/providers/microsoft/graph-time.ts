import { findIana } from 'windows-iana';
import { z } from 'zod';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { isTimeZone } from '#src/lib/time/time-zones.ts';

/** A wall time with seven decimals, and the zone that it is of. */
export const graphTime = z.object({ dateTime: z.string(), timeZone: z.string().nullish() });

interface TimeOptions {
  /** Of times that are not bound to a zone. */
  readonly memberZone: string;
  /** Whether it bounds an event of whole days. */
  readonly isDay: boolean;
}

/** Microsoft was asked for UTC, and names another zone where it cannot convert. */
export function instantOf(
  { dateTime, timeZone }: z.infer<typeof graphTime>,
  { memberZone, isDay }: TimeOptions,
): number {
  const wallTime = wallTimeOf(dateTime);
  // Whole days are those of whoever looks at the calendar.
  const isMidnight = wallTime.toPlainTime().equals('00:00');
  const zone = isDay && isMidnight ? memberZone : zoneOf(timeZone, memberZone);
  return wallTime.toZonedDateTime(zone).epochMilliseconds;
}

function wallTimeOf(dateTime: string): Temporal.PlainDateTime {
  try {
    return Temporal.PlainDateTime.from(dateTime.replace(/Z$/, ''));
  } catch {
    throw new CalendarProblem('Microsoft answered with an event whose time this server does not understand.');
  }
}

/** Zones have the names of Windows as well as those of IANA. A customized one has no name that says which it is. */
function zoneOf(name: string | null | undefined, memberZone: string): string {
  if (!name || name === 'UTC') return 'UTC';
  const known = findIana(name)[0] ?? name;
  return isTimeZone(known) ? known : memberZone;
}
