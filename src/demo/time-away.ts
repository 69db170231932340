import type pg from 'pg';
import { generateFeedSecret } from '#src/domain/calendars/feed.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { demoPlan } from './demo-plan.ts';
import { RowWriter } from './row-writer.ts';
import { dayMs, iso, minuteMs, wallClock } from './wall-clock.ts';

interface TimeAway {
  workspaceId: number;
  userId: number;
  timeZone: string;
  todayMs: number;
  now: Date;
}

/** Adds a holiday after the last call, and a feed whose address nobody has. */
export async function insertTimeAway(client: pg.ClientBase, { workspaceId, userId, timeZone, todayMs, now }: TimeAway) {
  const createdAt = iso(todayMs - 12 * dayMs);
  const writer = new RowWriter(client, { workspaceId, createdAt, updatedAt: createdAt });
  const [startMs, endMs] = [14, 21].map((days) => todayMs + (demoPlan.futureDays + days) * dayMs) as [number, number];
  const instantOf = wallClock(timeZone, startMs, endMs);
  writer.add('TimeOff', [{ userId, startTime: iso(instantOf(startMs)), endTime: iso(instantOf(endMs)) }]);
  const tokenHash = sha256(generateFeedSecret(workspaceId));
  writer.add('CalendarFeed', [{ userId, scope: 'OWN', tokenHash, lastReadAt: iso(now.getTime() - 40 * minuteMs) }]);
  await writer.write();
}
