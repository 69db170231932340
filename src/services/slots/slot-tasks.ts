import { isMainThread } from 'node:worker_threads';
import { move } from 'piscina';
import { rulesOf, type SchedulingRow, slotQueryOf } from '#src/db/reads/scheduling-rows.ts';
import { type DatesForm, eventDatesOf } from '#src/domain/scheduling/event-dates.ts';
import { possibleStarts } from '#src/domain/scheduling/possible-starts.ts';
import type { SlotQuery } from '#src/domain/scheduling/rules.ts';
import { openSlots } from '#src/domain/scheduling/slots.ts';
import { dateOfDay, dayMs, zoneOffsets } from '#src/lib/time/zone-offsets.ts';

// What the engine does for requests, from a row to an answer. `slot-engine.ts` runs it here or in a thread, so everything
// that goes in and comes out is plain data.

/**
 * The most possible starts of all hosts that one question may be about, so that it takes a thread at most about a tenth of
 * a second. One day fits for any event: 200 hosts, round the clock, at every minute.
 */
export const maxPossibleStarts = 300_000;

interface SlotTask {
  readonly row: SchedulingRow;
  /** Slots begin in `[from, until)`. */
  readonly range: Pick<SlotQuery, 'now' | 'from' | 'until'>;
}

/** About how many starts a task looks at, if it looks at all of its range. */
export function startsOf({ row, range }: SlotTask): number {
  return possibleStarts(slotQueryOf(rulesOf(row), range));
}

export interface DatesTask extends SlotTask {
  readonly timeZone: string;
  readonly forms: readonly DatesForm[];
  /** More slots are not answered. */
  readonly maxSlots: number;
}

/**
 * The JSON text `{"data": …}` of the requested forms of the slots, in bytes, or how many slots there are where these are
 * too many. Bytes are handed to another thread without a copy, and burden no garbage collection there.
 */
export function datesJson({ row, range, timeZone, forms, maxSlots }: DatesTask): Uint8Array<ArrayBuffer> | number {
  const slots = openSlots(slotQueryOf(rulesOf(row), range));
  if (slots.length > maxSlots) return slots.length;
  const bytes = new TextEncoder().encode(JSON.stringify({ data: eventDatesOf(slots, { timeZone, forms }) }));
  return isMainThread ? bytes : (move(bytes) as typeof bytes);
}

export interface NextTask extends SlotTask {
  readonly count: number;
  /** A start that does not count. */
  readonly exceptDateTime?: number | undefined;
  /** The host who must be free, if it is a certain one. */
  readonly userId?: number | undefined;
}

/** The first starts of the range, ascending. It looks at as many possible starts as one question may be about. */
export function nextStarts({ row, range, count, exceptDateTime, userId }: NextTask): number[] {
  const rules = rulesOf(row);
  const found: number[] = [];
  let left = maxPossibleStarts;
  // Mostly the first days have enough, so that the later ones are not computed.
  for (let { from } = range, days = 1; from < range.until && found.length < count; days *= 2) {
    const query = slotQueryOf(rules, { ...range, from, until: Math.min(range.until, from + days * dayMs) });
    left -= possibleStarts(query);
    if (left < 0) break;
    for (const { dateTime, hostIds } of openSlots(query)) {
      if (dateTime !== exceptDateTime && (userId === undefined || hostIds.includes(userId))) found.push(dateTime);
    }
    from = query.until;
  }
  return found.slice(0, count);
}

export interface MonthTask extends SlotTask {
  readonly timeZone: string;
  /** The date whose starts are wanted; the first one with any by default. */
  readonly date?: string | undefined;
  /** A start that does not count. */
  readonly exceptDateTime?: number | undefined;
}

/** What a page shows of a month: all dates that have open starts, and the starts of one. */
export interface OpenDays {
  readonly dates: readonly string[];
  readonly date: string | undefined;
  readonly starts: readonly number[];
}

/** The dates of the range with open starts, and the starts of one date, both ascending. */
export function openDays({ row, range, timeZone, date, exceptDateTime }: MonthTask): OpenDays {
  const startsByDate = new Map<string, number[]>();
  const zone = zoneOffsets(timeZone, range.from, range.until);
  for (const { dateTime } of openSlots(slotQueryOf(rulesOf(row), range))) {
    if (dateTime === exceptDateTime) continue;
    const day = dateOfDay(zone.dayAt(dateTime));
    const starts = startsByDate.get(day);
    if (starts) starts.push(dateTime);
    else startsByDate.set(day, [dateTime]);
  }
  const dates = [...startsByDate.keys()];
  const shown = date ?? dates[0];
  return { dates, date: shown, starts: startsByDate.get(shown ?? '') ?? [] };
}
