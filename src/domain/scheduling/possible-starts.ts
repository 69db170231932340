import { dayMs } from '#src/lib/time/zone-offsets.ts';
import { timingsOfDay } from './open-time.ts';
import type { ScheduleRules, SlotQuery } from './rules.ts';

type StartsQuery = Pick<SlotQuery, 'event' | 'now' | 'from' | 'until'> & {
  readonly hosts: readonly { readonly schedule: ScheduleRules }[];
};

/**
 * Estimates how many starts a slot query checks: those in the open time of each host, taken or not. Days are UTC days, so the
 * estimate is off by the open time in the hours between the zones.
 */
export function possibleStarts({ event, hosts, now, from, until }: StartsQuery): number {
  const step = event.slotInterval ?? event.duration;
  const end = event.bookingWindow === null ? until : Math.min(until, now + (event.bookingWindow + 2) * dayMs);
  let starts = 0;
  for (let day = Math.floor(from / dayMs); day * dayMs < end; day++) {
    const part = (Math.min(end, (day + 1) * dayMs) - Math.max(from, day * dayMs)) / dayMs;
    for (const { schedule } of hosts) {
      for (const [first, last] of timingsOfDay(schedule, day)) starts += part * Math.ceil((last - first) / step);
    }
  }
  return Math.ceil(starts);
}
