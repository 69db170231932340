import { describe, expect, test } from 'vitest';
import { removeWebhook } from '#src/db/writes/deleted-webhooks.ts';
import { insertTest } from '#src/db/writes/webhook-deliveries.ts';
import { lockWebhook, resumeWebhook } from '#src/db/writes/webhooks.ts';
import { generateWebhookSecret, webhookSecretPurpose } from '#src/domain/webhooks/secret.ts';
import { SealedTexts } from '#src/lib/secrets/sealed-texts.ts';
import { sweepDeletedWebhooks } from '#src/services/webhooks/sweep-deleted.ts';
import { retryWhenSlow } from '../../support/retry-when-slow.ts';
import { after, useWebhookReceiver } from '../../support/webhook-receiver.ts';
import { useWebhookServices } from '../../support/webhook-workers.ts';
import { webhookSecrets } from '../../support/webhooks.ts';

const services = await useWebhookServices();
const receiver = await useWebhookReceiver();
const { workspaceId } = await services.workspace();

const deliveries = () => services.deliveries(workspaceId);
const endpoint = () => services.firstEndpoint(workspaceId);
const count = (status: string) => services.count(workspaceId, status);

/** Moves the time of every waiting delivery into the past. */
async function makeDue(): Promise<void> {
  await services.sql(
    `UPDATE "WebhookDelivery" SET "dueAt" = now() - interval '1 minute' WHERE "workspaceId" = $1 AND "status" = 'PENDING'`,
    [workspaceId],
  );
  await services.sql(`UPDATE "Webhook" SET "dueAt" = now() - interval '1 minute' WHERE "workspaceId" = $1`, [
    workspaceId,
  ]);
}

async function resume(): Promise<void> {
  const { id = 0 } = (await endpoint()) ?? {};
  await services.context.db.write(async (client) => {
    await lockWebhook(client, id, { workspaceId, visible: undefined });
    await resumeWebhook(client, [workspaceId, id]);
  });
}

/** The events about endpoints. */
function notices() {
  return services.sql<{ kind: string; payload: object; previous: object | null }>(
    `SELECT "kind", "payload", "previous" FROM "WebhookEvent" WHERE "workspaceId" = $1 AND "kind" LIKE 'webhook.%' ORDER BY "id"`,
    [workspaceId],
  );
}

describe('a delivery that fails', () => {
  test('is tried eight times by the schedule, and has failed then', { retry: retryWhenSlow }, async () => {
    receiver.answer((response) => response.writeHead(503).end('later'));
    await services.endpoint(workspaceId, { url: receiver.url });
    await services.events(workspaceId, 1);
    const { outcomes } = services.worker();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt++) {
      await expect.poll(() => outcomes.length).toBe(attempt);
      const [row] = await services.sql<{ seconds: number; status: string; attempts: number }>(
        `SELECT extract(epoch FROM d."dueAt" - now())::float8 AS "seconds", d."status", d."attempts"
         FROM "WebhookDelivery" d WHERE "workspaceId" = $1`,
        [workspaceId],
      );
      expect(row).toMatchObject({ status: attempt === 8 ? 'FAILED' : 'PENDING', attempts: attempt });
      if (attempt < 8) waits.push(row?.seconds ?? 0);
      await expect.poll(() => endpoint()).toMatchObject({ leasedBy: null });
      if (attempt < 8) await makeDue();
    }
    const expected = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];
    waits.forEach((seconds, index) => {
      expect(Math.abs(seconds / (expected[index] ?? 0) - 1)).toBeLessThan(index === 0 ? 0.5 : 0.11);
    });
    expect(new Set(receiver.bodies().map(({ id }) => id)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const attempts = await services.sql(
      'SELECT "responseStatus", "responseStart", "error" FROM "WebhookAttempt" WHERE "workspaceId" = $1 ORDER BY "id"',
      [workspaceId],
    );
    const failed = { responseStatus: 503, responseStart: 'later', error: null };
    expect(attempts).toEqual(Array(8).fill(failed));
    expect(await endpoint()).toMatchObject({ dueAt: null, status: 'ACTIVE' });
    expect(outcomes).toEqual([...Array(7).fill('retried'), 'failed']);
  });

  test('pauses the endpoint at once with 410', async () => {
    receiver.answer(410);
    await services.endpoint(workspaceId, { url: receiver.url });
    await services.endpoint(workspaceId, { url: 'http://127.0.0.1:9', kinds: ['webhook.paused'] });
    await services.events(workspaceId, 1);
    const { outcomes } = services.worker();
    await expect.poll(() => outcomes.length).toBeGreaterThan(0);
    await expect.poll(() => notices()).toHaveLength(1);
    const [notice] = await notices();
    expect(notice).toMatchObject({
      kind: 'webhook.paused',
      payload: {
        url: receiver.url,
        status: 'PAUSED',
        pauseReason: 'GONE',
        pausedAt: expect.any(String),
        pausesAt: null,
      },
      previous: { status: 'ACTIVE' },
    });
    const { pausedAt, updatedAt } = (notice?.payload ?? {}) as Record<string, string>;
    expect(updatedAt).toBe(pausedAt);
    expect(JSON.stringify(notice)).not.toContain('secret');
    await services.events(workspaceId, 1);
    await expect.poll(() => count('PENDING')).toBe(3);
    expect(receiver.received).toHaveLength(1);
  });

  test('warns after a day, pauses after five, and what was missed is sent after a resume', async () => {
    receiver.answer(500);
    await services.endpoint(workspaceId, { url: receiver.url });
    await services.events(workspaceId, 1);
    const { outcomes } = services.worker();
    await expect.poll(() => outcomes.length).toBe(1);
    const failFor = async (interval: string) => {
      await services.sql(
        `UPDATE "Webhook" SET "failingSince" = now() - $2::interval WHERE "workspaceId" = $1 AND "leasedBy" IS NULL`,
        [workspaceId, interval],
      );
      const before = outcomes.length;
      await makeDue();
      await expect.poll(() => outcomes.length).toBe(before + 1);
      await expect.poll(() => endpoint()).toMatchObject({ leasedBy: null });
      return notices();
    };
    await expect.poll(() => endpoint()).toMatchObject({ leasedBy: null });
    expect(await failFor('23 hours')).toEqual([]);
    expect(await failFor('25 hours')).toMatchObject([{ kind: 'webhook.failing', payload: { status: 'ACTIVE' } }]);
    expect(await failFor('4 days')).toHaveLength(1);
    const paused = await failFor('5 days 1 minute');
    expect(paused[1]).toMatchObject({
      kind: 'webhook.paused',
      payload: { status: 'PAUSED', pauseReason: 'FAILING', failingSince: expect.any(String) },
    });
    const sent = receiver.received.length;
    receiver.answer(204);
    await services.events(workspaceId, 2);
    await expect.poll(() => count('PENDING')).toBe(3);
    await makeDue();
    // The poll above proves that the worker has gone round since.
    expect(receiver.received).toHaveLength(sent);
    await resume();
    await expect.poll(() => count('DELIVERED')).toBe(3);
    await expect.poll(() => endpoint()).toMatchObject({ failingSince: null, warnedAt: null });
  });

  test.each([
    [204, 'DELIVERED'],
    [500, 'FAILED'],
  ])('is tried once if it was sent by hand: %s', async (status, expected) => {
    receiver.answer(status);
    const id = await services.endpoint(workspaceId, { url: receiver.url });
    await services.context.db.write((client) => insertTest(client, { workspaceId, id }, {}));
    services.worker();
    await expect.poll(deliveries).toEqual([{ sequence: '1', status: expected, attempts: 1 }]);
    expect(receiver.bodies()).toMatchObject([{ type: 'webhook.test', sequence: 1 }]);
  });

  test('says so where the secret was stored under another SECRET_KEY', async () => {
    const sealed = new SealedTexts('another key, that is long enough too', webhookSecretPurpose).seal('whsec_AAAA');
    const id = await services.endpoint(workspaceId, { url: receiver.url, sealed });
    // The receiver knows the new secret alone, so the older one, which can still be read, is no use by itself.
    await services.sql(
      `UPDATE "Webhook" SET "previousSecret" = $2, "previousUntil" = now() + interval '1 hour' WHERE "id" = $1`,
      [id, webhookSecrets.seal(generateWebhookSecret())],
    );
    await services.events(workspaceId, 1);
    services.worker();
    await expect.poll(deliveries).toEqual([{ sequence: '1', status: 'PENDING', attempts: 1 }]);
    expect(receiver.received).toEqual([]);
    const [attempt] = await services.sql('SELECT * FROM "WebhookAttempt" WHERE "workspaceId" = $1', [workspaceId]);
    expect(attempt).toMatchObject({
      responseStatus: null,
      error: expect.stringMatching(/cannot be decrypted because SECRET_KEY was replaced/),
    });
  });

  test('is recorded beside new ones, however long ago it was written', async () => {
    receiver.answer(500);
    await services.endpoint(workspaceId, { url: receiver.url });
    await services.events(workspaceId, 3);
    const { outcomes } = services.worker();
    await expect.poll(() => outcomes.length).toBe(3);
    await services.sql(`SELECT setval('"WebhookDelivery_id_seq"', nextval('"WebhookDelivery_id_seq"') + 10000000)`);
    receiver.answer(after(50));
    await services.events(workspaceId, 3);
    await makeDue();
    await expect
      .poll(deliveries)
      .toEqual([
        ...[1, 2, 3].map((sequence) => ({ sequence: String(sequence), status: 'DELIVERED', attempts: 2 })),
        ...[4, 5, 6].map((sequence) => ({ sequence: String(sequence), status: 'DELIVERED', attempts: 1 })),
      ]);
    const made = await services.sql<{ count: number }>(
      `SELECT count(*)::int AS "count" FROM "WebhookAttempt" WHERE "workspaceId" = $1 GROUP BY "deliveryId" ORDER BY "deliveryId"`,
      [workspaceId],
    );
    expect(made.map(({ count }) => count)).toEqual([2, 2, 2, 1, 1, 1]);
  });

  test('has all attempts again, when its endpoint is resumed while the last one runs', async () => {
    receiver.answer(500);
    await services.endpoint(workspaceId, { url: receiver.url });
    await services.events(workspaceId, 1);
    const { outcomes } = services.worker();
    await expect.poll(() => outcomes.length).toBe(1);
    await expect.poll(() => endpoint()).toMatchObject({ leasedBy: null });
    const answers = receiver.hold(500);
    await services.sql('UPDATE "WebhookDelivery" SET "attempts" = 7 WHERE "workspaceId" = $1', [workspaceId]);
    await makeDue();
    await expect.poll(() => answers.length).toBe(1);
    await resume();
    answers[0]?.();
    // It is due at once, and not after the delay of an eighth attempt.
    await expect.poll(() => answers.length).toBe(2);
    const [again] = await deliveries();
    expect(again?.status).toBe('PENDING');
    // The attempt that ran counts or not, whichever was written first: its result or the resume.
    expect([0, 1]).toContain(again?.attempts);
    answers[1]?.();
    await expect.poll(deliveries).toEqual([{ ...again, attempts: (again?.attempts ?? 0) + 1 }]);
  });

  test('ends with its endpoint, when that is deleted while an attempt runs', async () => {
    const answers = receiver.hold(500);
    const id = await services.endpoint(workspaceId, { url: receiver.url });
    await services.events(workspaceId, 3);
    const { outcomes, errors } = services.worker();
    await expect.poll(() => answers.length).toBe(3);
    await services.context.db.write((client) => removeWebhook(client, { workspaceId, id }));
    for (const answer of answers) answer();
    await expect.poll(() => outcomes.length).toBe(3);
    expect(errors).toEqual([]);
    await sweepDeletedWebhooks(services.context);
    expect(await deliveries()).toEqual([]);
  });
});
