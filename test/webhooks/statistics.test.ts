import { beforeEach, describe, expect, test } from 'vitest';
import { type Body, useApp } from '../support/app.ts';
import { connectedApp } from '../support/app-tokens.ts';
import type { Member } from '../support/factories.ts';
import { retryWhenSlow } from '../support/retry-when-slow.ts';
import { roomyLimiter } from '../support/roomy-limiter.ts';
import { storedAttempt, storedDelivery, storedEvent } from '../support/webhook-records.ts';
import { webhook } from '../support/webhooks.ts';

let owner: Member;
let session: string;
let webhookId: number;
const app = await useApp({ limiter: roomyLimiter() });
app.clock.set('2026-03-04T12:00:00.000Z');
beforeEach(async () => {
  owner = await app.workspace();
  session = await app.session(owner);
  webhookId = await webhook(app, owner);
});

const document = `query ($webhookId: Int!, $period: WebhookStatisticsPeriod, $from: DateTime, $to: DateTime) {
  webhookStatistics(webhookId: $webhookId, period: $period, from: $from, to: $to) {
    webhookId from to bucketMinutes
    buckets { startTime succeeded failed latencyP50 latencyP95 isSampled }
  } }`;

async function statistics(args: object = {}, credential = session): Promise<Body> {
  const { body } = await app.graphql(document, credential, { webhookId, ...args });
  return body.errors ? body.errors[0].extensions : body.data.webhookStatistics;
}

async function activity(credential = session): Promise<Body> {
  const { body } = await app.graphql(
    '{ webhookActivity { webhookId sentAt responseStatus latencyMs isSuccess } }',
    credential,
  );
  return body.data.webhookActivity;
}

/** A delivery of the kind to the webhook, with one attempt. */
async function attempt(row: object, kind = 'contact.created', to = webhookId): Promise<void> {
  const eventId = await storedEvent(app, owner, { kind });
  const deliveryId = await storedDelivery(app, owner, { webhookId: to, eventId, status: 'DELIVERED' });
  await storedAttempt(app, owner, { deliveryId, ...row });
}

const used = ({ buckets }: Body) => buckets.filter(({ succeeded, failed }: Body) => succeeded + failed > 0);

describe('webhookStatistics', () => {
  test('counts what was acknowledged and what was not, with latencies, by half hours of the last day', async () => {
    for (const latencyMs of [10, 20, 30, 40]) await attempt({ sentAt: '2026-03-04T10:05:00Z', latencyMs });
    await attempt({ sentAt: '2026-03-04T10:29:59.999Z', latencyMs: 900, responseStatus: 500 });
    await attempt({ sentAt: '2026-03-04T10:30:00Z', latencyMs: 15_000, responseStatus: null, error: 'No answer' });
    await attempt({ sentAt: '2026-03-04T10:31:00Z', latencyMs: 5, responseStatus: 200, error: 'The answer broke off' });
    await attempt({ sentAt: '2026-03-03T11:59:59.999Z' });
    await attempt({ sentAt: '2026-03-04T12:00:00Z' });
    await attempt({ sentAt: '2026-03-04T10:05:00Z' }, 'contact.created', await webhook(app, owner));
    const found = await statistics();
    expect(found).toMatchObject({
      ...{ webhookId, bucketMinutes: 30 },
      ...{ from: '2026-03-03T12:00:00.000Z', to: '2026-03-04T12:00:00.000Z' },
    });
    expect(found.buckets).toHaveLength(48);
    expect(found.buckets[0]).toEqual({
      startTime: '2026-03-03T12:00:00.000Z',
      ...{ succeeded: 0, failed: 0, latencyP50: null, latencyP95: null, isSampled: false },
    });
    expect(used(found)).toEqual([
      {
        startTime: '2026-03-04T10:00:00.000Z',
        ...{ succeeded: 4, failed: 1, latencyP50: 30, latencyP95: 900, isSampled: false },
      },
      {
        startTime: '2026-03-04T10:30:00.000Z',
        ...{ succeeded: 0, failed: 2, latencyP50: 5, latencyP95: 15_000, isSampled: false },
      },
    ]);
  });

  test.each([
    [{ period: 'LAST_24_HOURS' }, 30, 48],
    [{ period: 'LAST_7_DAYS' }, 180, 56],
    [{ period: 'LAST_30_DAYS' }, 720, 60],
    [{ from: '2026-03-04T11:50:00Z' }, 1, 10],
    [{ from: '2026-03-01T00:00:00Z', to: '2026-03-01T01:00:00Z' }, 1, 60],
    [{ from: '2025-12-04T12:00:00Z', to: '2026-03-04T12:00:00Z' }, 2880, 46],
  ])('%j has buckets of %i minutes', async (args, minutes, count) => {
    const { bucketMinutes, buckets } = await statistics(args);
    expect([bucketMinutes, buckets.length]).toEqual([minutes, count]);
  });

  test.each([
    [{ period: 'LAST_7_DAYS', from: '2026-03-04T00:00:00Z' }, 'period'],
    [{ to: '2026-03-04T00:00:00Z' }, 'from'],
    [{ from: '2026-03-04T00:00:00Z', to: '2026-03-04T00:00:00Z' }, 'to'],
    [{ from: '2026-03-05T00:00:00Z' }, 'from'],
    [{ from: '2025-12-01T00:00:00Z' }, 'from'],
    [{ from: 'yesterday' }, 'from'],
    [{ webhookId: 0 }, 'webhookId'],
  ])('%j is refused, and the problem names %s', async (args, name) => {
    const { code, details } = await statistics(args);
    expect([code, Object.keys(details.fieldErrors)]).toEqual(['VALIDATION_FAILED', [name]]);
  });

  test('of a webhook of another workspace, or of none, is NOT_FOUND', async () => {
    const stranger = await app.session(await app.workspace());
    expect((await statistics({}, stranger)).code).toBe('NOT_FOUND');
    expect((await statistics({ webhookId: 2_147_483_647 })).code).toBe('NOT_FOUND');
  });

  test('leaves out kinds that the key may not read', async () => {
    await attempt({ sentAt: '2026-03-04T10:05:00Z' }, 'deal.created');
    await attempt({ sentAt: '2026-03-04T10:06:00Z', latencyMs: 77 });
    const key = await app.apiKey(owner, { scopes: ['webhooks:read', 'contacts:read'] });
    expect(used(await statistics({}, key))).toEqual([expect.objectContaining({ succeeded: 1, latencyP50: 77 })]);
    expect(used(await statistics())).toEqual([expect.objectContaining({ succeeded: 2 })]);
    // A test holds no record, so everybody who sees the webhook may read it.
    await attempt({ sentAt: '2026-03-04T10:07:00Z' }, 'webhook.test');
    expect(used(await statistics({}, key))).toEqual([expect.objectContaining({ succeeded: 2 })]);
  });

  test('of an app is that of its own webhooks', async () => {
    const { token, grantId } = await connectedApp(app, owner, ['webhooks:read', 'contacts:read']);
    await attempt({ sentAt: '2026-03-04T10:05:00Z' });
    expect((await statistics({}, token)).code).toBe('NOT_FOUND');
    expect(await activity(token)).toEqual([]);
    const own = await webhook(app, owner, { grantId });
    await attempt({ sentAt: '2026-03-04T10:06:00Z' }, 'contact.created', own);
    expect(used(await statistics({ webhookId: own }, token))).toHaveLength(1);
    expect((await activity(token)).map((each: Body) => each.webhookId)).toEqual([own]);
  });

  test('counts the newest of a bucket where it does not count all', async () => {
    const eventId = await storedEvent(app, owner);
    const deliveryId = await storedDelivery(app, owner, { webhookId, eventId, status: 'DELIVERED' });
    await app.sql(
      `INSERT INTO "WebhookAttempt" ("workspaceId", "webhookId", "deliveryId", "url", "sentAt", "latencyMs", "responseStatus")
       SELECT $1, $2, $3, 'https://example.com/', $4::timestamptz + n * interval '1 s', 1, CASE WHEN n > 100 THEN 204 ELSE 500 END
       FROM generate_series(1, 600) n`,
      [owner.workspaceId, webhookId, deliveryId, '2026-03-04T10:00:00Z'],
    );
    expect(used(await statistics())).toMatchObject([{ succeeded: 500, failed: 0, isSampled: true }]);
  });

  test('reads a bounded part of a hundred thousand attempts, and says so', { retry: retryWhenSlow }, async () => {
    await app.sql(
      `WITH "e" AS (INSERT INTO "WebhookEvent" ("workspaceId", "kind", "payload", "isDispatched")
         VALUES ($1, 'contact.created', '{}', true) RETURNING "id"),
       "d" AS (INSERT INTO "WebhookDelivery" ("workspaceId", "webhookId", "eventId", "sequence", "dueAt")
         SELECT $1, $2, "id", 1, now() FROM "e" RETURNING "id")
       INSERT INTO "WebhookAttempt" ("workspaceId", "webhookId", "deliveryId", "url", "sentAt", "latencyMs", "responseStatus")
       SELECT $1, $2, "d"."id", 'https://example.com/', $3::timestamptz - n * interval '25 s', n % 100, 200 + 300 * (n % 2)
       FROM "d", generate_series(1, 100000) n`,
      [owner.workspaceId, webhookId, '2026-03-04T12:00:00Z'],
    );
    await app.sql('ANALYZE "WebhookAttempt"');
    await statistics({ period: 'LAST_30_DAYS' });
    const started = performance.now();
    const { buckets } = await statistics({ period: 'LAST_30_DAYS' });
    const ms = performance.now() - started;
    // Of 720 minutes at one attempt in 25 s, 500 of 1,728 are read.
    expect(buckets[30]).toMatchObject({ succeeded: 250, failed: 250, isSampled: true });
    expect(used({ buckets })).toHaveLength(58);
    expect(ms).toBeLessThan(1500);
  });
});

describe('webhookActivity', () => {
  test('is the newest attempt for each webhook, in one statement', async () => {
    const other = await webhook(app, owner);
    await webhook(app, owner);
    await attempt({ sentAt: '2026-03-04T10:00:00Z' });
    await attempt({ sentAt: '2026-03-04T11:00:00Z', responseStatus: 503, latencyMs: 21 });
    await attempt({ sentAt: '2026-03-04T09:00:00Z', latencyMs: 9 }, 'deal.created', other);
    app.statements.length = 0;
    const found = await activity();
    // In the order of the webhooks, which is newest first.
    expect(found).toEqual([
      { webhookId: other, sentAt: '2026-03-04T09:00:00.000Z', responseStatus: 204, latencyMs: 9, isSuccess: true },
      { webhookId, sentAt: '2026-03-04T11:00:00.000Z', responseStatus: 503, latencyMs: 21, isSuccess: false },
    ]);
    expect(app.statements.filter((name) => name === 'webhookStatistics.activity')).toHaveLength(1);
    const key = await app.apiKey(owner, { scopes: ['webhooks:read', 'contacts:read'] });
    expect((await activity(key)).map((each: Body) => each.webhookId)).toEqual([webhookId]);
    expect(await activity(await app.session(await app.workspace()))).toEqual([]);
  });

  test('is the newest that the key may read, though newer ones are of other kinds', async () => {
    await attempt({ sentAt: '2026-03-04T10:00:00Z', latencyMs: 33 });
    for (const minute of [1, 2, 3]) await attempt({ sentAt: `2026-03-04T11:0${minute}:00Z` }, 'deal.created');
    const key = await app.apiKey(owner, { scopes: ['webhooks:read', 'contacts:read'] });
    expect(await activity(key)).toMatchObject([{ sentAt: '2026-03-04T10:00:00.000Z', latencyMs: 33 }]);
    expect(await activity()).toMatchObject([{ sentAt: '2026-03-04T11:03:00.000Z' }]);
  });
});
