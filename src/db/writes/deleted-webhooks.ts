import type { ClientBase } from 'pg';
import type { EndpointRef } from '../reads/webhook-queue.ts';
import type { Statement, StatementRunner } from '../statement.ts';
import { preparedStatement } from '../statement.ts';

/*
 * An endpoint may have millions of deliveries, too many to delete within a request. So its row is deleted at once, and a row of
 * "DeletedWebhook" makes a sweep delete its deliveries. Unlike with a status column, no statement can find the endpoint any
 * more, even if its author forgot about deletion. Only lists of deliveries must check the endpoint. Deliveries without such a
 * row, as after the deletion of a whole connection or workspace, are deleted with their events.
 */

/** Deletes an endpoint. The caller has locked it, so nobody adds a delivery afterwards. */
export async function removeWebhook(client: ClientBase, { workspaceId, id }: EndpointRef): Promise<void> {
  await client.query('DELETE FROM "Webhook" WHERE "workspaceId" = $1 AND "id" = $2', [workspaceId, id]);
  await markDeleted(client, [{ workspaceId, id }]);
}

/** Deletes the endpoints of connections. */
export async function removeWebhooksOfConnections(
  client: ClientBase,
  connections: readonly { readonly workspaceId: number; readonly id: string }[],
): Promise<void> {
  const { rows } = await client.query<EndpointRef>(
    `DELETE FROM "Webhook" w USING unnest($1::int[], $2::text[]) g("workspaceId", "id")
     WHERE w."workspaceId" = ANY ($1) AND w."workspaceId" = g."workspaceId" AND w."grantId" = g."id" RETURNING w."workspaceId", w."id"`,
    [connections.map(({ workspaceId }) => workspaceId), connections.map(({ id }) => id)],
  );
  if (rows.length > 0) await markDeleted(client, rows);
}

async function markDeleted(client: ClientBase, endpoints: readonly EndpointRef[]): Promise<void> {
  await client.query(
    `INSERT INTO "DeletedWebhook" ("workspaceId", "id") SELECT e.* FROM unnest($1::int[], $2::int[]) e`,
    [endpoints.map(({ workspaceId }) => workspaceId), endpoints.map(({ id }) => id)],
  );
}

const listStatement = preparedStatement(
  'deletedWebhooks.list',
  'SELECT "workspaceId", "id" FROM "DeletedWebhook" ORDER BY "workspaceId", "id" LIMIT 100',
);

/** Lists deleted endpoints that may still have deliveries. */
export function readDeletedWebhooks(runner: StatementRunner<Statement>): Promise<EndpointRef[]> {
  return runner.run<EndpointRef>(listStatement, []);
}

/** Small, because the attempts of each delivery are deleted with it. */
const batchSize = 500;

/** $3 is the last id of the previous batch: the index below it still has entries of deleted rows. */
const batchStatement = preparedStatement(
  'deletedWebhooks.deleteBatch',
  `WITH "deleted" AS (
     DELETE FROM "WebhookDelivery" WHERE "workspaceId" = $1 AND "id" = ANY (ARRAY(
       SELECT "id" FROM "WebhookDelivery" WHERE "workspaceId" = $1 AND "webhookId" = $2 AND "id" > $3
       ORDER BY "id" LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))
     RETURNING "id")
   SELECT count(*)::int AS "count", max("id") AS "lastId" FROM "deleted"`,
);

/**
 * Deletes a batch of the deliveries of an endpoint after this id. Returns the last id of the batch, or undefined if none
 * follow. Deliveries that are locked, because the result of an attempt is being written, are left for the next sweep.
 */
export async function deleteDeliveries(
  runner: StatementRunner<Statement>,
  { workspaceId, id }: EndpointRef,
  afterId: string,
): Promise<string | undefined> {
  const [row] = await runner.run<{ count: number; lastId: string }>(batchStatement, [workspaceId, id, afterId]);
  return row?.count === batchSize ? row.lastId : undefined;
}

const forgetStatement = preparedStatement(
  'deletedWebhooks.forget',
  `DELETE FROM "DeletedWebhook" WHERE "workspaceId" = $1 AND "id" = $2 AND NOT EXISTS (
     SELECT 1 FROM "WebhookDelivery" d WHERE d."workspaceId" = $1 AND d."webhookId" = $2)`,
);

/** Deletes the row of a deleted endpoint, unless it still has deliveries. */
export async function forgetDeletedWebhook(
  runner: StatementRunner<Statement>,
  { workspaceId, id }: EndpointRef,
): Promise<void> {
  await runner.run(forgetStatement, [workspaceId, id]);
}
