import { preparedStatement, queryConfig } from '#src/db/statement.ts';
import type { Database } from '../database.ts';
import type { LeaseHolder } from '../reads/webhook-queue.ts';

const batchSize = 1000;

/** Locks the endpoint, so that a pause or a dispatch waits for at most one batch. */
const lockStatement = preparedStatement(
  'webhookRetries.lock',
  `SELECT "retriesSince" FROM "Webhook" WHERE "workspaceId" = $1 AND "id" = $2 AND "leasedBy" = $3 AND "status" = 'ACTIVE'
     AND "retriesSince" IS NOT NULL FOR NO KEY UPDATE`,
);

/** Finds deliveries that were attempted but not delivered, except manual ones, which had their single attempt. */
const triedStatement = preparedStatement(
  'webhookRetries.tried',
  `SELECT "id" FROM "WebhookDelivery"
   WHERE "workspaceId" = $1 AND "webhookId" = $2 AND "id" > $3
     AND "status" <> 'DELIVERED' AND "attempts" > 0 AND NOT "isManual"
   ORDER BY "id" LIMIT ${batchSize}`,
);

/**
 * The retried deliveries are due since their creation, so that they keep their order among those that wait for a first attempt,
 * which stay unchanged. An attempt begins at most a minute before its failure is stored. A batch may be repeated after a crash,
 * because it skips deliveries that were reset before.
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
 * Makes due a batch of the deliveries after this id that a resume retries. Returns the last id of the batch, or undefined after
 * the last batch, or if the endpoint was paused, deleted or leased to another worker: it resumes later, from the beginning.
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
