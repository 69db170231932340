import { isMainThread } from 'node:worker_threads';
import { move } from 'piscina';
import { rulesOf, type SchedulingRow, slotQueryOf } from '#src/db/reads/scheduling-rows.ts';
import { type DatesForm, eventDatesOf } from '#src/domain/scheduling/event-dates.ts';
import { possibleStarts } from '#src/domain/scheduling/possible-starts.ts';
import type { SlotQuery } from '#src/domain/scheduling/rules.ts';
import { openSlots } from '#src/domain/scheduling/slots.ts';
import { dateOfDay, dayMs, zoneOffsets } from '#src/lib/time/zone-offsets.ts';

// Runs slot queries, from a row to a response. `slot-engine.ts` runs them in the main thread or in another one, so all input
// and output is plain data.

/**
 * The maximum number of possible starts of all hosts in one slot query, so that it takes a thread about a tenth of a second at
 * most. One day of any event fits: 200 hosts, round the clock, at every minute.
 */
export const maxPossibleStarts = 300_000;

interface SlotTask {
  readonly row: SchedulingRow;
  /** Slots begin in `[from, until)`. */
  readonly range: Pick<SlotQuery, 'now' | 'from' | 'until'>;
}

/** Estimates how many starts a task examines if it covers its whole range. */
export function startsOf({ row, range }: SlotTask): number {
  return possibleStarts(slotQueryOf(rulesOf(row), range));
}

export interface DatesTask extends SlotTask {
  readonly timeZone: string;
  readonly forms: readonly DatesForm[];
  /** More slots than this are refused. */
  readonly maxSlots: number;
}

/**
 * The JSON text `{"data": …}` of the requested forms of the slots, in bytes, or the number of slots if there are too many.
 * Bytes are transferred between threads without a copy and do not burden garbage collection there.
 */
export function datesJson({ row, range, timeZone, forms, maxSlots }: DatesTask): Uint8Array<ArrayBuffer> | number {
  const slots = openSlots(slotQueryOf(rulesOf(row), range));
  if (slots.length > maxSlots) return slots.length;
  const bytes = new TextEncoder().encode(JSON.stringify({ data: eventDatesOf(slots, { timeZone, forms }) }));
  return isMainThread ? bytes : (move(bytes) as typeof bytes);
}

export interface NextTask extends SlotTask {
  readonly count: number;
  /** A start to leave out. */
  readonly exceptDateTime?: number | undefined;
  /** The host who must be free, if the query names one. */
  readonly userId?: number | undefined;
}

/** The first starts of the range, ascending. Examines at most as many possible starts as one slot query allows. */
export function nextStarts({ row, range, count, exceptDateTime, userId }: NextTask): number[] {
  const rules = rulesOf(row);
  const found: number[] = [];
  let left = maxPossibleStarts;
  // Usually the first days have enough starts, so the later ones are not computed.
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
  /** The date whose starts are requested; by default the first one with any. */
  readonly date?: string | undefined;
  /** A start to leave out. */
  readonly exceptDateTime?: number | undefined;
}

/** The part of a month that a page shows: all dates with open starts, and the starts of one date. */
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
