import { z } from 'zod';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { type Doubt, unknownClock } from '#src/lib/icalendar/wall-clock.ts';
import { zoneNamed } from '#src/lib/time/zone-named.ts';

/** A wall time with seven decimals, and its zone. */
export const graphTime = z.object({ dateTime: z.string(), timeZone: z.string().nullish() });

interface TimeOptions {
  /** The zone for times that are not bound to a zone. */
  readonly memberZone: string;
  /** True if the time bounds an all-day event. */
  readonly isDay: boolean;
}

interface GraphInstant {
  readonly instant: number;
  /** If the zone is unknown, how much earlier and later the instant may be, in milliseconds. */
  readonly doubt?: Doubt;
}

/** Requests ask for UTC. Microsoft names another zone if it cannot convert: a Windows, IANA or customized zone. */
export function instantOf(
  { dateTime, timeZone }: z.infer<typeof graphTime>,
  { memberZone, isDay }: TimeOptions,
): GraphInstant {
  const wallTime = wallTimeOf(dateTime);
  const on = (zone: string) => ({ instant: wallTime.toZonedDateTime(zone).epochMilliseconds });
  // All-day events are in the zone of the person who views the calendar.
  if (isDay && wallTime.toPlainTime().equals('00:00')) return on(memberZone);
  const zone = timeZone ? zoneNamed(timeZone) : 'UTC';
  return zone === undefined ? { ...on('UTC'), doubt: unknownClock().doubt } : on(zone);
}

function wallTimeOf(dateTime: string): Temporal.PlainDateTime {
  try {
    return Temporal.PlainDateTime.from(dateTime.replace(/Z$/, ''));
  } catch {
    throw new CalendarProblem('Microsoft returned an event with a time that this server does not understand.');
  }
}
