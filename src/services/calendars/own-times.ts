import type { Database } from '#src/db/database.ts';
import type { StoredConnection } from '#src/db/reads/calendar-connections.ts';
import { readEnteredCalls } from '#src/db/reads/calendar-entries.ts';
import type { BusyTime } from '#src/domain/calendars/busy.ts';
import { minuteMs } from '#src/lib/time/zone-offsets.ts';
import type { BusyRead } from './providers/provider.ts';

interface ReadOfCalendar {
  readonly connection: Pick<StoredConnection, 'workspaceId' | 'userId'>;
  readonly calendarId: number;
  readonly read: BusyRead;
}

export function previewIdOf(uid: string): string {
  return uid.slice(0, uid.lastIndexOf('@'));
}

/**
 * Our own entries that count as busy: those of calls with another host, of other workspaces or of no call, and those that the
 * host has moved in the calendar. An entry of the host's own call is left out only at the time of the call, because the call
 * itself already counts.
 */
export async function ownTimesAsBusy(
  db: Pick<Database, 'run'>,
  { connection: { workspaceId, userId }, calendarId, read: { own } }: ReadOfCalendar,
): Promise<BusyTime[]> {
  if (own.length === 0) return [];
  const previewIds = [...new Set(own.map(({ uid }) => previewIdOf(uid)))];
  const calls = await readEnteredCalls(db, { workspaceId, userId, calendarId, previewIds });
  const known = new Set(
    calls.map((call) => timeKey(call.previewId, { start: Date.parse(call.dateTime), end: Date.parse(call.endTime) })),
  );
  return own.filter((time) => !known.has(timeKey(previewIdOf(time.uid), time)));
}

/** Compares minutes, because calendars drop seconds. */
function timeKey(previewId: string, { start, end }: BusyTime): string {
  return [previewId, Math.floor(start / minuteMs), Math.floor(end / minuteMs)].join(' ');
}
