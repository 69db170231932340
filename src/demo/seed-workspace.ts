import type pg from 'pg';
import { compactRollups } from '#src/db/rollups.ts';
import { allScopes } from '#src/domain/access/scopes.ts';
import { storeApiKey } from '#src/services/api-keys.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { generateContent, type InsertBatches } from './generate.ts';
import { loadPlan } from './load-plan.ts';
import { insertTeam, insertWorkspace } from './team.ts';
import { dayMs, iso, utcDay } from './wall-clock.ts';

export interface SeedOptions {
  calls: number;
  /** Is called with the number of calls so far. */
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

/** On a machine with two cores or more, two connections are nearly twice as fast as one. */
const connections = 2;

/** Sorting the pending entries of a search index pays when there are many of them; losing a batch costs nothing. */
const settings = `SET synchronous_commit = off; SET jit = off; SET work_mem = '64MB'; SET gin_pending_list_limit = '32MB'`;

const filledTables = `"Workspace", "User", "Membership", "Schedule", "ScheduleDay", "ScheduleTiming", "Event", "EventHost",
  "InviteeQuestion", "CustomField", "CustomFieldOption", "Contact", "EventCall", "InviteeAnswer", "Deal", "Transaction",
  "EventCallRollup"`;

/**
 * Makes a new workspace with so many calls of two years back and three months ahead, to try the server under load.
 * Whatever is there when it is interrupted is a sound workspace with fewer calls.
 */
export async function seedWorkspace(
  { db, clock }: ServiceContext,
  { calls, onProgress, batchSize = 10_000 }: SeedOptions,
): Promise<SeededWorkspace> {
  const todayMs = utcDay(clock.now());
  const { workspaceId, plan, team, createdAt } = await db.write((client) => addWorkspace(client, calls, todayMs));
  const insertBatches = onConnections(db.pool);
  await generateContent({ workspaceId, plan, team, todayMs, insertBatches, batchSize, onProgress });
  await compactRollups(db.pool, workspaceId);
  const userId = team.ownerId;
  // The batches may still be on their way to the disk; this is committed when they are all there.
  const owner = { workspaceId, userId, createdAt: new Date(createdAt) };
  const draft = { ...owner, name: 'Seed', scopes: allScopes, expiresAt: null };
  const { secret } = await db.write((client) => storeApiKey(client, draft));
  await db.pool.query(`VACUUM (ANALYZE) ${filledTables}`);
  return { workspaceId, userId, key: secret, calls };
}

async function addWorkspace(client: pg.ClientBase, calls: number, todayMs: number) {
  const workspace = { name: `Seed of ${calls} calls`, plan: 'ENTERPRISE', timeZone: 'America/New_York' } as const;
  const createdAt = iso(todayMs - 760 * dayMs);
  const workspaceId = await insertWorkspace(client, { ...workspace, isDemo: false, createdAt });
  const plan = loadPlan(calls, workspaceId);
  return { workspaceId, plan, team: await insertTeam(client, workspaceId, plan, createdAt), createdAt };
}

/**
 * Inserts each batch in a transaction of its own. The first one has a connection to itself: a connection keeps the
 * plans of the foreign keys' checks, and those made for an empty table are slow.
 */
function onConnections(pool: pg.Pool): InsertBatches {
  return async (batches, insert, onCommitted) => {
    const queue = batches[Symbol.iterator]();
    let failed = false;
    const insertNext = async (client: pg.ClientBase, isFirst: boolean): Promise<boolean> => {
      const next = failed ? undefined : queue.next();
      if (!next || next.done) return false;
      try {
        await client.query('BEGIN');
        await insert(client, next.value, isFirst);
        await client.query('COMMIT');
        onCommitted?.(next.value);
        return true;
      } catch (error) {
        failed = true;
        throw error;
      }
    };
    await onOwnConnection(pool, (client) => insertNext(client, true));
    const workers = Array.from({ length: connections }, () =>
      onOwnConnection(pool, async (client) => {
        while (await insertNext(client, false));
      }),
    );
    const rejected = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected');
    if (rejected?.status === 'rejected') throw rejected.reason;
  };
}

/** The connection is closed afterwards, and its settings and an open transaction with it. */
async function onOwnConnection(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<unknown>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(settings);
    await work(client);
  } finally {
    client.release(true);
  }
}
