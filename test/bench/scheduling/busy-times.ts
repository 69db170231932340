import { type BusyTime, packBusy } from '../../../src/domain/calendars/busy.ts';
import { dayMs, minuteMs } from '../../../src/lib/time/zone-offsets.ts';
import type { BenchDatabase } from '../environment/database.ts';

interface BusyDraft {
  readonly workspaceId: number;
  readonly hostIds: readonly number[];
  readonly calendarsOfHost: number;
  readonly timesOfCalendar: number;
  /** The times are spread over so many days from this one. */
  readonly firstDay: number;
  readonly days: number;
}

/** Gives each host a connection, which is believed for a day, with calendars that hold busy times of 15 minutes to 2 hours. */
export async function addBusyTimes(
  client: BenchDatabase['client'],
  { workspaceId, hostIds, calendarsOfHost, timesOfCalendar, firstDay, days }: BusyDraft,
): Promise<void> {
  await client.query('DELETE FROM "CalendarConnection" WHERE "workspaceId" = $1', [workspaceId]);
  for (const [host, userId] of hostIds.entries()) {
    const { rows } = await client.query<{ id: number }>(
      `INSERT INTO "CalendarConnection" ("workspaceId", "userId", "kind", "name", "secret", "readableUntil", "nextReadAt")
       VALUES ($1, $2, 'ICS', 'Bench', '', now() + interval '1 day', now() + interval '1 day') RETURNING "id"`,
      [workspaceId, userId],
    );
    for (let calendar = 0; calendar < calendarsOfHost; calendar++) {
      const shift = host * calendarsOfHost + calendar;
      const busy = packBusy(timesOf({ count: timesOfCalendar, from: firstDay * dayMs, days, shift }));
      await client.query(
        `INSERT INTO "Calendar" ("workspaceId", "connectionId", "externalId", "name", "isWritable", "busy", "busyUntil")
         VALUES ($1, $2, $3::text, $3::text, false, $4, now() + interval '365 days')`,
        [workspaceId, rows[0]?.id, `bench-${calendar}`, busy],
      );
    }
  }
  await client.query('ANALYZE "CalendarConnection", "Calendar"');
}

/** They lie apart from each other, at other minutes in each calendar. */
function timesOf({ count, from, days, shift }: { count: number; from: number; days: number; shift: number }) {
  const step = Math.floor((days * dayMs) / count / minuteMs);
  return Array.from({ length: count }, (_, index): BusyTime => {
    const minutes = Math.min(step - 1, 15 * (1 + ((index + shift) % 8)));
    const start = from + (index * step + ((index * 7 + shift * 13) % (step - minutes))) * minuteMs;
    return { start, end: start + minutes * minuteMs };
  });
}
