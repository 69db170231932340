import { beforeEach, describe, expect, test } from 'vitest';
import { renewLease, takeLeases } from '#src/db/writes/webhook-leases.ts';
import { type AttemptResult, writeResults } from '#src/db/writes/webhook-results.ts';
import { useApp } from '../../support/app.ts';
import { deliveryOf, retryFailed, webhook } from '../../support/webhooks.ts';

const app = await useApp();
let workspaceId: number;
beforeEach(async () => {
  workspaceId = (await app.workspace()).workspaceId;
});

interface Row {
  readonly status: string;
  readonly attempts: number;
  readonly dueAt: string;
}

async function delivery(id: number): Promise<Row | undefined> {
  const rows = await app.sql<Row>('SELECT "status", "attempts", "dueAt" FROM "WebhookDelivery" WHERE "id" = $1', [id]);
  return rows[0];
}

describe('after a resume', () => {
  const resumed = '2026-02-01T12:00:00.000Z';
  const createdAt = '2026-01-31T00:00:00.000Z';
  const dueAt = '2026-02-02T00:00:00.000Z';
  const isKept = { status: 'FAILED', attempts: 3, dueAt };
  const isDue = { status: 'PENDING', attempts: 0, dueAt: createdAt };

  test.each([
    ['failed a minute before', { status: 'FAILED', attempts: 3, sentAt: '2026-02-01T11:59:00.000Z' } as const, isDue],
    ['failed before that', { status: 'FAILED', attempts: 3, sentAt: '2026-02-01T11:58:59.999Z' } as const, isKept],
    ['waits for a retry', { status: 'PENDING', attempts: 3, sentAt: '2026-01-01T00:00:00.000Z' } as const, isDue],
    ['was sent by hand', { status: 'FAILED', attempts: 3, sentAt: resumed, isManual: true } as const, isKept],
    [
      'waits for its first attempt',
      { status: 'PENDING', attempts: 0 } as const,
      { ...isKept, status: 'PENDING', attempts: 0 },
    ],
  ])('a delivery that %s is tried again or not', async (_name, draft, expected) => {
    const webhookId = await webhook(app, { workspaceId }, { retriesSince: resumed });
    const id = await deliveryOf(app, { workspaceId, webhookId }, { createdAt, dueAt, ...draft });
    await retryFailed(app, { workspaceId, id: webhookId });
    expect(await delivery(id)).toEqual(expected);
  });
});

describe('a result that comes late', () => {
  const dueAt = '2026-02-02T00:00:00.000Z';

  async function fail(draft: { status: 'PENDING' | 'DELIVERED'; attempts: number }, result: Partial<AttemptResult>) {
    const webhookId = await webhook(app, { workspaceId });
    const id = await deliveryOf(app, { workspaceId, webhookId }, { dueAt, ...draft });
    const attempt: AttemptResult = {
      ...{ deliveryId: String(id), attempts: 0, isManual: false, url: 'https://example.com/', headers: {} },
      ...{ sentAt: new Date(dueAt), latencyMs: 5, status: 500, responseStart: null, error: null, ...result },
    };
    await writeResults(app.context.db, { workspaceId, id: webhookId }, { results: [attempt], wasFailing: false });
    return delivery(id);
  }

  test('ends a delivery whose only attempt it was', async () => {
    const found = await fail({ status: 'PENDING', attempts: 0 }, { isManual: true });
    expect(found).toEqual({ status: 'FAILED', attempts: 1, dueAt });
  });

  test('ends none that has all its attempts again', async () => {
    const found = await fail({ status: 'PENDING', attempts: 0 }, { isManual: true, attempts: 1 });
    expect(found).toEqual({ status: 'PENDING', attempts: 1, dueAt });
  });

  test('puts none off that has all its attempts again', async () => {
    expect(await fail({ status: 'PENDING', attempts: 0 }, { attempts: 1 })).toMatchObject({ status: 'PENDING', dueAt });
    expect((await fail({ status: 'PENDING', attempts: 1 }, { attempts: 1 }))?.dueAt).not.toBe(dueAt);
  });

  test('changes nothing about what was delivered meanwhile', async () => {
    expect(await fail({ status: 'DELIVERED', attempts: 1 }, {})).toMatchObject({ status: 'DELIVERED' });
  });

  test('of an endpoint that was paused meanwhile pauses it no second time', async () => {
    const pausedAt = '2026-02-01T00:00:00.000Z';
    const columns = { status: 'PAUSED', pauseReason: 'REQUESTED', pausedAt, failingSince: '2026-01-01T00:00:00.000Z' };
    const webhookId = await webhook(app, { workspaceId }, columns);
    const id = await deliveryOf(app, { workspaceId, webhookId }, { dueAt, status: 'PENDING', attempts: 0 });
    const attempt: AttemptResult = {
      ...{ deliveryId: String(id), attempts: 0, isManual: false, url: 'https://example.com/', headers: {} },
      ...{ sentAt: new Date(dueAt), latencyMs: 5, status: 410, responseStart: null, error: null },
    };
    await writeResults(app.context.db, { workspaceId, id: webhookId }, { results: [attempt], wasFailing: true });
    const rows = await app.sql('SELECT "pauseReason", "pausedAt" FROM "Webhook" WHERE "id" = $1', [webhookId]);
    expect(rows).toEqual([{ pauseReason: 'REQUESTED', pausedAt }]);
    const kinds = await app.sql('SELECT "kind" FROM "WebhookEvent" WHERE "workspaceId" = $1', [workspaceId]);
    expect(kinds).toEqual([{ kind: 'contact.created' }]);
  });
});

test('the lease of an endpoint is renewed by the worker that holds it, and taken by no other before its end', async () => {
  const id = await webhook(app, { workspaceId });
  const take = (worker: string) => takeLeases(app.context.db, { workspaceId, ids: [id], worker });
  expect(await take('one')).toEqual([id]);
  expect(await take('other')).toEqual([]);
  expect(await take('one')).toEqual([id]);
  expect(await renewLease(app.context.db, { workspaceId, id, worker: 'other' })).toBe(false);
  expect(await renewLease(app.context.db, { workspaceId, id, worker: 'one' })).toBe(true);
  await app.sql(`UPDATE "Webhook" SET "leasedUntil" = now() - interval '1 ms' WHERE "id" = $1`, [id]);
  expect(await take('other')).toEqual([id]);
  await app.sql(`UPDATE "Webhook" SET "status" = 'PAUSED' WHERE "id" = $1`, [id]);
  expect(await renewLease(app.context.db, { workspaceId, id, worker: 'other' })).toBe(false);
});
