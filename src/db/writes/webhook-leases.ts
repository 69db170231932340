import type { LeaseHolder } from '#src/db/reads/webhook-queue.ts';
import { preparedStatement, queryConfig, type Statement } from '#src/db/statement.ts';
import type { Database } from '../database.ts';

/**
 * The length of a lease, from its start or renewal. Then another worker may take it: within 30 s, including its polling
 * interval.
 */
export const leaseMs = 28_000;

const lease = `"leasedBy" = $3, "leasedUntil" = now() + interval '${leaseMs} ms'`;
const isFree = `"status" = 'ACTIVE' AND ("leasedUntil" IS NULL OR "leasedUntil" < now() OR "leasedBy" = $3)`;

/**
 * Uses the database's clock in one statement, so two workers never hold the lease of one endpoint. A locked endpoint, for
 * example during its deletion with many deliveries, is skipped until later.
 */
const takeStatement = preparedStatement(
  'webhookLeases.take',
  `UPDATE "Webhook" SET ${lease} WHERE "workspaceId" = $1 AND "id" = ANY (ARRAY(
     SELECT "id" FROM "Webhook" WHERE "workspaceId" = $1 AND "id" = ANY ($2::int[]) AND ${isFree}
     FOR NO KEY UPDATE SKIP LOCKED))
   RETURNING "id"`,
);

const renewStatement = preparedStatement(
  'webhookLeases.renew',
  `UPDATE "Webhook" SET ${lease} WHERE "workspaceId" = $1 AND "id" = $2 AND ${isFree} RETURNING "id"`,
);

const lockStatement = preparedStatement(
  'webhookLeases.lock',
  `SELECT "retriesSince" IS NOT NULL AS "isResumed", now() AS "now" FROM "Webhook"
   WHERE "workspaceId" = $1 AND "id" = $2 AND "leasedBy" = $3 FOR NO KEY UPDATE`,
);

/** An endpoint with more deliveries to send, or to retry after a resume, goes behind all other due endpoints. */
const release = (name: string, dueAt: string) =>
  preparedStatement(
    name,
    `UPDATE "Webhook" SET "leasedBy" = NULL, "leasedUntil" = NULL, "dueAt" = ${dueAt}
     WHERE "workspaceId" = $1 AND "id" = $2 AND "leasedBy" = $3
     RETURNING "dueAt"`,
  );

// Two statements, because Citus refuses now() in a CASE of an UPDATE, and in RETURNING.
const releaseResumed = release('webhookLeases.releaseResumed', 'now()');
const releaseStatement = release(
  'webhookLeases.release',
  `(SELECT greatest(d."dueAt", now()) FROM "WebhookDelivery" d
     WHERE d."workspaceId" = $1 AND d."webhookId" = $2 AND d."status" = 'PENDING'
     ORDER BY d."dueAt", d."sequence" LIMIT 1)`,
);

/**
 * Leases do not wait for the disk, which would cost more than the rest of a delivery. A crash of PostgreSQL may undo the last
 * of them: then two workers may send the same delivery, or an endpoint waits until a lease expires.
 */
const withoutDisk = { isDurable: false } as const;

function leasedIds({ write }: Pick<Database, 'write'>, statement: Statement, values: unknown[]): Promise<number[]> {
  return write(async (client) => {
    const { rows } = await client.query<{ id: number }>(queryConfig(statement, values));
    return rows.map(({ id }) => id);
  }, withoutDisk);
}

interface EndpointsOfWorkspace {
  readonly workspaceId: number;
  readonly ids: readonly number[];
  /** The id of the worker. */
  readonly worker: string;
}

/** Leases active endpoints. Returns the ids of those that no other worker holds. */
export function takeLeases(
  db: Pick<Database, 'write'>,
  { workspaceId, ids, worker }: EndpointsOfWorkspace,
): Promise<number[]> {
  return leasedIds(db, takeStatement, [workspaceId, ids, worker]);
}

/** Returns false if another worker has the lease now, or the endpoint is no longer active. */
export async function renewLease(
  db: Pick<Database, 'write'>,
  { workspaceId, id, worker }: LeaseHolder,
): Promise<boolean> {
  return (await leasedIds(db, renewStatement, [workspaceId, id, worker])).length > 0;
}

/**
 * Ends a lease, and stores when the next delivery is due. A separate statement locks the endpoint, so that the next one sees
 * the deliveries of a dispatch that held the lock. Returns whether a delivery is due already.
 */
export async function releaseLease(
  db: Pick<Database, 'write'>,
  { workspaceId, id, worker }: LeaseHolder,
): Promise<boolean> {
  return db.write(async (client) => {
    const values = [workspaceId, id, worker];
    const locked = await client.query<{ isResumed: boolean; now: string }>(queryConfig(lockStatement, values));
    const [endpoint] = locked.rows;
    if (!endpoint) return false;
    const statement = endpoint.isResumed ? releaseResumed : releaseStatement;
    const { rows } = await client.query<{ dueAt: string | null }>(queryConfig(statement, values));
    // The column has whole milliseconds, to which PostgreSQL may have rounded the current instant up.
    const until = Date.parse(endpoint.now) + 1;
    return rows.some(({ dueAt }) => dueAt !== null && Date.parse(dueAt) <= until);
  }, withoutDisk);
}
