import { allHours } from '../../support/bookable-events.ts';
import type { Factories, Member } from '../../support/factories.ts';
import { askQuestions } from './form.ts';

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

/** Zones that never change their offset, so that the expected slots need no calendar. In minutes. */
const offsets = { UTC: 0, 'Asia/Kolkata': 330, 'America/Phoenix': -420, 'Asia/Kathmandu': 345 };

const rules = [
  { duration: 30, slotInterval: 15, bufferBefore: 0, bufferAfter: 60, dailyLimit: null, hosts: [0, 1] },
  { duration: 45, slotInterval: null, bufferBefore: 90, bufferAfter: 0, dailyLimit: null, hosts: [1, 2, 3] },
  { duration: 60, slotInterval: 30, bufferBefore: 30, bufferAfter: 45, dailyLimit: 3, hosts: [0, 2, 3] },
] as const;

interface Host extends Member {
  readonly scheduleId: number;
  /** Minutes to add to an instant for the wall clock of the schedule. */
  readonly offset: number;
}

type Rules = Omit<(typeof rules)[number], 'hosts'>;
export type CalendarEvent = Rules & { readonly id: number; readonly hosts: readonly Host[] };

/** Three events with different rules that share four hosts in different zones. */
export interface Calendars {
  readonly workspaceId: number;
  readonly key: string;
  readonly hosts: readonly Host[];
  readonly events: readonly CalendarEvent[];
}

export async function calendars(app: Factories): Promise<Calendars> {
  const owner = await app.workspace({ timeZone: 'Europe/Berlin' });
  const { workspaceId } = owner;
  const hosts: Host[] = [];
  for (const [timeZone, offset] of Object.entries(offsets)) {
    const member = await app.member(workspaceId, 'CLOSER');
    hosts.push({ ...member, offset, scheduleId: await app.schedule(member, { timeZone, hours: allHours }) });
  }
  const events: CalendarEvent[] = [];
  for (const [number, { hosts: places, ...rule }] of rules.entries()) {
    const texts = { name: 'Review', linkPrefix: `load-${workspaceId}/review-${number}`, callType: 'STRATEGY_EVENT' };
    const { id } = await app.insert('Event', { workspaceId, ...texts, ...rule, bookingWindow: null });
    for (const place of places) {
      const { userId, scheduleId } = hosts[place] as Host;
      await app.insert('EventHost', { workspaceId, eventId: id, userId, scheduleId, priority: place === 1 ? 1 : 0 });
    }
    await askQuestions(app, workspaceId, id);
    events.push({ id, ...rule, hosts: places.map((place) => hosts[place] as Host) });
  }
  return { workspaceId, key: await app.apiKey(owner), hosts, events };
}

/** Opens all hours of all hosts again, and every event. */
export async function openAll(app: Factories, { workspaceId }: Calendars): Promise<void> {
  for (const sql of [
    `UPDATE "Event" SET "status" = 'ACTIVATED' WHERE "workspaceId" = $1`,
    'UPDATE "ScheduleTiming" SET "startMinute" = 0, "endMinute" = 1440 WHERE "workspaceId" = $1',
    'DELETE FROM "ScheduleOverride" WHERE "workspaceId" = $1',
    'DELETE FROM "TimeOff" WHERE "workspaceId" = $1',
  ]) {
    await app.sql(sql, [workspaceId]);
  }
}

interface LiveCall {
  readonly eventId: number;
  readonly userId: number;
  readonly start: number;
  readonly end: number;
}

export async function liveCalls(app: Factories, { workspaceId }: Calendars): Promise<LiveCall[]> {
  return app.sql(
    `SELECT "eventId", "userId", (extract(epoch FROM "dateTime") * 1000)::float8 AS "start",
       (extract(epoch FROM "endTime") * 1000)::float8 AS "end"
     FROM "EventCall" WHERE "workspaceId" = $1 AND "status" <> 'CANCELLED'`,
    [workspaceId],
  );
}

/** The slots of an event whose hosts are open at all hours, in the range, with the ids of the free hosts ascending. */
export function expectedSlots(
  { events }: Calendars,
  event: CalendarEvent,
  { calls, from, until }: { calls: readonly LiveCall[]; from: number; until: number },
): { dateTime: string; hostIds: number[] }[] {
  const slots: { dateTime: string; hostIds: number[] }[] = [];
  const step = (event.slotInterval ?? event.duration) * minuteMs;
  const rulesOf = (id: number) => events.find((each) => each.id === id) as CalendarEvent;
  for (let start = from; start < until; start += 15 * minuteMs) {
    const end = start + event.duration * minuteMs;
    const hosts = event.hosts.filter(({ userId, offset }) => {
      const own = calls.filter((call) => call.userId === userId);
      const dayOf = (instant: number) => Math.floor((instant + offset * minuteMs) / dayMs);
      const sameDay = own.filter((call) => call.eventId === event.id && dayOf(call.start) === dayOf(start));
      const isApart = own.every((call) => {
        const other = rulesOf(call.eventId);
        const gapAfter = Math.max(event.bufferAfter, other.bufferBefore) * minuteMs;
        const gapBefore = Math.max(other.bufferAfter, event.bufferBefore) * minuteMs;
        return end + gapAfter <= call.start || call.end + gapBefore <= start;
      });
      return (start + offset * minuteMs) % step === 0 && isApart && sameDay.length < (event.dailyLimit ?? Infinity);
    });
    const hostIds = hosts.map(({ userId }) => userId).sort((one, other) => one - other);
    if (hostIds.length > 0) slots.push({ dateTime: new Date(start).toISOString(), hostIds });
  }
  return slots;
}
