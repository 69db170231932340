import { beforeEach, describe, expect, test } from 'vitest';
import { dispatchEvents } from '#src/db/writes/webhook-dispatch.ts';
import { retryDeliveries } from '#src/db/writes/webhook-retries.ts';
import { generateWebhookSecret } from '#src/domain/webhooks/secret.ts';
import { signatureHeaders } from '#src/domain/webhooks/signature.ts';
import { pause } from '../../support/waiting.ts';
import { useWebhookReceiver } from '../../support/webhook-receiver.ts';
import { takeLease, useWebhookServices } from '../../support/webhook-workers.ts';
import { webhookSecrets } from '../../support/webhooks.ts';

const services = await useWebhookServices();
const receiver = await useWebhookReceiver();
const { workspaceId } = await services.workspace();
const secret = generateWebhookSecret();
let id: number;
beforeEach(async () => {
  id = await services.endpoint(workspaceId, { url: receiver.url, secret });
});

interface Tried {
  readonly status: string;
  readonly attempts: number;
  readonly isManual?: boolean;
  /** When it was tried last. */
  readonly hoursAgo: number;
}

/** A delivery that was made a day before, and is tried again in ten hours, if ever. */
async function tried({ status, attempts, isManual = false, hoursAgo }: Tried): Promise<void> {
  await services.sql(
    `WITH e AS (INSERT INTO "WebhookEvent" ("workspaceId", "kind", "payload") VALUES ($1, 'contact.created', '{}') RETURNING "id"),
     d AS (INSERT INTO "WebhookDelivery" ("workspaceId", "webhookId", "eventId", "sequence", "status", "attempts", "isManual", "createdAt", "dueAt")
       SELECT $1, $2, e."id", e."id", $3::"DeliveryStatus", $4, $5, now() - interval '1 day', now() + interval '10 hours' FROM e
       RETURNING "id"),
     a AS (INSERT INTO "WebhookAttempt" ("workspaceId", "webhookId", "deliveryId", "url", "sentAt", "latencyMs")
       SELECT $1, $2, d."id", 'https://example.com/', now() - $6 * interval '1 hour', 1 FROM d WHERE $4 > 0 RETURNING "id")
     SELECT count(*) FROM d, a`,
    [workspaceId, id, status, attempts, isManual, hoursAgo],
  );
}

describe('a resume', () => {
  test('gives what failed since the endpoint failed all its attempts and its place again, and leaves the rest', async () => {
    const cases: Tried[] = [
      { status: 'FAILED', attempts: 8, hoursAgo: 1 },
      { status: 'PENDING', attempts: 3, hoursAgo: 1 },
      { status: 'FAILED', attempts: 8, hoursAgo: 5 },
      { status: 'FAILED', attempts: 1, isManual: true, hoursAgo: 1 },
      { status: 'DELIVERED', attempts: 2, hoursAgo: 1 },
    ];
    for (const each of cases) await tried(each);
    await services.sql(`UPDATE "Webhook" SET "retriesSince" = now() - interval '3 hours' WHERE "id" = $1`, [id]);
    const holder = { workspaceId, id, worker: 'one' };
    expect(await takeLease(services.context.db, holder)).toBe(true);
    expect(await retryDeliveries(services.context.db, holder, '0')).toBeUndefined();
    const rows = await services.sql(
      `SELECT "status", "attempts", "dueAt" = "createdAt" AS "hasPlace" FROM "WebhookDelivery"
       WHERE "workspaceId" = $1 ORDER BY "id"`,
      [workspaceId],
    );
    const again = { status: 'PENDING', attempts: 0, hasPlace: true };
    const left = cases.slice(2).map(({ status, attempts }) => ({ status, attempts, hasPlace: false }));
    expect(rows).toEqual([again, again, ...left]);
    expect(await services.firstEndpoint(workspaceId)).toMatchObject({ retriesSince: null });
  });

  test('is left to the worker that has the lease', async () => {
    await tried({ status: 'FAILED', attempts: 8, hoursAgo: 1 });
    await services.sql(`UPDATE "Webhook" SET "retriesSince" = now() - interval '3 hours' WHERE "id" = $1`, [id]);
    expect(await takeLease(services.context.db, { workspaceId, id, worker: 'one' })).toBe(true);
    expect(await retryDeliveries(services.context.db, { workspaceId, id, worker: 'other' }, '0')).toBeUndefined();
    expect(await services.count(workspaceId, 'FAILED')).toBe(1);
  });
});

describe('an endpoint that failed', () => {
  test('gets a new event at once, though its retry comes in ten hours', async () => {
    await tried({ status: 'PENDING', attempts: 6, hoursAgo: 1 });
    await services.sql(`UPDATE "Webhook" SET "dueAt" = now() + interval '10 hours' WHERE "id" = $1`, [id]);
    await services.sql(`UPDATE "Webhook" SET "lastSequence" = 1000000000 WHERE "id" = $1`, [id]);
    await services.events(workspaceId, 1);
    expect(await dispatchEvents(services.context.db, workspaceId)).toBe(1);
    services.worker();
    await expect.poll(() => receiver.bodies().map(({ data }) => data.n)).toEqual([1]);
    // The next is the retry again.
    await services.stopWorkers();
    const text = `SELECT round(extract(epoch FROM "dueAt" - now()) / 3600)::int AS "hours" FROM "Webhook" WHERE "id" = $1`;
    expect(await services.sql(text, [id])).toEqual([{ hours: 10 }]);
  });

  test('has one request at a time from the first on, whichever worker leases it', async () => {
    receiver.answer(() => undefined);
    await services.sql(`UPDATE "Webhook" SET "failingSince" = now() - interval '1 hour' WHERE "id" = $1`, [id]);
    await services.events(workspaceId, 20);
    services.worker();
    await expect.poll(() => receiver.open.now).toBe(1);
    await pause(1200);
    expect(receiver.open.most).toBe(1);
  });
});

describe('a rotated secret', () => {
  test.each([
    ['signs as well before its end', '1 hour', 2],
    ['does not after it', '-1 second', 1],
  ])('%s', async (_, interval, count) => {
    const previous = generateWebhookSecret();
    await services.sql(
      `UPDATE "Webhook" SET "previousSecret" = $2, "previousUntil" = now() + $3::interval WHERE "id" = $1`,
      [id, webhookSecrets.seal(previous), interval],
    );
    await services.events(workspaceId, 1);
    services.worker();
    await expect.poll(() => receiver.received.length).toBe(1);
    const [request] = receiver.received;
    const headers = request?.headers ?? {};
    const timestamp = new Date(Number(headers['webhook-timestamp']) * 1000);
    const signed = { id: String(headers['webhook-id']), timestamp, body: String(request?.body) };
    const expected = signatureHeaders({ ...signed, secrets: [secret, previous].slice(0, count) });
    expect(headers['webhook-signature']).toBe(expected['webhook-signature']);
  });
});
