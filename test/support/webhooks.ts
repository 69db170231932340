import { retryDeliveries } from '#src/db/writes/webhook-retries.ts';
import { generateWebhookSecret, webhookSecretPurpose } from '#src/domain/webhooks/secret.ts';
import { SealedTexts } from '#src/lib/secrets/sealed-texts.ts';
import { type TestApp, testSecretKey } from './app.ts';
import { fromNow } from './present.ts';

/** Reads the stored secrets of the test app. */
export const webhookSecrets = new SealedTexts(testSecretKey, webhookSecretPurpose);

/** Stores an endpoint of a workspace, with these columns, and returns its id. */
export async function webhook(
  app: TestApp,
  { workspaceId }: { workspaceId: number },
  columns: object = {},
): Promise<number> {
  const row = { url: 'https://example.com/webhooks', kinds: ['contact.created'] };
  const secret = webhookSecrets.seal(generateWebhookSecret());
  return (await app.insert('Webhook', { workspaceId, ...row, secret, ...columns })).id;
}

interface DeliveryDraft {
  readonly status: 'PENDING' | 'DELIVERED' | 'FAILED';
  readonly attempts: number;
  /** When its last attempt began; absent where there is none. */
  readonly sentAt?: string;
  readonly dueAt?: string;
  readonly createdAt?: string;
  readonly isManual?: boolean;
}

/** Stores an event with a delivery of it to an endpoint, and returns the id of the delivery. */
export async function deliveryOf(
  app: TestApp,
  { workspaceId, webhookId }: { workspaceId: number; webhookId: number },
  { sentAt, ...draft }: DeliveryDraft,
): Promise<number> {
  const event = await app.insert('WebhookEvent', { workspaceId, kind: 'contact.created', payload: '{}' });
  const dueAt = draft.dueAt ?? sentAt ?? fromNow();
  const [endpoint] = await app.sql<{ sequence: string }>(
    'UPDATE "Webhook" SET "lastSequence" = "lastSequence" + 1 WHERE "id" = $1 RETURNING "lastSequence" AS "sequence"',
    [webhookId],
  );
  const row = { workspaceId, webhookId, eventId: event.id, sequence: endpoint?.sequence };
  const { id } = await app.insert('WebhookDelivery', { ...row, ...draft, dueAt });
  if (sentAt !== undefined) {
    const attempt = { url: 'https://example.com/webhooks', sentAt, latencyMs: 1 };
    await app.insert('WebhookAttempt', { workspaceId, webhookId, deliveryId: id, ...attempt });
  }
  return Number(id);
}

/** Does what a worker does first after a resume. Returns how many batches it took. */
export async function retryFailed(
  app: Pick<TestApp, 'sql' | 'context'>,
  endpoint: { workspaceId: number; id: number },
): Promise<number> {
  const values = [endpoint.workspaceId, endpoint.id];
  await app.sql('UPDATE "Webhook" SET "leasedBy" = \'test\' WHERE "workspaceId" = $1 AND "id" = $2', values);
  let batches = 0;
  for (let lastId: string | undefined = '0'; lastId !== undefined; batches++) {
    lastId = await retryDeliveries(app.context.db, { ...endpoint, worker: 'test' }, lastId);
  }
  await app.sql('UPDATE "Webhook" SET "leasedBy" = NULL WHERE "workspaceId" = $1 AND "id" = $2', values);
  return batches;
}
