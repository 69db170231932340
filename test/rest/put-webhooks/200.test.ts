import { beforeEach, describe, expect, test } from 'vitest';
import { retryDeliveries } from '#src/db/writes/webhook-retries.ts';
import { useApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';
import { sendJson } from '../../support/lists.ts';
import { fromNow } from '../../support/present.ts';
import { eventsOf } from '../../support/webhook-rows.ts';
import { deliveryOf, retryFailed, webhook } from '../../support/webhooks.ts';

let owner: Member;
let key: string;
let id: number;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner);
  id = await webhook(app, owner, { updatedAt: '2026-01-02T03:04:05.678Z', description: 'CRM' });
});

const update = (changes: object) => sendJson(app, ['PUT', '/v1/webhooks'], { id, ...changes }, { key });
const found = async () => (await app.get('/v1/webhooks', key)).body.data.webhooks[0];
const instant = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** The deliveries as id, status, attempts, and whether they are due. */
const deliveries = () =>
  app.sql<{ id: number; status: string; attempts: number; isDue: boolean }>(
    `SELECT "id"::int, "status", "attempts", "dueAt" <= now() AS "isDue" FROM "WebhookDelivery"
     WHERE "workspaceId" = $1 ORDER BY "id"`,
    [owner.workspaceId],
  );
const row = async () =>
  (await app.sql('SELECT *, "dueAt" <= now() AS "isDue" FROM "Webhook" WHERE "id" = $1', [id]))[0];

describe('PUT /v1/webhooks', () => {
  test('changes what is named, and returns the webhook exactly', async () => {
    const before = await found();
    const changes = { url: 'https://example.com/other', kinds: ['deal.created'], description: null };
    const { status, body } = await update(changes);
    expect(status).toBe(200);
    expect(JSON.stringify(body.data)).toBe(JSON.stringify({ ...before, ...changes, updatedAt: body.data.updatedAt }));
    expect(body.data.updatedAt > before.updatedAt).toBe(true);
    expect(await found()).toEqual(body.data);
    expect(await eventsOf(app, owner.workspaceId)).toEqual([]);
  });

  test('one that names no known field is a 400, one that sets what is there writes nothing', async () => {
    const before = await found();
    for (const changes of [{}, { secret: 'whsec_AAAA' }]) {
      const { status, body } = await update(changes);
      expect([status, body.message.details.formErrors]).toEqual([400, ['At least one field to change is required']]);
    }
    const { url, kinds, description, status } = before;
    const answer = await update({ url, kinds, description, status });
    expect([answer.status, answer.body.data]).toEqual([200, before]);
  });

  test('pauses because the caller requests it', async () => {
    const before = await found();
    const { body } = await update({ status: 'PAUSED' });
    const { pausedAt, updatedAt } = body.data;
    expect(body.data).toEqual({ ...before, status: 'PAUSED', pauseReason: 'REQUESTED', pausedAt, updatedAt });
    expect([pausedAt, updatedAt]).toEqual([instant, pausedAt]);
    expect((await update({ status: 'PAUSED' })).body.data).toEqual(body.data);
    expect(await eventsOf(app, owner.workspaceId)).toEqual([]);
  });

  test('one that was paused because it failed stays so, and keeps the reason', async () => {
    await app.sql(
      `UPDATE "Webhook" SET "status" = 'PAUSED', "pauseReason" = 'GONE', "pausedAt" = now() WHERE "id" = $1`,
      [id],
    );
    expect((await update({ status: 'PAUSED' })).body.data.pauseReason).toBe('GONE');
  });

  test('changes fields and resumes at once', async () => {
    await update({ status: 'PAUSED' });
    const { body } = await update({ status: 'ACTIVE', url: 'https://example.com/repaired' });
    expect(body.data).toMatchObject({ status: 'ACTIVE', url: 'https://example.com/repaired', pauseReason: null });
  });

  test('GraphQL changes the same', async () => {
    const document = `mutation { updateWebhook(input: { id: ${id}, status: PAUSED }) { id status pauseReason } }`;
    const { body } = await app.graphql(document, key);
    expect(body).toEqual({ data: { updateWebhook: { id, status: 'PAUSED', pauseReason: 'REQUESTED' } } });
  });
});

describe('resuming a webhook', () => {
  const ago = (days: number) => fromNow(-days * 86_400_000);
  const pause = (columns: object) =>
    app.sql(
      `UPDATE "Webhook" SET "status" = 'PAUSED', "pauseReason" = $2::"WebhookPauseReason", "pausedAt" = $3,
       "failingSince" = $4, "warnedAt" = $4 WHERE "id" = $1`,
      [id, ...Object.values(columns)],
    );

  test('sends what it missed and what has failed since it began to fail, with all attempts, and nothing older', async () => {
    const target = { workspaceId: owner.workspaceId, webhookId: id };
    const older = await deliveryOf(app, target, { status: 'FAILED', attempts: 8, sentAt: ago(6) });
    const failed = await deliveryOf(app, target, { status: 'FAILED', attempts: 8, sentAt: ago(4.9) });
    const manual = await deliveryOf(app, target, { status: 'FAILED', attempts: 1, sentAt: ago(4), isManual: true });
    const delivered = await deliveryOf(app, target, { status: 'DELIVERED', attempts: 1, sentAt: ago(5.5) });
    const waiting = await deliveryOf(app, target, { status: 'PENDING', attempts: 5, sentAt: ago(1), dueAt: ago(-1) });
    const missed = await deliveryOf(app, target, { status: 'PENDING', attempts: 0 });
    await pause({ reason: 'FAILING', pausedAt: ago(0.1), failingSince: ago(5) });

    const { body } = await update({ status: 'ACTIVE' });
    const cleared = { pauseReason: null, pausedAt: null, failingSince: null, pausesAt: null };
    expect(body.data).toMatchObject({ status: 'ACTIVE', ...cleared });
    expect(await row()).toMatchObject({ status: 'ACTIVE', warnedAt: null, isDue: true });
    await retryFailed(app, { workspaceId: owner.workspaceId, id });
    expect(await deliveries()).toEqual([
      { id: older, status: 'FAILED', attempts: 8, isDue: true },
      { id: failed, status: 'PENDING', attempts: 0, isDue: true },
      { id: manual, status: 'FAILED', attempts: 1, isDue: true },
      { id: delivered, status: 'DELIVERED', attempts: 1, isDue: true },
      { id: waiting, status: 'PENDING', attempts: 0, isDue: true },
      { id: missed, status: 'PENDING', attempts: 0, isDue: true },
    ]);
  });

  test('keeps the order of deliveries, and writes none that waits for its first attempt', async () => {
    const target = { workspaceId: owner.workspaceId, webhookId: id };
    const failed = { status: 'FAILED', attempts: 8, sentAt: ago(4), createdAt: ago(4.9) } as const;
    const ids = [
      await deliveryOf(app, target, failed),
      await deliveryOf(app, target, { status: 'PENDING', attempts: 0, dueAt: ago(3) }),
      await deliveryOf(app, target, { ...failed, createdAt: ago(2), sentAt: ago(1.1) }),
      await deliveryOf(app, target, { status: 'PENDING', attempts: 0, dueAt: ago(1) }),
    ];
    const stored = () =>
      app.sql<{ id: number; version: string }>(
        'SELECT "id"::int, xmin::text AS "version" FROM "WebhookDelivery" WHERE "webhookId" = $1 ORDER BY "dueAt", "sequence"',
        [id],
      );
    const versions = Object.fromEntries((await stored()).map((each) => [each.id, each.version]));
    await pause({ reason: 'FAILING', pausedAt: ago(0.1), failingSince: ago(5) });
    await update({ status: 'ACTIVE' });
    await retryFailed(app, { workspaceId: owner.workspaceId, id });
    const after = await stored();
    expect(after.map((each) => each.id)).toEqual(ids);
    expect(after.map((each) => each.version === versions[each.id])).toEqual([false, true, false, true]);
  });

  test('of 2,500 deliveries that failed answers at once, and goes on after a pause in the middle', async () => {
    const { workspaceId } = owner;
    await app.sql(
      `WITH e AS (INSERT INTO "WebhookEvent" ("workspaceId", "kind", "payload")
         SELECT $1, 'contact.created', '{}' FROM generate_series(1, 2500) RETURNING "id"),
       d AS (INSERT INTO "WebhookDelivery" ("workspaceId", "webhookId", "eventId", "sequence", "status", "attempts", "dueAt")
         SELECT $1, $2, "id", "id", 'FAILED', 8, now() FROM e RETURNING "id")
       SELECT count(*) FROM d`,
      [workspaceId, id],
    );
    await app.sql(
      `INSERT INTO "WebhookAttempt" ("workspaceId", "webhookId", "deliveryId", "url", "sentAt", "latencyMs")
       SELECT $1, "webhookId", "id", 'https://example.com/', now() - interval '1 day', 1 FROM "WebhookDelivery" WHERE "workspaceId" = $1`,
      [workspaceId],
    );
    const failed = async () => (await deliveries()).filter(({ status }) => status === 'FAILED').length;
    await pause({ reason: 'FAILING', pausedAt: ago(0.1), failingSince: ago(5) });
    await update({ status: 'ACTIVE' });
    expect(await failed()).toBe(2500);
    await app.sql('UPDATE "Webhook" SET "leasedBy" = $2 WHERE "id" = $1', [id, 'worker']);
    const holder = { workspaceId, id, worker: 'worker' };
    const lastId = await retryDeliveries(app.context.db, holder, '0');
    expect(await failed()).toBe(1500);
    await update({ status: 'PAUSED' });
    expect(await retryDeliveries(app.context.db, holder, lastId ?? '')).toBeUndefined();
    expect(await failed()).toBe(1500);
    await update({ status: 'ACTIVE' });
    expect(await retryDeliveries(app.context.db, { ...holder, worker: 'other' }, '0')).toBeUndefined();
    expect(await retryFailed(app, { workspaceId, id })).toBe(2);
    expect(await failed()).toBe(0);
    expect(await row()).toMatchObject({ retriesSince: null, isDue: true });
  });

  test('that was paused on request leaves alone what had failed before', async () => {
    const target = { workspaceId: owner.workspaceId, webhookId: id };
    const failed = await deliveryOf(app, target, { status: 'FAILED', attempts: 8, sentAt: ago(1) });
    await pause({ reason: 'REQUESTED', pausedAt: ago(0.5), failingSince: null });
    await update({ status: 'ACTIVE' });
    await retryFailed(app, { workspaceId: owner.workspaceId, id });
    expect(await deliveries()).toEqual([{ id: failed, status: 'FAILED', attempts: 8, isDue: true }]);
  });

  test('that is active already changes nothing', async () => {
    const target = { workspaceId: owner.workspaceId, webhookId: id };
    const failed = await deliveryOf(app, target, { status: 'FAILED', attempts: 8, sentAt: ago(0.1) });
    await app.sql('UPDATE "Webhook" SET "failingSince" = $2 WHERE "id" = $1', [id, ago(1)]);
    const before = await row();
    expect((await update({ status: 'ACTIVE' })).status).toBe(200);
    expect(await row()).toEqual(before);
    expect(await deliveries()).toEqual([{ id: failed, status: 'FAILED', attempts: 8, isDue: true }]);
  });

  test('leaves the deliveries of other webhooks alone', async () => {
    const other = { workspaceId: owner.workspaceId, webhookId: await webhook(app, owner) };
    const failed = await deliveryOf(app, other, { status: 'FAILED', attempts: 8, sentAt: ago(1) });
    await pause({ reason: 'FAILING', pausedAt: ago(0.5), failingSince: ago(5.5) });
    await update({ status: 'ACTIVE' });
    await retryFailed(app, { workspaceId: owner.workspaceId, id });
    expect(await deliveries()).toEqual([{ id: failed, status: 'FAILED', attempts: 8, isDue: true }]);
  });
});
