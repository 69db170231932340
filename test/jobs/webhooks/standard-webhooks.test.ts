import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { generateWebhookSecret } from '#src/domain/webhooks/secret.ts';
import { pause } from '../../support/waiting.ts';
import { type Received, useWebhookReceiver } from '../../support/webhook-receiver.ts';
import { useWebhookServices } from '../../support/webhook-workers.ts';
import { webhookSecrets } from '../../support/webhooks.ts';

const services = await useWebhookServices();
const receiver = await useWebhookReceiver();
const { workspaceId } = await services.workspace();
beforeEach(() => void services.worker());

/** Verifies a request as a receiver does. Throws where it is not signed with the secret. */
function verified(secret: string, { body, headers }: Pick<Received, 'body' | 'headers'>): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

async function rotate(endpointId: number, [secret, previous]: readonly string[], until: string): Promise<void> {
  await services.sql(
    `UPDATE "Webhook" SET "secret" = $3, "previousSecret" = $4, "previousUntil" = now() + $5::interval
     WHERE "workspaceId" = $1 AND "id" = $2`,
    [workspaceId, endpointId, webhookSecrets.seal(secret ?? ''), webhookSecrets.seal(previous ?? ''), until],
  );
}

/** Writes events and returns the requests that reported them. */
async function deliver(count: number): Promise<readonly Received[]> {
  const before = receiver.received.length;
  await services.events(workspaceId, count);
  await expect.poll(() => receiver.received.length - before).toBe(count);
  return receiver.received.slice(before);
}

describe('the reference library of Standard Webhooks', () => {
  test('verifies each delivery, and no other body, id or secret', async () => {
    const secret = generateWebhookSecret();
    await services.endpoint(workspaceId, { url: `${receiver.url}/a`, secret });
    const requests = await deliver(30);
    const ids = requests.map((request) => {
      const event = verified(secret, request) as { id: string; sequence: number };
      expect(event.id).toBe(request.headers['webhook-id']);
      expect(() => verified(generateWebhookSecret(), request)).toThrow(WebhookVerificationError);
      const other = { ...request.headers, 'webhook-id': `${event.id}0` };
      expect(() => verified(secret, { ...request, headers: other })).toThrow(WebhookVerificationError);
      const flipped = Buffer.from(request.body);
      const index = event.sequence % flipped.length;
      flipped[index] = (flipped[index] as number) ^ 1;
      expect(() => verified(secret, { ...request, body: flipped })).toThrow(WebhookVerificationError);
      return event.id;
    });
    expect(new Set(ids).size).toBe(30);
  });

  test('verifies deliveries with either secret during a rotation, and with the new one alone after it', async () => {
    const [next, previous] = [generateWebhookSecret(), generateWebhookSecret()];
    const id = await services.endpoint(workspaceId, { url: `${receiver.url}/b`, secret: previous });
    await rotate(id, [next, previous], '1 hour');
    for (const request of await deliver(5)) {
      for (const secret of [next, previous]) expect(verified(secret, request)).toMatchObject({ workspaceId });
    }
    await rotate(id, [next, previous], '-1 second');
    // The worker may know the endpoint from before for two seconds.
    await pause(2_100);
    for (const request of await deliver(5)) {
      expect(verified(next, request)).toMatchObject({ workspaceId });
      expect(() => verified(previous, request)).toThrow(WebhookVerificationError);
    }
  });

  test('finds the same id in each attempt, signed anew', async () => {
    const secret = generateWebhookSecret();
    await services.endpoint(workspaceId, { url: `${receiver.url}/c`, secret });
    receiver.answer(500);
    const [first] = await deliver(1);
    receiver.answer(204);
    await services.sql('UPDATE "WebhookDelivery" SET "dueAt" = now() WHERE "workspaceId" = $1', [workspaceId]);
    await services.sql('UPDATE "Webhook" SET "dueAt" = now() WHERE "workspaceId" = $1', [workspaceId]);
    await expect.poll(() => receiver.received.length).toBe(2);
    const [, second] = receiver.received;
    if (!first || !second) throw new Error('A request is missing.');
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(verified(secret, second)).toEqual(verified(secret, first));
  });
});
