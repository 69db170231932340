import type { Host, SlotQuery } from './rules.ts';
import { blockedByCall, openSlots } from './slots.ts';

/**
 * True if only calls keep a time from being booked: some host would be free without the calls that overlap it or are too close
 * to it. A time outside the open hours, within the notice or on a full day is closed, not taken.
 */
export function isTaken(query: Omit<SlotQuery, 'from' | 'until'>, dateTime: number): boolean {
  const hosts = query.hosts.flatMap((host): Host[] => {
    const calls = host.calls.filter((call) => {
      const { after, before } = blockedByCall(query.event, call);
      return dateTime <= after || before <= dateTime;
    });
    return calls.length === host.calls.length ? [] : [{ ...host, calls }];
  });
  return openSlots({ ...query, hosts, from: dateTime, until: dateTime + 1 }).length > 0;
}
