import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoWorkspace } from '#src/demo/demo-workspace.ts';
import { eventBody, eventId, type StoredEvent } from '#src/domain/webhooks/event.ts';
import { signatureHeaders } from '#src/domain/webhooks/signature.ts';
import { emptyStage, type Stage } from './support.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await emptyStage();
  await createDemoWorkspace(stage.context);
});
afterAll(() => stage.close());

test('each attempt of the demo is signed with the secret of its webhook, as a receiver would verify it', async () => {
  const attempts = await stage.rows<
    StoredEvent & { sequence: number; headers: Record<string, string>; sentAt: string; secret: Buffer }
  >(
    `SELECT e."id", e."kind", e."createdAt", e."workspaceId", e."payload", e."previous", d."sequence"::int, a."headers", a."sentAt", w."secret"
     FROM "WebhookAttempt" a JOIN "WebhookDelivery" d ON d."id" = a."deliveryId"
     JOIN "WebhookEvent" e ON e."id" = d."eventId" JOIN "Webhook" w ON w."id" = a."webhookId"`,
  );
  expect(attempts).toHaveLength(24 + 2 + 8);
  for (const { headers, sentAt, secret, ...event } of attempts) {
    const body = eventBody({ ...event, createdAt: new Date(event.createdAt) });
    const secrets = [String(stage.context.webhookSecrets.open(secret))];
    const signed = { id: eventId(event.id), timestamp: new Date(sentAt), body, secrets };
    expect(secrets[0]).toMatch(/^whsec_/);
    expect(headers).toMatchObject(signatureHeaders(signed));
  }
});
