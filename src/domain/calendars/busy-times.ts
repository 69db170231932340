import { z } from 'zod';
import { invalidInput } from '#src/domain/errors.ts';
import type { Problem } from '#src/domain/field-errors.ts';
import { id, utcInstant } from '#src/domain/input.ts';
import { knownUntil } from '#src/domain/scheduling/calendar-times.ts';
import type { HostConnection } from '#src/domain/scheduling/rules.ts';
import { dayMs } from '#src/lib/time/zone-offsets.ts';
import { type BusyTime, unpackBusy } from './busy.ts';

/** The busy times of a member's connected calendars within a range. */
export interface BusyTimes {
  readonly times: readonly { readonly startTime: string; readonly endTime: string }[];
  readonly unknownFrom: string | null;
}

/** The longest range of one request. */
const maxDays = 62;
/** The maximum per response: one busy time every hour and a half, day and night. */
export const maxBusyTimes = 1_000;

export const busyTimesInput = z.object({
  userId: id().optional().describe('User id of the member who owns the calendars. Default: the caller.'),
  from: utcInstant().describe('Start of the range: an ISO 8601 instant with `Z` or an offset.'),
  to: utcInstant().describe(
    `End of the range, exclusive: an ISO 8601 instant with \`Z\` or an offset, at most ${maxDays} days after \`from\`.`,
  ),
});

export type BusyTimesInput = z.output<typeof busyTimesInput>;

interface Range {
  readonly from: number;
  readonly until: number;
}

/** The range in epoch milliseconds; throws where it is empty or too long. */
export function requireRange({ from: first, to: last }: Pick<BusyTimesInput, 'from' | 'to'>): Range {
  const [from, until] = [Date.parse(first), Date.parse(last)];
  const refused = (problem: Omit<Problem, 'path'>) => invalidInput([{ path: ['to'], ...problem }]);
  if (until <= from) throw refused({ code: 'conflict', message: 'Must be after from' });
  if (until - from <= maxDays * dayMs) return { from, until };
  throw refused({ code: 'out_of_range', message: `Must be at most ${maxDays} days after from` });
}

/** Merges busy times that overlap or touch, to hide how many calendars or entries there are. */
export function busyTimesOf(
  calendarConnections: readonly HostConnection[],
  { now, from, until }: Range & { readonly now: number },
): BusyTimes {
  const all = calendarConnections
    .flatMap(({ calendars }) => calendars.flatMap(({ busy }) => unpackBusy(busy, from, until)))
    .sort((one, other) => one.start - other.start);
  const merged: BusyTime[] = [];
  for (const { start, end } of all) {
    const last = merged.at(-1);
    if (last && start <= last.end) merged[merged.length - 1] = { ...last, end: Math.max(last.end, end) };
    else merged.push({ start, end });
  }
  const known = knownUntil({ calendarConnections }, now);
  return {
    times: merged.map(({ start, end }) => ({
      startTime: textOf(Math.max(start, from)),
      endTime: textOf(Math.min(end, until)),
    })),
    unknownFrom: known < until ? textOf(Math.max(known, from)) : null,
  };
}

function textOf(instant: number): string {
  return new Date(instant).toISOString();
}
