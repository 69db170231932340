// Clocks from VTIMEZONE and from the time zone database. `ical.js` 2.2 cannot replace them: it converts some times wrongly, as
// `zones.ts` says, and brings no time zone database.

import { hourMs } from '#src/lib/time/zone-offsets.ts';

/** How much earlier and later an instant may be than a clock says, in milliseconds. */
export interface Doubt {
  readonly early: number;
  readonly late: number;
}

const noDoubt: Doubt = { early: 0, late: 0 };

/** The clock of a zone: its offsets, and the instants from which they apply. */
export class WallClock {
  readonly doubt: Doubt;
  /** Ascending; the first offset applies to all earlier instants too. */
  readonly #starts: readonly number[];
  readonly #offsets: readonly number[];
  /** The time that the clock would show at each start if its offset did not change then. */
  readonly #wallStarts: readonly number[];

  constructor(changes: readonly (readonly [start: number, offset: number])[], doubt = noDoubt) {
    this.doubt = doubt;
    this.#starts = changes.map(([start]) => start);
    this.#offsets = changes.map(([, offset]) => offset);
    this.#wallStarts = this.#starts.map((start, index) => start + (this.#offsets[Math.max(0, index - 1)] as number));
  }

  /**
   * The instant at which the clock shows a time, as RFC 5545 says (section 3.3.5): the first of two; a time that the clock
   * skips has the offset from before the gap.
   */
  instantOf(wall: number): number {
    const index = lastAtMost(this.#wallStarts, wall);
    const instant = wall - (this.#offsets[index] as number);
    const isSkipped = index > 0 && instant < (this.#starts[index] as number);
    return isSkipped ? wall - (this.#offsets[index - 1] as number) : instant;
  }

  /** The time that the clock shows at an instant. */
  wallAt(instant: number): number {
    return instant + (this.#offsets[lastAtMost(this.#starts, instant)] as number);
  }

  /** True if both clocks show the same time at each instant of `[from, until)`. */
  agreesWith(other: WallClock, from: number, until: number): boolean {
    const changes = [...this.#starts, ...other.#starts].filter((start) => start > from && start < until);
    return [from, ...changes].every((instant) => this.wallAt(instant) === other.wallAt(instant));
  }
}

/** The index of the last number that is at most `limit`; 0 where there is none. */
function lastAtMost(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] as number) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

export const utcClock = new WallClock([[0, 0]]);

/** The clock of an unknown zone: UTC, with a doubt. Real clocks are at most 14 hours ahead of it, and 12 behind. */
export function unknownClock(): WallClock {
  return new WallClock([[0, 0]], { early: 14 * hourMs, late: 12 * hourMs });
}

/** The changes of an IANA zone in `[from, until)`; before and after, the nearest offset holds. */
export function zoneClock(timeZone: string, from: number, until: number): WallClock {
  const changes: [number, number][] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone);
  while (at && at.epochMilliseconds < until) {
    changes.push([at.epochMilliseconds, at.offsetNanoseconds / 1e6]);
    at = at.getTimeZoneTransition('next');
  }
  return new WallClock(changes);
}
