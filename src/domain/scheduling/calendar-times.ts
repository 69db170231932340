import type { Host, HostConnection } from './rules.ts';

/** Whether the stored times of a connection are believed. One that cannot be read is unknown, and never free. */
export function isReadable({ readableUntil }: HostConnection, now: number): boolean {
  return readableUntil !== null && readableUntil > now;
}

/**
 * Until when all busy times of a host's calendars are known: `Infinity` for a host without calendars, `-Infinity` where one
 * was never read or cannot be read any more.
 */
export function knownUntil({ calendarConnections }: Pick<Host, 'calendarConnections'>, now: number): number {
  let known = Infinity;
  for (const connection of calendarConnections) {
    if (!isReadable(connection, now)) return -Infinity;
    for (const { busyUntil } of connection.calendars) known = Math.min(known, busyUntil ?? -Infinity);
  }
  return known;
}
