import { takeLink } from '../../../src/db/writes/booking-links.ts';
import { dateOfDay, dayMs, dayOfDate } from '../../../src/lib/time/zone-offsets.ts';
import type { BenchDatabase } from '../environment/database.ts';
import { addCalls, addHostSchedule } from './team.ts';
import { addEvent, addHost, schedulingWorkspace } from './workspace.ts';

export const hostsOfEvent = 20;
const workspaceCount = 10;
const eventsOfWorkspace = 5;

export interface PageEvents {
  readonly linkPrefixes: readonly string[];
  /** The month after this one, `YYYY-MM`: whole on each day of a month. */
  readonly month: string;
  readonly from: string;
  readonly to: string;
}

/**
 * As many live events as there are connections, each with 20 hosts who have calls and exceptions in the next month. Those
 * who look at one event at once share the search of its times: with so many events, each look has its own.
 */
export async function pageEvents(database: BenchDatabase): Promise<PageEvents> {
  const firstDay = firstOfNextMonth(dateOfDay(Math.floor(Date.now() / dayMs)));
  const first = dateOfDay(firstDay);
  const month = first.slice(0, 7);
  const linkPrefixes: string[] = [];
  for (let number = 1; number <= workspaceCount; number++) {
    const links = await eventsOf(database, { name: `Bench of booking pages ${number}`, firstDay });
    linkPrefixes.push(...links);
  }
  return { linkPrefixes, month, from: first, to: dateOfDay(firstOfNextMonth(first) - 1) };
}

function firstOfNextMonth(date: string): number {
  // 31 days after the first of a month lies a day of the next one.
  return dayOfDate(`${dateOfDay(dayOfDate(`${date.slice(0, 7)}-01`) + 31).slice(0, 7)}-01`);
}

async function eventsOf(
  database: BenchDatabase,
  { name, firstDay }: { readonly name: string; readonly firstDay: number },
): Promise<readonly string[]> {
  const { client } = database;
  const workspace = await schedulingWorkspace(database, { name, hosts: hostsOfEvent });
  const { workspaceId, hostIds } = workspace;
  const other = await addEvent(client, workspaceId, { name: 'other', duration: 45, slotInterval: 45, bufferAfter: 15 });
  const names = Array.from({ length: eventsOfWorkspace }, (_, index) => `strategy-call-${index + 1}`);
  const eventIds: number[] = [];
  for (const each of names) eventIds.push(await addPageEvent(client, workspaceId, each));
  for (const [index, userId] of hostIds.entries()) {
    const scheduleId = await addHostSchedule(client, { workspaceId, userId }, { index, firstDay });
    for (const eventId of eventIds) await addHost(client, workspaceId, { eventId, userId, scheduleId, priority: 0 });
  }
  await addCalls(client, workspace, { eventIds: [eventIds[0] as number, other], start: firstDay * dayMs });
  return names.map((each) => `bench-${workspaceId}/${each}`);
}

/** Adds an event with a description and two questions, which invitees find by its link. Returns its id. */
async function addPageEvent(client: BenchDatabase['client'], workspaceId: number, name: string): Promise<number> {
  const rules = { duration: 30, slotInterval: 15, bufferBefore: 10, bufferAfter: 5, minimumNotice: 120, dailyLimit: 4 };
  const eventId = await addEvent(client, workspaceId, { ...rules, name });
  await client.query('UPDATE "Event" SET "description" = $3 WHERE "workspaceId" = $1 AND "id" = $2', [
    ...[workspaceId, eventId],
    'Half an hour about your goals, what stands in their way, and what we would do next.',
  ]);
  await client.query(
    `INSERT INTO "InviteeQuestion" ("workspaceId", "eventId", "statement", "type", "displayIndex")
     VALUES ($1, $2, 'Your name', 'NAME', 0), ($1, $2, 'Your e-mail address', 'EMAIL', 1)`,
    [workspaceId, eventId],
  );
  await takeLink(client, `bench-${workspaceId}/${name}`, workspaceId);
  return eventId;
}
