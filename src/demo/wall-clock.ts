import { type Weekday, weekdays } from '#src/domain/availabilities/availability.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The start of an instant's UTC day. All times of a generated workspace are relative to it. */
export function utcDay(instant: Date): number {
  return Math.floor(instant.getTime() / dayMs) * dayMs;
}

export function iso(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** `YYYY-MM-DD` */
export function isoDate(epochMs: number): string {
  return iso(epochMs).slice(0, 10);
}

/** The weekday of a UTC day. */
export function weekdayOf(epochMs: number): Weekday {
  return weekdays[(new Date(epochMs).getUTCDay() + 6) % 7] as Weekday;
}

interface Period {
  offsetMs: number;
  fromMs: number;
  untilMs: number;
}

/**
 * Converts wall-clock times of a zone to instants. A wall-clock time is given as if it were UTC, in epoch milliseconds. The few
 * offset changes of the zone are read once, because reading them for thousands of times would take longer than everything else.
 * A repeated time is the first of the two; a skipped time is the moment of the skip.
 */
export function wallClock(timeZone: string, fromMs: number, untilMs: number): (wallMs: number) => number {
  const periods = [...periodsOf(timeZone, fromMs - dayMs, untilMs + dayMs)];
  return (wallMs) => {
    const period = periods.find(({ offsetMs, untilMs: end }) => wallMs - offsetMs < end);
    if (!period)
      throw new RangeError(`${iso(wallMs)} is outside the range that the clock of ${timeZone} was made for.`);
    return Math.max(period.fromMs, wallMs - period.offsetMs);
  };
}

function* periodsOf(timeZone: string, fromMs: number, untilMs: number): Generator<Period> {
  for (let start = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(timeZone); ; ) {
    const next = start.getTimeZoneTransition('next');
    const end = Math.min(next?.epochMilliseconds ?? untilMs, untilMs);
    yield { offsetMs: start.offsetNanoseconds / 1e6, fromMs: start.epochMilliseconds, untilMs: end };
    if (!next || end === untilMs) return;
    start = next;
  }
}
