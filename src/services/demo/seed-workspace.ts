import type pg from 'pg';
import { foldTallies } from '#src/db/writes/tallies.ts';
import { weekdays } from '#src/domain/availabilities/availability.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { inBatches } from './in-batches.ts';
import { insertApiKey } from './insert-api-key.ts';
import { insertWorkspace } from './insert-workspace.ts';
import { RowWriter } from './row-writer.ts';
import { type CallsPlan, contactWindow, newestContact } from './seed-call-columns.ts';
import { callsStatement } from './seed-calls.ts';
import { contactsStatement } from './seed-contacts.ts';
import { firstWeekDaysBefore, seedSize } from './seed-size.ts';
import { addSeedTeam } from './seed-team.ts';
import { dayMs, iso, isoDate, utcDay, weekdayOf } from './wall-clock.ts';

export interface SeedOptions {
  calls: number;
  /** Told how many calls there are so far. */
  onProgress?: ((calls: number) => void) | undefined;
  /** So many calls, or contacts, are added and committed at a time. */
  batchSize?: number;
}

export interface SeededWorkspace {
  workspaceId: number;
  userId: number;
  key: string;
  calls: number;
}

const filledTables = `"Workspace", "User", "Membership", "Schedule", "ScheduleDay", "ScheduleTiming", "Event", "EventHost",
  "InviteeQuestion", "CustomField", "CustomFieldOption", "Contact", "EventCall", "InviteeAnswer", "Deal", "Transaction",
  "EventCallTally"`;

/**
 * A new workspace with so many calls of two years back and three months ahead, to try the server under load. Whatever
 * is there when it is interrupted is a sound workspace with fewer calls.
 */
export async function seedWorkspace(
  { db, clock }: ServiceContext,
  { calls, onProgress, batchSize = 10_000 }: SeedOptions,
): Promise<SeededWorkspace> {
  const todayMs = utcDay(clock.now());
  const createdAt = iso(todayMs - (firstWeekDaysBefore + 30) * dayMs);
  const { workspaceId, ...team } = await db.write((client) => addWorkspace(client, calls, createdAt));
  const firstDayMs = todayMs - firstWeekDaysBefore * dayMs;
  const plan: CallsPlan = {
    ...{ workspaceId, size: seedSize(calls), ...team },
    today: iso(todayMs),
    firstMonday: isoDate(firstDayMs - weekdays.indexOf(weekdayOf(firstDayMs)) * dayMs),
  };
  const contactIds = await addContacts(db.pool, plan, batchSize);
  await addCalls(db.pool, { plan, contactIds, onProgress, batchSize });
  await foldTallies(db.pool, workspaceId);
  const userId = team.ownerId;
  // The batches may still be on their way to the disk; this is committed when they are all there.
  const key = await db.write((client) => insertApiKey(client, 'Seed', { workspaceId, userId, createdAt }));
  await db.pool.query(`VACUUM (ANALYZE) ${filledTables}`);
  return { workspaceId, userId, key, calls };
}

async function addWorkspace(client: pg.ClientBase, calls: number, createdAt: string) {
  const workspaceId = await insertWorkspace(client, {
    name: `Seed of ${calls} calls`,
    plan: 'ENTERPRISE',
    timeZone: 'America/New_York',
    isDemo: false,
    createdAt,
  });
  const writer = new RowWriter(client, workspaceId);
  const team = await addSeedTeam(writer, seedSize(calls), createdAt);
  return { workspaceId, ...team };
}

async function addContacts(pool: pg.Pool, plan: CallsPlan, size: number): Promise<Int32Array> {
  const ids = new Int32Array(plan.size.contacts);
  const statement = contactsStatement(plan);
  await inBatches(pool, { total: ids.length, size, tables: '"Contact"' }, async (client, from, until) => {
    const { rows } = await client.query<{ ids: number[] }>(statement, [from, until - 1]);
    ids.set(rows[0]?.ids ?? [], from);
  });
  return ids;
}

interface CallsToAdd {
  plan: CallsPlan;
  contactIds: Int32Array;
  onProgress: SeedOptions['onProgress'];
  batchSize: number;
}

async function addCalls(pool: pg.Pool, { plan, contactIds, onProgress, batchSize }: CallsToAdd): Promise<void> {
  const { size } = plan;
  const statement = callsStatement(plan);
  const tables = '"EventCall", "InviteeAnswer", "Deal", "Transaction"';
  let done = 0;
  await inBatches(pool, { total: size.calls, size: batchSize, tables }, async (client, from, until) => {
    const oldest = Math.max(0, newestContact(from, size) - contactWindow(size) + 1);
    const ids = contactIds.subarray(oldest, newestContact(until - 1, size) + 1);
    await client.query(statement, [from, until - 1, `{${ids.join(',')}}`, oldest]);
    done += until - from;
    onProgress?.(done);
  });
}
