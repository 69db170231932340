import type { Host } from './rules.ts';

type Turn = Pick<Host, 'lastBookedAt'>;

/** Compares whose turn it is: first a host who was never booked for the event, then the one who was booked longest ago. */
export function byTurn(one: Turn, other: Turn): number {
  return (one.lastBookedAt ?? 0) - (other.lastBookedAt ?? 0);
}

/**
 * The instant that a booking stores for its host. It is later than those of all hosts of the event, so that bookings keep
 * their order within a millisecond, and on nodes whose clocks differ.
 */
export function bookedAt(hosts: readonly Turn[], now: number): number {
  return hosts.reduce((latest, { lastBookedAt }) => Math.max(latest, (lastBookedAt ?? 0) + 1), now);
}
