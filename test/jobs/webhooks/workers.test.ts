import { describe, expect, test } from 'vitest';
import { retryWhenSlow } from '../../support/retry-when-slow.ts';
import { after, useWebhookReceiver } from '../../support/webhook-receiver.ts';
import { takeLease, useWebhookServices } from '../../support/webhook-workers.ts';

const services = await useWebhookServices();
const receiver = await useWebhookReceiver();

/** So many endpoints in so many workspaces, each with a path of its own. */
async function endpoints(count: number, workspaces: number) {
  const workspaceIds: number[] = [];
  // One after the other: each hashes a password, which keeps a processor busy.
  for (let n = 0; n < workspaces; n++) workspaceIds.push((await services.workspace()).workspaceId);
  for (let n = 0; n < count; n++) {
    await services.endpoint(workspaceIds[n % workspaces] ?? 0, { url: `${receiver.url}/${n}` });
  }
  return workspaceIds;
}

const leases = () => services.sql('SELECT "leasedBy" FROM "Webhook" WHERE "leasedBy" IS NOT NULL');

const state = async () => {
  const rows = await services.sql<{ status: string; count: number }>(
    'SELECT "status", count(*)::int AS "count" FROM "WebhookDelivery" GROUP BY "status" ORDER BY "status"',
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};

describe('workers', () => {
  test('two share 40 endpoints and send nothing twice', async () => {
    receiver.answer(after(5));
    const workspaceIds = await endpoints(40, 8);
    const workers = [services.worker(), services.worker()];
    let rounds = 0;
    const write = async (count: number) => {
      for (let round = 0; round < count; round++, rounds++) {
        await Promise.all(workspaceIds.map((id) => services.events(id, 5)));
      }
    };
    const busy = () => workers.find(({ outcomes }) => outcomes.length > 0);
    await write(5);
    await expect.poll(busy).toBeDefined();
    // One of them may have taken all until now. It stops, so the rest is the other's.
    await Promise.all([busy()?.stop(), write(5)]);
    await expect.poll(state).toEqual({ DELIVERED: 40 * 5 * rounds });
    const sent = receiver.received.map(({ path, headers }) => `${path} ${headers['webhook-id']}`);
    expect(new Set(sent).size).toBe(200 * rounds);
    expect(sent).toHaveLength(200 * rounds);
    for (const { outcomes, errors } of workers) {
      expect(outcomes.length).toBeGreaterThan(0);
      expect(errors).toEqual([]);
    }
    await expect.poll(leases).toEqual([]);
  });

  test('the lease of one that was killed is taken over when it has run out', async () => {
    const [workspaceId = 0] = await endpoints(1, 1);
    const [row] = await services.sql<{ id: number }>('SELECT "id" FROM "Webhook" WHERE "workspaceId" = $1', [
      workspaceId,
    ]);
    const endpoint = { workspaceId, id: row?.id ?? 0 };
    const { db } = services.context;
    expect(await takeLease(db, { ...endpoint, worker: 'killed' })).toBe(true);
    expect(await takeLease(db, { ...endpoint, worker: 'other' })).toBe(false);
    expect(await takeLease(db, { ...endpoint, worker: 'killed' })).toBe(true);
    const [lease] = await services.sql<{ seconds: number }>(
      `SELECT extract(epoch FROM "leasedUntil" - now())::float8 AS "seconds" FROM "Webhook" WHERE "workspaceId" = $1`,
      [workspaceId],
    );
    expect(lease?.seconds).toBeGreaterThan(23);
    // The column rounds to milliseconds.
    expect(lease?.seconds).toBeLessThan(28.001);
    await services.events(workspaceId, 3);
    services.worker();
    await expect.poll(state).toEqual({ PENDING: 3 });
    expect(receiver.received).toEqual([]);
    await services.sql(`UPDATE "Webhook" SET "leasedUntil" = now() + interval '1 second'`);
    await expect.poll(state).toEqual({ DELIVERED: 3 });
    await expect.poll(leases).toEqual([]);
  });

  test('one that has lost its lease starts nothing more and frees nobody else’s', async () => {
    const answers = receiver.hold();
    const [workspaceId = 0] = await endpoints(1, 1);
    await services.events(workspaceId, 15);
    const { outcomes } = services.worker();
    await expect.poll(() => answers.length).toBe(10);
    await services.sql(`UPDATE "Webhook" SET "leasedBy" = 'other', "leasedUntil" = now() + interval '1 hour'`);
    for (const answer of answers.splice(0)) answer();
    await expect.poll(() => outcomes.length).toBe(10);
    await services.stopWorkers();
    expect(answers).toEqual([]);
    expect(await leases()).toEqual([{ leasedBy: 'other' }]);
    expect(await state()).toEqual({ DELIVERED: 10, PENDING: 5 });
  });

  test('one that stops lets attempts end, starts none, and frees its leases', async () => {
    const answers = receiver.hold();
    const workspaceIds = await endpoints(2, 2);
    for (const workspaceId of workspaceIds) await services.events(workspaceId, 50);
    const worker = services.worker();
    await expect.poll(() => receiver.open.now).toBe(20);
    const sent = receiver.received.length;
    const stopped = worker.stop();
    receiver.answer(204);
    for (const answer of answers) answer();
    await stopped;
    expect(receiver.received).toHaveLength(sent);
    expect(await leases()).toEqual([]);
    expect(await state()).toEqual({ DELIVERED: sent, PENDING: 100 - sent });
    expect(worker.webhooks.inFlight).toBe(0);
    services.worker();
    await expect.poll(state).toEqual({ DELIVERED: 100 });
    expect(receiver.received).toHaveLength(100);
  });

  test('one that stops aborts what takes longer than 8 s, and does not record it', {
    retry: retryWhenSlow,
  }, async () => {
    receiver.answer(() => undefined);
    const [workspaceId = 0] = await endpoints(1, 1);
    await services.events(workspaceId, 3);
    const worker = services.worker();
    await expect.poll(() => receiver.open.now).toBe(3);
    const startedAt = performance.now();
    await worker.stop();
    const ms = performance.now() - startedAt;
    expect(ms).toBeGreaterThan(6900);
    expect(ms).toBeLessThan(9500);
    expect(await leases()).toEqual([]);
    const rows = await services.sql('SELECT "status", "attempts" FROM "WebhookDelivery"');
    expect(rows).toEqual(Array(3).fill({ status: 'PENDING', attempts: 0 }));
    expect(await services.sql('SELECT FROM "WebhookAttempt"')).toEqual([]);
    receiver.answer(204);
    services.worker();
    await expect.poll(state).toEqual({ DELIVERED: 3 });
  });

  test('one waits for a database that fails, and writes the results afterwards', async () => {
    const answers = receiver.hold();
    const [workspaceId = 0] = await endpoints(1, 1);
    await services.events(workspaceId, 2);
    const { outcomes, errors } = services.worker();
    await expect.poll(() => answers.length).toBe(2);
    await services.sql('ALTER TABLE "WebhookAttempt" RENAME TO "Away"');
    for (const answer of answers) answer();
    await expect.poll(() => errors.length).toBe(1);
    expect(await state()).toEqual({ PENDING: 2 });
    await services.sql('ALTER TABLE "Away" RENAME TO "WebhookAttempt"');
    await expect.poll(() => outcomes).toEqual(['delivered', 'delivered']);
    expect(receiver.received).toHaveLength(2);
    expect(await state()).toEqual({ DELIVERED: 2 });
    expect(errors).toHaveLength(1);
  });

  test('one does not wait for an endpoint that another transaction has locked', async () => {
    const workspaceIds = await endpoints(6, 2);
    const [locked = 0, other = 0] = workspaceIds;
    await services.events(locked, 1);
    const { errors } = services.worker();
    await expect.poll(state).toEqual({ DELIVERED: 3 });
    const client = await services.context.db.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM "Webhook" WHERE "workspaceId" = $1 FOR UPDATE', [locked]);
    await services.events(locked, 1);
    for (let n = 0; n < 5; n++) {
      await services.events(other, 1);
      await expect.poll(state).toEqual({ DELIVERED: 3 + 3 * (n + 1) });
    }
    await client.query('COMMIT');
    client.release();
    await expect.poll(state).toEqual({ DELIVERED: 21 });
    expect(errors).toEqual([]);
  });
});
