import type { Host, HostConnection } from './rules.ts';

/** True if the stored times of a connection still count. Unreadable calendars are unknown, and never free. */
export function isReadable({ readableUntil }: HostConnection, now: number): boolean {
  return readableUntil !== null && readableUntil > now;
}

/**
 * The instant until which all busy times of a host's calendars are known: `Infinity` for a host without calendars, `-Infinity`
 * if one was never read or cannot be read any more.
 */
export function knownUntil({ calendarConnections }: Pick<Host, 'calendarConnections'>, now: number): number {
  let known = Infinity;
  for (const connection of calendarConnections) {
    if (!isReadable(connection, now)) return -Infinity;
    for (const { busyUntil } of connection.calendars) known = Math.min(known, busyUntil ?? -Infinity);
  }
  return known;
}
