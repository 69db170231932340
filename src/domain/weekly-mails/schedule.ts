import { startOfDay } from '#src/lib/time/time-zones.ts';
import { dateOfDay, dayMs, dayOfDate, hourMs, minuteMs, weekdayOfDay } from '#src/lib/time/zone-offsets.ts';

// A week is named by the Monday on which its mail is sent; the mail has the numbers of the seven days before.

/** The time zones that decide when a mail is due. */
export interface MailZones {
  /** In the zone of the member, the mail comes in the morning. */
  readonly memberZone: string;
  /** In the zone of the workspace, the week of the numbers ends. */
  readonly workspaceZone: string;
}

const sendTime = '08:00';

/** The earliest instant at which 8:00 of that Monday can be anywhere: zones are at most 14 hours ahead of UTC. */
export function earliestDue(week: string): number {
  return dayOfDate(week) * dayMs + 8 * hourMs - 14 * hourMs;
}

/** When a mail is due: from 8:00 on Monday for the member, and not before the week has ended in the workspace. */
export function dueOf(week: string, { memberZone, workspaceZone }: MailZones): number {
  const morning = Temporal.PlainDate.from(week).toZonedDateTime({ timeZone: memberZone, plainTime: sendTime });
  return Math.max(morning.epochMilliseconds, startOfDay(week, workspaceZone));
}

/** A mail that could not be sent within a day of its time is left out: the application has the numbers. */
export function isTooLate(week: string, zones: MailZones, now: Date): boolean {
  return now.getTime() >= dueOf(week, zones) + dayMs;
}

/** The first week whose mail is still to come. */
export function weekToCome(zones: MailZones, now: Date): string {
  const today = Math.floor(now.getTime() / dayMs);
  // The Monday of this week in UTC, or the one before: no zone is more than a day away.
  let week = dateOfDay(today - weekdayOfDay(today) - 7);
  while (dueOf(week, zones) <= now.getTime()) week = weekAfter(week);
  return week;
}

export function weekAfter(week: string): string {
  return dateOfDay(dayOfDate(week) + 7);
}

/** The pauses after failed attempts. One more attempt follows the last pause. */
const retryMinutes = [1, 5, 30, 120, 360];

/** When a failed mail is tried again, after so many attempts; undefined for never. */
export function retryAt(attempts: number, now: Date): Date | undefined {
  const minutes = retryMinutes[attempts - 1];
  return minutes === undefined ? undefined : new Date(now.getTime() + minutes * minuteMs);
}
