import { beforeEach, describe, expect, test } from 'vitest';
import { type AttemptResult, writeResults } from '#src/db/writes/webhook-results.ts';
import { lockWebhook, pauseWebhook, resumeWebhook } from '#src/db/writes/webhooks.ts';
import { present } from '../../support/present.ts';
import { useWebhookServices } from '../../support/webhook-workers.ts';

const url = 'https://example.com/';

const services = await useWebhookServices();
const { workspaceId } = await services.workspace();
let id: number;
beforeEach(async () => {
  id = await services.endpoint(workspaceId, { url });
});

/** A delivery that has had so many attempts. Returns its id. */
async function delivery(attempts: number): Promise<string> {
  const [row] = await services.sql<{ id: string }>(
    `WITH e AS (INSERT INTO "WebhookEvent" ("workspaceId", "kind", "payload") VALUES ($1, 'contact.created', '{}') RETURNING "id")
     INSERT INTO "WebhookDelivery" ("workspaceId", "webhookId", "eventId", "sequence", "dueAt", "attempts")
     SELECT $1, $2, e."id", e."id", '2026-01-01', $3 FROM e RETURNING "id"`,
    [workspaceId, id, attempts],
  );
  return row?.id ?? '';
}

const write = (status: number, { deliveryId, attempts }: Pick<AttemptResult, 'deliveryId' | 'attempts'>) => {
  const made = { deliveryId, attempts, isManual: false, url, headers: {}, sentAt: present(), latencyMs: 1 };
  const results = [{ ...made, status, responseStart: null, error: null }];
  return writeResults(services.context.db, { workspaceId, id }, { results, wasFailing: false });
};

const stored = async (deliveryId: string) => {
  const text = 'SELECT "status", "attempts", "dueAt" FROM "WebhookDelivery" WHERE "workspaceId" = $1 AND "id" = $2';
  const [row] = await services.sql<{ status: string; attempts: number; dueAt: string }>(text, [
    workspaceId,
    deliveryId,
  ]);
  return row;
};

const endpoint = () => services.firstEndpoint(workspaceId);

function change(work: typeof pauseWebhook): Promise<unknown> {
  return services.context.db.write(async (client) => {
    await lockWebhook(client, id, { workspaceId, visible: undefined });
    return work(client, [workspaceId, id]);
  });
}

describe('the result of an attempt that comes late, from a worker that has lost its lease', () => {
  test.each([
    ['a failure with retries left', 0, 500],
    ['the last failure', 7, 500],
    ['a second success', 0, 204],
  ])('leaves a delivery as delivered: %s', async (_, attempts, status) => {
    const deliveryId = await delivery(attempts);
    await write(204, { deliveryId, attempts });
    expect(await stored(deliveryId)).toMatchObject({ status: 'DELIVERED', attempts: attempts + 1 });
    await write(status, { deliveryId, attempts });
    expect(await stored(deliveryId)).toMatchObject({ status: 'DELIVERED', attempts: attempts + 2 });
  });

  test.each([500, 204])('leaves a delivery that has failed for good as failed: %s', async (status) => {
    const deliveryId = await delivery(7);
    await write(500, { deliveryId, attempts: 7 });
    await write(status, { deliveryId, attempts: 7 });
    expect(await stored(deliveryId)).toMatchObject({ status: 'FAILED' });
  });

  test('does not end or delay a delivery that was resumed meanwhile', async () => {
    const deliveryId = await delivery(0);
    const before = await stored(deliveryId);
    await write(500, { deliveryId, attempts: 7 });
    expect(await stored(deliveryId)).toEqual({ ...before, attempts: 1 });
    await write(500, { deliveryId, attempts: 3 });
    expect(await stored(deliveryId)).toEqual({ ...before, attempts: 2 });
  });

  test.each([410, 500])('leaves an endpoint paused as a person has paused it, without a notice: %s', async (status) => {
    const deliveryId = await delivery(0);
    await services.sql(`UPDATE "Webhook" SET "failingSince" = now() - interval '6 days' WHERE "id" = $1`, [id]);
    await change(pauseWebhook);
    const before = await endpoint();
    await write(status, { deliveryId, attempts: 0 });
    expect(await endpoint()).toEqual(before);
    const events = `SELECT FROM "WebhookEvent" WHERE "workspaceId" = $1 AND "kind" LIKE 'webhook.%'`;
    expect(await services.sql(events, [workspaceId])).toEqual([]);
  });
});

describe('a resume tries again what has failed', () => {
  const hours = async () => {
    const text = `SELECT extract(epoch FROM now() - "retriesSince")::float8 / 3600 AS "hours" FROM "Webhook" WHERE "id" = $1`;
    return Math.round((await services.sql<{ hours: number }>(text, [id]))[0]?.hours ?? -1);
  };
  const set = (column: string, interval: string) =>
    services.sql(`UPDATE "Webhook" SET "${column}" = now() - $2::interval WHERE "id" = $1`, [id, interval]);

  test('since the endpoint began to fail, was paused, or was resumed before that was done, whichever was first', async () => {
    await change(pauseWebhook);
    await set('pausedAt', '3 hours');
    await change(resumeWebhook);
    expect(await hours()).toBe(3);
    await change(pauseWebhook);
    await change(resumeWebhook);
    expect(await hours()).toBe(3);
    await set('failingSince', '5 hours');
    await change(pauseWebhook);
    await change(resumeWebhook);
    expect(await hours()).toBe(5);
    expect(await endpoint()).toMatchObject({ failingSince: null, warnedAt: null, pausedAt: null, pauseReason: null });
  });
});
