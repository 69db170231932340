import type { LeaseHolder } from '#src/db/reads/webhook-queue.ts';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';
import type { Database } from '../database.ts';

/**
 * How long a lease lasts after it was taken or renewed. After that another worker may take it: within 30 s, with the time
 * until it looks.
 */
export const leaseMs = 28_000;

const lease = `"leasedBy" = $3, "leasedUntil" = now() + interval '${leaseMs} ms'`;
const isFree = `"status" = 'ACTIVE' AND ("leasedUntil" IS NULL OR "leasedUntil" < now() OR "leasedBy" = $3)`;

/**
 * By the database's clock, in one statement of one row: two workers never hold the lease of one endpoint. One that is
 * locked, because it is deleted with many deliveries for example, is left for later.
 */
const takeStatement = preparedStatement(
  'webhookLeases.take',
  `UPDATE "Webhook" SET ${lease} WHERE "workspaceId" = $1 AND "id" = (
     SELECT "id" FROM "Webhook" WHERE "workspaceId" = $1 AND "id" = $2 AND ${isFree} FOR NO KEY UPDATE SKIP LOCKED)
   RETURNING "id"`,
);

const renewStatement = preparedStatement(
  'webhookLeases.renew',
  `UPDATE "Webhook" SET ${lease} WHERE "workspaceId" = $1 AND "id" = $2 AND ${isFree} RETURNING "id"`,
);

const lockStatement = preparedStatement(
  'webhookLeases.lock',
  `SELECT "retriesSince" IS NOT NULL AS "isResumed" FROM "Webhook"
   WHERE "workspaceId" = $1 AND "id" = $2 AND "leasedBy" = $3 FOR NO KEY UPDATE`,
);

/** An endpoint with more to send, or with deliveries to try again after a resume, goes behind all others that are due. */
const release = (name: string, dueAt: string) =>
  preparedStatement(
    name,
    `UPDATE "Webhook" SET "leasedBy" = NULL, "leasedUntil" = NULL, "dueAt" = ${dueAt}
     WHERE "workspaceId" = $1 AND "id" = $2 AND "leasedBy" = $3`,
  );

// Two, because a distributed PostgreSQL refuses now() in a CASE of an UPDATE.
const releaseResumed = release('webhookLeases.releaseResumed', 'now()');
const releaseStatement = release(
  'webhookLeases.release',
  `(SELECT greatest(d."dueAt", now()) FROM "WebhookDelivery" d
     WHERE d."workspaceId" = $1 AND d."webhookId" = $2 AND d."status" = 'PENDING'
     ORDER BY d."dueAt", d."sequence" LIMIT 1)`,
);

/**
 * Leases do not wait for the disk, which would cost more than all else about a delivery. A crash of PostgreSQL may undo
 * the last of them: then two workers may send the same, or an endpoint waits for the end of a lease.
 */
const withoutDisk = { isDurable: false } as const;

function hasLeased(
  { write }: Pick<Database, 'write'>,
  statement: typeof takeStatement,
  { workspaceId, id, worker }: LeaseHolder,
): Promise<boolean> {
  const query = queryConfig(statement, [workspaceId, id, worker]);
  return write(async (client) => (await client.query(query)).rows.length > 0, withoutDisk);
}

/** Takes the lease of an active endpoint. False where another worker holds it. */
export function takeLease(db: Pick<Database, 'write'>, holder: LeaseHolder): Promise<boolean> {
  return hasLeased(db, takeStatement, holder);
}

/** False where another worker has the lease now, or the endpoint is no longer active. */
export function renewLease(db: Pick<Database, 'write'>, holder: LeaseHolder): Promise<boolean> {
  return hasLeased(db, renewStatement, holder);
}

/**
 * Ends a lease, and notes when the next delivery is due. The endpoint is locked by a statement of its own, so that the
 * next one sees the deliveries that a dispatch has added before it released the lock.
 */
export async function releaseLease(
  db: Pick<Database, 'write'>,
  { workspaceId, id, worker }: LeaseHolder,
): Promise<void> {
  await db.write(async (client) => {
    const values = [workspaceId, id, worker];
    const { rows } = await client.query<{ isResumed: boolean }>(queryConfig(lockStatement, values));
    for (const { isResumed } of rows) {
      await client.query(queryConfig(isResumed ? releaseResumed : releaseStatement, values));
    }
  }, withoutDisk);
}
