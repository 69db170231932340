import { dayMs, minuteMs } from '../../../src/lib/time/zone-offsets.ts';
import type { BenchDatabase } from '../environment/database.ts';
import {
  addEvent,
  addHost,
  addSchedule,
  bookedTables,
  emptyTable,
  type SchedulingWorkspace,
  schedulingWorkspace,
} from './workspace.ts';

const duration = 15;
/** So many calls a day has each host once all slots of the bench are booked. */
const callsPerDay = 8;
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

export interface BookedEvent {
  readonly workspace: SchedulingWorkspace;
  readonly eventId: number;
  readonly hostIds: readonly number[];
  readonly customFieldId: number;
}

/** What a booker sends. */
export interface Booking {
  readonly eventId: number;
  readonly dateTime: string;
  readonly timeZone: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly secondaryQuestionsAnswer: readonly { readonly customFieldId: number; readonly answer: readonly string[] }[];
}

/** A workspace with one event of so many hosts, two questions to the invitee, and one custom field of calls. */
export async function bookedEvent({ client, ...database }: BenchDatabase, hosts: number): Promise<BookedEvent> {
  const name = `Bench of booking ${hosts}`;
  const workspace = await schedulingWorkspace({ client, ...database }, { name, hosts });
  const { workspaceId, hostIds } = workspace;
  const slotInterval = (24 * 60) / (callsPerDay * hosts);
  const eventId = await addEvent(client, workspaceId, { name: 'booking', duration, slotInterval });
  for (const userId of hostIds) {
    const host = { workspaceId, userId };
    const scheduleId = await addSchedule(client, host, { timeZone: 'UTC', weekdays, timings: [[0, 24 * 60]] });
    await addHost(client, workspaceId, { eventId, userId, scheduleId, priority: 0 });
  }
  await client.query(
    `INSERT INTO "InviteeQuestion" ("workspaceId", "eventId", "statement", "type", "displayIndex")
     VALUES ($1, $2, 'Your name', 'NAME', 0), ($1, $2, 'Your e-mail address', 'EMAIL', 1)`,
    [workspaceId, eventId],
  );
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO "CustomField" ("workspaceId", "name", "identifier", "type", "inputType")
     VALUES ($1, 'Goal', 'goal', 'CALL', 'TEXT')
     ON CONFLICT ("workspaceId", "type", "identifier") DO UPDATE SET "name" = excluded."name" RETURNING "id"`,
    [workspaceId],
  );
  const customFieldId = rows[0]?.id ?? 0;
  await client.query(
    'INSERT INTO "EventSecondaryQuestion" ("workspaceId", "eventId", "customFieldId", "required") VALUES ($1, $2, $3, true)',
    [workspaceId, eventId, customFieldId],
  );
  return { workspace, eventId, hostIds, customFieldId };
}

/** The booking with this number: of a slot of its own, by a person who is not known yet. */
export function bookingOf({ eventId, hostIds, customFieldId }: BookedEvent, number: number): Booking {
  const firstDay = Math.floor(Date.now() / dayMs) + 30;
  const minutes = (number * 24 * 60) / (callsPerDay * hostIds.length);
  return {
    eventId,
    dateTime: new Date(firstDay * dayMs + minutes * minuteMs).toISOString(),
    timeZone: 'Europe/Berlin',
    email: `booker-${number}@example.com`,
    firstName: 'Ada',
    lastName: 'Lovelace',
    secondaryQuestionsAnswer: [{ customFieldId, answer: ['More customers'] }],
  };
}

/** Deletes all bookings, and what they leave in the tables and indexes. */
export async function resetBookings(client: BenchDatabase['client'], { workspace }: BookedEvent): Promise<void> {
  for (const table of bookedTables) await emptyTable(client, table, workspace.workspaceId);
  await client.query(`VACUUM (ANALYZE) ${bookedTables.map((table) => `"${table}"`).join(', ')}`);
}
