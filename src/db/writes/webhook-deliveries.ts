import type { ClientBase } from 'pg';
import { endpointKey, noteWebhookWork } from '#src/db/webhook-work.ts';
import type { DeliveryStatus } from '#src/domain/webhooks/delivery.ts';
import { testKind } from '#src/domain/webhooks/kinds.ts';
import { holdEventOrder } from './event-order.ts';

interface Key {
  readonly workspaceId: number;
  readonly id: string;
}

interface EndpointKey {
  readonly workspaceId: number;
  readonly id: number;
}

interface LockedDelivery {
  readonly status: DeliveryStatus;
  /** True if it failed before and is not due yet. */
  readonly isWaitingForRetry: boolean;
}

/** Locks a delivery. Lock its endpoint first. */
export async function lockDelivery(client: ClientBase, { workspaceId, id }: Key): Promise<LockedDelivery | undefined> {
  const { rows } = await client.query<LockedDelivery>(
    `SELECT "status", "status" = 'PENDING' AND "attempts" > 0 AND "dueAt" > now() AS "isWaitingForRetry"
     FROM "WebhookDelivery" WHERE "workspaceId" = $1 AND "id" = $2 FOR NO KEY UPDATE`,
    [workspaceId, id],
  );
  return rows[0];
}

/** Makes a delivery due. If it has ended it gets a single attempt; if it waits for a retry it keeps its remaining attempts. */
export async function makeDue(client: ClientBase, { workspaceId, id }: Key, webhookId: number): Promise<void> {
  await client.query(
    `UPDATE "WebhookDelivery" SET "status" = 'PENDING', "dueAt" = now(), "isManual" = "isManual" OR "status" <> 'PENDING'
     WHERE "workspaceId" = $1 AND "id" = $2`,
    [workspaceId, id],
  );
  await client.query('UPDATE "Webhook" SET "dueAt" = least("dueAt", now()) WHERE "workspaceId" = $1 AND "id" = $2', [
    workspaceId,
    webhookId,
  ]);
  noteWebhookWork(client, [endpointKey({ workspaceId, id: webhookId })]);
}

/** Writes an event for one endpoint only, with its delivery, which has a single attempt. Returns the delivery's id. */
export async function insertTest(
  client: ClientBase,
  { workspaceId, id }: EndpointKey,
  payload: object,
): Promise<string> {
  await holdEventOrder(client, workspaceId);
  const events = await client.query<{ id: string }>(
    `INSERT INTO "WebhookEvent" ("workspaceId", "kind", "payload", "isDispatched") VALUES ($1, $2, $3, true) RETURNING "id"`,
    [workspaceId, testKind, JSON.stringify(payload)],
  );
  const endpoints = await client.query<{ lastSequence: string }>(
    `UPDATE "Webhook" SET "lastSequence" = "lastSequence" + 1, "dueAt" = least("dueAt", now())
     WHERE "workspaceId" = $1 AND "id" = $2 RETURNING "lastSequence"`,
    [workspaceId, id],
  );
  const deliveries = await client.query<{ id: string }>(
    `INSERT INTO "WebhookDelivery" ("workspaceId", "webhookId", "eventId", "sequence", "isManual", "dueAt")
     VALUES ($1, $2, $3, $4, true, now()) RETURNING "id"`,
    [workspaceId, id, events.rows[0]?.id, endpoints.rows[0]?.lastSequence],
  );
  noteWebhookWork(client, [endpointKey({ workspaceId, id })]);
  return deliveries.rows[0]?.id ?? '';
}
