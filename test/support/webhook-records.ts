import type { Factories, Member } from './factories.ts';

type Row = Record<string, unknown>;
type Workspace = Pick<Member, 'workspaceId'>;

/** An event that has become deliveries already. Returns its stored id. */
export async function storedEvent(app: Factories, { workspaceId }: Workspace, row: Row = {}): Promise<string> {
  const defaults = { kind: 'contact.created', payload: { id: 1 }, isDispatched: true };
  return String((await app.insert('WebhookEvent', { workspaceId, ...defaults, ...row })).id);
}

/** A delivery, with the next sequence number of its endpoint. Returns its stored id. */
export async function storedDelivery(
  app: Factories,
  { workspaceId }: Workspace,
  { webhookId, eventId, ...row }: Row & { webhookId: number; eventId: string },
): Promise<string> {
  const [counted] = await app.sql<{ sequence: string }>(
    'UPDATE "Webhook" SET "lastSequence" = "lastSequence" + 1 WHERE "workspaceId" = $1 AND "id" = $2 RETURNING "lastSequence" AS "sequence"',
    [workspaceId, webhookId],
  );
  const defaults = { sequence: counted?.sequence, dueAt: '2026-02-01T00:00:00.000Z' };
  return String((await app.insert('WebhookDelivery', { workspaceId, webhookId, eventId, ...defaults, ...row })).id);
}

/** An attempt that was answered with 204. */
export async function storedAttempt(
  app: Factories,
  { workspaceId }: Workspace,
  row: Row & { deliveryId: string },
): Promise<void> {
  const { deliveryId } = row;
  const [delivery] = await app.sql<{ webhookId: number }>(
    'SELECT "webhookId" FROM "WebhookDelivery" WHERE "workspaceId" = $1 AND "id" = $2',
    [workspaceId, deliveryId],
  );
  const sent = {
    webhookId: delivery?.webhookId,
    url: 'https://receiver.example.com/hooks',
    sentAt: '2026-02-01T00:00:00.100Z',
  };
  const defaults = { ...sent, headers: { 'content-type': 'application/json' }, latencyMs: 12 };
  await app.insert('WebhookAttempt', { workspaceId, ...defaults, responseStatus: 204, ...row });
}
