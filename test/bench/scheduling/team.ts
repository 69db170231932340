import { addInvitee, inviteeKeyOf } from '../../../src/db/writes/invitees.ts';
import { rebuildRollups } from '../../../src/db/writes/rollup-maintenance.ts';
import { dateOfDay, dayMs } from '../../../src/lib/time/zone-offsets.ts';
import type { BenchDatabase } from '../environment/database.ts';
import { addEvent, addHost, addSchedule, type SchedulingWorkspace, schedulingWorkspace } from './workspace.ts';

export const teamSize = 50;
const callsOfHost = 100;
const zones = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'America/Los_Angeles', 'Europe/London'];
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
const timings = [
  [9 * 60, 12 * 60],
  [13 * 60, 17 * 60],
] as const;

export interface Team extends SchedulingWorkspace {
  /** An event with the first host, and one with all. */
  readonly eventIds: { readonly one: number; readonly all: number };
  /** The first requested day, as a number of days from 1970-01-01. */
  readonly firstDay: number;
}

/**
 * 50 hosts in five zones, each with 100 calls in the next 60 days, a closed date, a short date and two days off. The
 * asked dates begin the day after tomorrow, so that the notice of the event changes nothing while the bench runs.
 */
export async function benchTeam(database: BenchDatabase, name = 'Bench of eventDates'): Promise<Team> {
  const { client } = database;
  const workspace = await schedulingWorkspace(database, { name, hosts: teamSize });
  const { workspaceId, hostIds } = workspace;
  const rules = { duration: 30, slotInterval: 15, bufferBefore: 10, bufferAfter: 5, minimumNotice: 120, dailyLimit: 4 };
  const eventIds = {
    one: await addEvent(client, workspaceId, { ...rules, name: 'one-host' }),
    all: await addEvent(client, workspaceId, { ...rules, name: 'all-hosts' }),
  };
  const other = await addEvent(client, workspaceId, { name: 'other', duration: 45, slotInterval: 45, bufferAfter: 15 });
  const firstDay = Math.floor(Date.now() / dayMs) + 2;
  for (const [index, userId] of hostIds.entries()) {
    const scheduleId = await addHostSchedule(client, { workspaceId, userId }, { index, firstDay });
    await addHost(client, workspaceId, { eventId: eventIds.all, userId, scheduleId, priority: index % 3 });
    if (index === 0) await addHost(client, workspaceId, { eventId: eventIds.one, userId, scheduleId, priority: 0 });
  }
  await addCalls(client, workspace, { eventIds: [eventIds.all, other], start: firstDay * dayMs });
  return { ...workspace, eventIds, firstDay };
}

/** A schedule of the host with this index, in one of five zones, with exceptions about this day. Returns its id. */
export async function addHostSchedule(
  client: BenchDatabase['client'],
  host: { readonly workspaceId: number; readonly userId: number },
  { index, firstDay }: { readonly index: number; readonly firstDay: number },
): Promise<number> {
  const timeZone = zones[index % zones.length] as string;
  const scheduleId = await addSchedule(client, host, { timeZone, weekdays, timings });
  await addExceptions(client, { ...host, scheduleId }, firstDay + (index % 40));
  return scheduleId;
}

async function addExceptions(
  client: BenchDatabase['client'],
  { workspaceId, userId, scheduleId }: { workspaceId: number; userId: number; scheduleId: number },
  day: number,
): Promise<void> {
  await client.query(
    `INSERT INTO "ScheduleOverride" ("workspaceId", "scheduleId", "date", "startMinutes", "endMinutes")
     VALUES ($1, $2, $3, '{}', '{}'), ($1, $2, $4, '{600}', '{720}')`,
    [workspaceId, scheduleId, dateOfDay(day), dateOfDay(day + 3)],
  );
  await client.query(
    `INSERT INTO "TimeOff" ("workspaceId", "userId", "startTime", "endTime")
     VALUES ($1, $2, to_timestamp($3::float8), to_timestamp($4::float8))`,
    [workspaceId, userId, ((day + 9) * dayMs) / 1000, ((day + 11) * dayMs) / 1000],
  );
}

/** SQL of who all calls are with. */
const invitee = { name: `'Invitee'`, email: 'NULL', phoneNumber: 'NULL' };

/** A call every 14 hours and 15 minutes, at another minute for each host, in turn of the two events. */
export async function addCalls(
  client: BenchDatabase['client'],
  { workspaceId, hostIds }: SchedulingWorkspace,
  { eventIds, start }: { readonly eventIds: readonly [number, number]; readonly start: number },
): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO "Contact" ("workspaceId", "previewId", "email") VALUES ($1::int, 'contact_bench_' || $1, 'invitee@example.com')
     RETURNING "id"`,
    [workspaceId],
  );
  await client.query('BEGIN');
  await addInvitee(client, workspaceId, { inviteeName: 'Invitee', inviteeEmail: null, phoneNumber: null });
  await client.query(
    `INSERT INTO "EventCall" ("workspaceId", "previewId", "eventId", "contactId", "userId", "callType", "dateTime",
       "endTime", "duration", "timeZone", "inviteeKey", "inviteeName", "location")
     SELECT $1::int, 'call_bench_' || $1 || '_' || h.n || '_' || k, e.id, $2, h.id, 'STRATEGY_EVENT', at,
       at + make_interval(mins => e.duration), e.duration, 'UTC', ${inviteeKeyOf(invitee)}, 'Invitee', 'ZOOM'
     FROM unnest($3::int[]) WITH ORDINALITY h(id, n), generate_series(0, $4::int - 1) k,
       LATERAL (SELECT * FROM (VALUES (0, $5::int, 30), (1, $6::int, 45)) e(turn, id, duration) WHERE e.turn = k % 2) e,
       LATERAL (SELECT to_timestamp($7::float8 + (k * 855 + h.n * 5) * 60)) c(at)`,
    [workspaceId, rows[0]?.id, hostIds, callsOfHost, ...eventIds, start / 1000],
  );
  await rebuildRollups(client, workspaceId);
  await client.query('COMMIT');
  await client.query('ANALYZE "EventCall", "EventHost", "Schedule", "ScheduleDay", "ScheduleTiming"');
}

/** How many calls of the team there are. */
export const callsOfTeam = teamSize * callsOfHost;
