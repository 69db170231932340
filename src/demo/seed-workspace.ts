import type pg from 'pg';
import { compactRollups } from '#src/db/writes/rollup-maintenance.ts';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { storeApiKey } from '#src/services/api-keys.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { generateContent, type InsertBatches } from './generate.ts';
import { loadPlan } from './load-plan.ts';
import { insertTeam, insertWorkspace } from './team.ts';
import { dayMs, iso, utcDay } from './wall-clock.ts';

interface SeedOptions {
  calls: number;
  /** Called with the number of calls inserted so far. */
  onProgress?: ((calls: number) => void) | undefined;
  /** The number of calls or contacts per committed batch. */
  batchSize?: number;
}

export interface SeededWorkspace {
  workspaceId: number;
  userId: number;
  key: string;
  calls: number;
}

/** With two or more cores, two connections are nearly twice as fast as one. */
const connections = 2;

/** A long pending list makes search index updates cheaper. Losing a batch is harmless, so commits are asynchronous. */
const settings = `SET synchronous_commit = off; SET jit = off; SET work_mem = '64MB'; SET gin_pending_list_limit = '32MB'`;

const filledTables = `"Workspace", "User", "Membership", "Schedule", "ScheduleDay", "ScheduleTiming", "Event", "EventHost",
  "InviteeQuestion", "CustomField", "CustomFieldOption", "Contact", "Invitee", "EventCall", "InviteeAnswer", "Product", "Deal",
  "Transaction", "EventCallRollup"`;

/**
 * Creates a workspace with this many calls, from two years back to three months ahead, for load tests. An interruption leaves a
 * consistent workspace with fewer calls.
 */
export async function seedWorkspace(
  { db, clock }: ServiceContext,
  { calls, onProgress, batchSize = 10_000 }: SeedOptions,
): Promise<SeededWorkspace> {
  const todayMs = utcDay(clock.now());
  const { workspaceId, plan, team, createdAt } = await db.write((client) => addWorkspace(client, calls, todayMs));
  const insertBatches = onConnections(db.pool);
  await generateContent({ workspaceId, plan, team, todayMs, nowMs: todayMs, insertBatches, batchSize, onProgress });
  await compactRollups(db.pool, workspaceId);
  const owner = { workspaceId, userId: team.ownerId };
  const draft = { ...owner, name: 'Seed', scopes: allScopes, expiresAt: null, createdAt: new Date(createdAt) };
  // The batches were committed without waiting for the disk. This commit waits for the disk, and so for them too.
  const { secret } = await db.write((client) => storeApiKey(client, draft));
  await db.pool.query(`VACUUM (ANALYZE) ${filledTables}`);
  return { ...owner, key: secret, calls };
}

async function addWorkspace(client: pg.ClientBase, calls: number, todayMs: number) {
  const workspace = { name: `Seed of ${calls} calls`, plan: 'ENTERPRISE', timeZone: 'America/New_York' } as const;
  const createdAt = iso(todayMs - 760 * dayMs);
  const workspaceId = await insertWorkspace(client, { ...workspace, isDemo: false, createdAt });
  const plan = loadPlan(calls, workspaceId);
  return { workspaceId, plan, team: await insertTeam(client, workspaceId, plan, createdAt), createdAt };
}

/**
 * Inserts each batch in its own transaction. The first batch has its own connection: a connection reuses the plans of foreign
 * key checks, and plans made for an empty table are slow.
 */
function onConnections(pool: pg.Pool): InsertBatches {
  return async (batches, insert, onCommitted) => {
    const insertNext = async (client: pg.ClientBase, batch: Parameters<typeof insert>[1], isFirst: boolean) => {
      await client.query('BEGIN');
      await insert(client, batch, isFirst);
      await client.query('COMMIT');
      onCommitted?.(batch);
    };
    const first = batches.next();
    if (first.done) return;
    await onOwnConnection(pool, (client) => insertNext(client, first.value, true));
    const workers = Array.from({ length: connections }, () =>
      onOwnConnection(pool, async (client) => {
        // A failure ends the loop, which closes the generator and so ends the other loop.
        for (const batch of batches) await insertNext(client, batch, false);
      }),
    );
    for (const worker of await Promise.allSettled(workers)) if (worker.status === 'rejected') throw worker.reason;
  };
}

/** Closes the connection afterwards, which also ends its settings and an open transaction. */
async function onOwnConnection(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<unknown>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(settings);
    await work(client);
  } finally {
    client.release(true);
  }
}
