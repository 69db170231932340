import { takeLink } from '../../../src/db/writes/booking-links.ts';
import { dateOfDay, dayMs } from '../../../src/lib/time/zone-offsets.ts';
import type { BenchDatabase } from '../environment/database.ts';
import {
  addEvent,
  addHost,
  addSchedule,
  type SchedulingWorkspace,
  schedulingWorkspace,
} from '../scheduling/workspace.ts';

/** Every minute of these days is a slot of each host. */
export interface OpenEvent extends SchedulingWorkspace {
  readonly eventId: number;
  readonly linkPrefix: string;
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const eventName = 'every-minute';
const duration = 30;

/** An event of so many hosts, each open round the clock, that begins at every minute. */
export async function openEvent(database: BenchDatabase, hosts: number): Promise<OpenEvent> {
  const { client } = database;
  const workspace = await schedulingWorkspace(database, { name: `Bench of neighbours ${hosts}`, hosts });
  const { workspaceId, hostIds } = workspace;
  // No limit of the workspace keeps its documents away.
  await client.query('UPDATE "Workspace" SET "graphqlCost" = 100000000 WHERE "id" = $1', [workspaceId]);
  const eventId = await addEvent(client, workspaceId, { name: eventName, duration, slotInterval: 1 });
  for (const userId of hostIds) {
    const host = { workspaceId, userId };
    const scheduleId = await addSchedule(client, host, { timeZone: 'UTC', weekdays, timings: [[0, 24 * 60]] });
    await addHost(client, workspaceId, { eventId, userId, scheduleId, priority: 0 });
  }
  const linkPrefix = `bench-${workspaceId}/${eventName}`;
  // Invitees find the workspace by it.
  await takeLink(client, linkPrefix, workspaceId);
  await client.query('ANALYZE "EventHost", "Schedule", "ScheduleDay", "ScheduleTiming"');
  return { ...workspace, eventId, linkPrefix };
}

export const timeZone = 'Europe/Berlin';
/** As many as one request may have. */
export const maxDays = 60;

/** So many dates from the day after tomorrow, the same as long as the bench runs. */
export function datesOf(days: number): { readonly from: string; readonly to: string } {
  const firstDay = Math.floor(Date.now() / dayMs) + 2;
  return { from: dateOfDay(firstDay), to: dateOfDay(firstDay + days - 1) };
}
