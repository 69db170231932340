import { preparedStatement, queryConfig } from '#src/db/statement.ts';
import type { Database } from '../database.ts';
import type { LeaseHolder } from '../reads/webhook-queue.ts';

const batchSize = 1000;

/** Locked, so that a pause, or a dispatch, waits for no more than a batch. */
const lockStatement = preparedStatement(
  'webhookRetries.lock',
  `SELECT "retriesSince" FROM "Webhook" WHERE "workspaceId" = $1 AND "id" = $2 AND "leasedBy" = $3 AND "status" = 'ACTIVE'
     AND "retriesSince" IS NOT NULL FOR NO KEY UPDATE`,
);

/** What was tried and not delivered. What was sent again by hand is left out: it had one attempt. */
const triedStatement = preparedStatement(
  'webhookRetries.tried',
  `SELECT "id" FROM "WebhookDelivery"
   WHERE "workspaceId" = $1 AND "webhookId" = $2 AND "id" > $3
     AND "status" <> 'DELIVERED' AND "attempts" > 0 AND NOT "isManual"
   ORDER BY "id" LIMIT ${batchSize}`,
);

/**
 * They are due since they exist, so that they keep their place among those that wait for their first attempt, which stay as
 * they are. An attempt begins at most a minute before its failure is stored. A delivery that was changed before is not
 * changed again, so a batch may be repeated after a crash.
 */
const retryStatement = preparedStatement(
  'webhookRetries.retry',
  `UPDATE "WebhookDelivery" d SET "status" = 'PENDING', "attempts" = 0, "dueAt" = d."createdAt"
   WHERE d."workspaceId" = $1 AND d."id" = ANY ($2::bigint[]) AND d."attempts" > 0
     AND (d."status" = 'PENDING' OR (d."status" = 'FAILED' AND EXISTS (
       SELECT 1 FROM "WebhookAttempt" a WHERE a."workspaceId" = $1 AND a."deliveryId" = d."id"
         AND a."sentAt" >= $3::timestamptz - interval '1 minute')))`,
);

const endStatement = preparedStatement(
  'webhookRetries.end',
  'UPDATE "Webhook" SET "retriesSince" = NULL WHERE "workspaceId" = $1 AND "id" = $2',
);

/**
 * Makes a batch of the deliveries after the id due that a resume tries again. Returns the last id of the batch; undefined
 * after the last batch, and where the endpoint was paused or deleted or is leased to another worker: it resumes later, from
 * the beginning.
 */
export function retryDeliveries(
  db: Pick<Database, 'write'>,
  { workspaceId, id, worker }: LeaseHolder,
  afterId: string,
): Promise<string | undefined> {
  return db.write(async (client) => {
    const locked = await client.query<{ retriesSince: string }>(queryConfig(lockStatement, [workspaceId, id, worker]));
    const [endpoint] = locked.rows;
    if (!endpoint) return undefined;
    const tried = await client.query<{ id: string }>(queryConfig(triedStatement, [workspaceId, id, afterId]));
    const ids = tried.rows.map((row) => row.id);
    if (ids.length > 0) await client.query(queryConfig(retryStatement, [workspaceId, ids, endpoint.retriesSince]));
    if (ids.length === batchSize) return ids.at(-1);
    await client.query(queryConfig(endStatement, [workspaceId, id]));
    return undefined;
  });
}
