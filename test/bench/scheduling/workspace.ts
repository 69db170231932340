import { randomBase62 } from '../../../src/lib/secrets/crypto.ts';
import { createWorkspace } from '../../../src/services/workspaces.ts';
import { auditKeys } from '../environment/audit-keys.ts';
import type { BenchDatabase } from '../environment/database.ts';
import { freshKey } from '../environment/workspaces.ts';

type Client = BenchDatabase['client'];

export interface SchedulingWorkspace {
  readonly workspaceId: number;
  /** An API key of the owner with all scopes. */
  readonly key: string;
  readonly ownerId: number;
  readonly hostIds: readonly number[];
}

/** The tables that booking fills, in an order in which they can be emptied. */
export const bookedTables = [
  ...['InviteeAnswer', 'CustomFieldAnswer', 'EventCall', 'Invitee', 'Contact', 'WebhookEvent', 'EventCallRollup'],
];
const ruleTables = ['Event', 'Schedule', 'TimeOff'];

/** The workspace of this name with so many hosts, and without the events and calls of earlier runs. */
export async function schedulingWorkspace(
  database: BenchDatabase,
  { name, hosts }: { readonly name: string; readonly hosts: number },
): Promise<SchedulingWorkspace> {
  const { client } = database;
  const workspaceId = (await findWorkspace(client, name)) ?? (await makeWorkspace(database, name));
  await client.query('UPDATE "Workspace" SET "rateLimitPoints" = 1000000 WHERE "id" = $1', [workspaceId]);
  for (const table of [...bookedTables, ...ruleTables]) await emptyTable(client, table, workspaceId);
  const hostIds = await addHosts(client, { workspaceId, hosts });
  const { rows } = await client.query<{ userId: number }>(
    `SELECT "userId" FROM "Membership" WHERE "workspaceId" = $1 AND "role" = 'OWNER'`,
    [workspaceId],
  );
  return { workspaceId, key: await freshKey(client, workspaceId), ownerId: rows[0]?.userId ?? 0, hostIds };
}

export async function emptyTable(client: Client, table: string, workspaceId: number): Promise<void> {
  await client.query(`DELETE FROM "${table}" WHERE "workspaceId" = $1`, [workspaceId]);
}

async function findWorkspace(client: Client, name: string): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number }>('SELECT "id" FROM "Workspace" WHERE "name" = $1', [name]);
  return rows[0]?.id;
}

async function makeWorkspace({ use }: BenchDatabase, name: string): Promise<number> {
  const ownerEmail = `${name.toLowerCase().replaceAll(' ', '-')}@example.com`;
  const owner = { ownerEmail, ownerPassword: randomBase62(20) };
  const input = { name, ...owner, plan: 'ENTERPRISE', timeZone: 'America/New_York' } as const;
  return (await use((context) => createWorkspace({ ...context, auditKeys }, input))).workspaceId;
}

/** The same users in each run. */
async function addHosts(
  client: Client,
  { workspaceId, hosts }: { readonly workspaceId: number; readonly hosts: number },
): Promise<number[]> {
  await client.query(
    `INSERT INTO "User" ("email", "username", "firstName", "lastName")
     SELECT u.name || '@example.com', u.name, 'Host', n::text
     FROM generate_series(1, $2::int) n, LATERAL (SELECT 'bench-' || $1::int || '-' || n) u(name) ON CONFLICT DO NOTHING`,
    [workspaceId, hosts],
  );
  await client.query(
    `INSERT INTO "Membership" ("workspaceId", "userId", "role")
     SELECT $1, "id", 'CLOSER' FROM "User" WHERE "username" LIKE 'bench-' || $1::int || '-%' ON CONFLICT DO NOTHING`,
    [workspaceId],
  );
  const { rows } = await client.query<{ userId: number }>(
    `SELECT "userId" FROM "Membership" WHERE "workspaceId" = $1 AND "role" = 'CLOSER' ORDER BY "userId"`,
    [workspaceId],
  );
  return rows.map(({ userId }) => userId);
}

/** Columns of an event beside those that every event here has. */
export interface EventColumns {
  readonly name: string;
  readonly duration: number;
  readonly slotInterval: number;
  readonly bufferBefore?: number;
  readonly bufferAfter?: number;
  readonly minimumNotice?: number;
  readonly dailyLimit?: number;
}

/** Adds a live event without a booking window and returns its id. */
export async function addEvent(client: Client, workspaceId: number, event: EventColumns): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO "Event" ("workspaceId", "name", "linkPrefix", "callType", "duration", "slotInterval", "bufferBefore",
       "bufferAfter", "minimumNotice", "dailyLimit", "bookingWindow")
     VALUES ($1::int, $2::text, 'bench-' || $1 || '/' || $2, 'STRATEGY_EVENT', $3, $4, $5, $6, $7, $8, NULL) RETURNING "id"`,
    [
      ...[workspaceId, event.name, event.duration, event.slotInterval, event.bufferBefore ?? 0, event.bufferAfter ?? 0],
      ...[event.minimumNotice ?? 0, event.dailyLimit ?? null],
    ],
  );
  return rows[0]?.id ?? 0;
}

export interface WeeklySchedule {
  readonly timeZone: string;
  readonly weekdays: readonly string[];
  /** Minutes after midnight. */
  readonly timings: readonly (readonly [start: number, end: number])[];
}

/** Adds the schedule of a user and returns its id. */
export async function addSchedule(
  client: Client,
  { workspaceId, userId }: { readonly workspaceId: number; readonly userId: number },
  { timeZone, weekdays, timings }: WeeklySchedule,
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO "Schedule" ("workspaceId", "userId", "name", "timeZone") VALUES ($1, $2, 'Bench', $3) RETURNING "id"`,
    [workspaceId, userId, timeZone],
  );
  const scheduleId = rows[0]?.id ?? 0;
  // Separate statements, which a distributed database runs as well.
  await client.query(
    `INSERT INTO "ScheduleDay" ("workspaceId", "scheduleId", "weekday") SELECT $1, $2, w FROM unnest($3::"Weekday"[]) w`,
    [workspaceId, scheduleId, weekdays],
  );
  await client.query(
    `INSERT INTO "ScheduleTiming" ("workspaceId", "dayId", "startMinute", "endMinute")
     SELECT $1, d."id", t.first, t.last FROM "ScheduleDay" d, unnest($3::int[], $4::int[]) t(first, last)
     WHERE d."workspaceId" = $1 AND d."scheduleId" = $2`,
    [workspaceId, scheduleId, timings.map(([start]) => start), timings.map(([, end]) => end)],
  );
  return scheduleId;
}

export async function addHost(
  client: Client,
  workspaceId: number,
  host: { readonly eventId: number; readonly userId: number; readonly scheduleId: number; readonly priority: number },
): Promise<void> {
  await client.query(
    `INSERT INTO "EventHost" ("workspaceId", "eventId", "userId", "scheduleId", "priority") VALUES ($1, $2, $3, $4, $5)`,
    [workspaceId, host.eventId, host.userId, host.scheduleId, host.priority],
  );
}
