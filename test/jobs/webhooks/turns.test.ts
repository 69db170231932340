import { describe, expect, test } from 'vitest';
import { readDueEndpoints, readOldestWaitingSeconds } from '#src/db/reads/webhook-queue.ts';
import { releaseLease } from '#src/db/writes/webhook-leases.ts';
import { after, useWebhookReceiver } from '../../support/webhook-receiver.ts';
import { takeLease, useWebhookServices } from '../../support/webhook-workers.ts';

/** The class of the advisory locks by which another process keeps the events of a workspace for itself. */
const dispatchLock = 72707373;

const services = await useWebhookServices();
const receiver = await useWebhookReceiver();

const setDueAt = (workspaceId: number, interval: string) =>
  services.sql(`UPDATE "Webhook" SET "dueAt" = now() - $2::interval WHERE "workspaceId" = $1`, [workspaceId, interval]);

describe('a busy endpoint', () => {
  test('gives up its lease after ten seconds, and goes behind those that are due', async () => {
    receiver.answer(after(40));
    const { workspaceId } = await services.workspace();
    const id = await services.endpoint(workspaceId, { url: receiver.url });
    await services.events(workspaceId, 6000);
    services.worker();
    await expect.poll(() => receiver.received.length).toBeGreaterThan(10);
    const { dueAt: before } = (await services.firstEndpoint(workspaceId)) as unknown as { dueAt: string };
    const waited = async () => {
      const text = `SELECT extract(epoch FROM "dueAt" - $3::timestamptz)::float8 AS "seconds" FROM "Webhook"
        WHERE "workspaceId" = $1 AND "id" = $2`;
      return (await services.sql<{ seconds: number }>(text, [workspaceId, id, before]))[0]?.seconds ?? 0;
    };
    await expect.poll(waited, { timeout: 18_000 }).toBeGreaterThan(9);
    expect(await services.count(workspaceId, 'PENDING')).toBeGreaterThan(0);
    // It has its next turn, and nothing is sent twice.
    const sent = receiver.received.length;
    await expect.poll(() => receiver.received.length).toBeGreaterThan(sent + 100);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(receiver.received.length);
  });

  test('is read after an endpoint that has waited longer, whatever their ids are', async () => {
    const [first, second] = [await services.workspace(), await services.workspace()];
    const ids: number[] = [];
    for (const { workspaceId } of [first, second]) {
      ids.push(await services.endpoint(workspaceId, { url: receiver.url }));
      await services.events(workspaceId, 3);
    }
    services.worker();
    await expect.poll(() => services.count(second.workspaceId, 'DELIVERED')).toBe(3);
    await services.stopWorkers();
    await setDueAt(first.workspaceId, '1 minute');
    await setDueAt(second.workspaceId, '2 minutes');
    const due = await readDueEndpoints(services.context.db, 10);
    expect(due.map(({ id }) => id)).toEqual([ids[1], ids[0]]);
  });

  test('that is released with deliveries that have waited for long is due from now on, and not since they were', async () => {
    const { workspaceId } = await services.workspace();
    const id = await services.endpoint(workspaceId, { url: receiver.url });
    const holder = { workspaceId, id, worker: 'busy' };
    await services.sql(
      `WITH e AS (INSERT INTO "WebhookEvent" ("workspaceId", "kind", "payload") VALUES ($1, 'contact.created', '{}') RETURNING "id")
       INSERT INTO "WebhookDelivery" ("workspaceId", "webhookId", "eventId", "sequence", "dueAt")
       SELECT $1, $2, e."id", 1, now() - interval '1 hour' FROM e`,
      [workspaceId, id],
    );
    const isDue: boolean[] = [];
    const behind = async () => {
      expect(await takeLease(services.context.db, holder)).toBe(true);
      isDue.push(await releaseLease(services.context.db, holder));
      const text = 'SELECT extract(epoch FROM now() - "dueAt")::float8 AS "seconds" FROM "Webhook" WHERE "id" = $1';
      return (await services.sql<{ seconds: number }>(text, [id]))[0]?.seconds;
    };
    await setDueAt(workspaceId, '1 hour');
    expect(await behind()).toBeLessThan(5);
    // After a resume the deliveries are not due yet, and the endpoint is.
    await services.sql(`UPDATE "WebhookDelivery" SET "dueAt" = now() + interval '1 hour' WHERE "workspaceId" = $1`, [
      workspaceId,
    ]);
    expect(await behind()).toBeLessThan(-3000);
    await services.sql('UPDATE "Webhook" SET "retriesSince" = now() WHERE "workspaceId" = $1', [workspaceId]);
    expect(Math.abs((await behind()) ?? 0)).toBeLessThan(5);
    expect(isDue).toEqual([true, false, true]);
  });
});

test('how long the longest has waited leaves out endpoints that are paused, or leased', async () => {
  const { workspaceId } = await services.workspace();
  const id = await services.endpoint(workspaceId, { url: receiver.url });
  await setDueAt(workspaceId, '1 hour');
  const seconds = () => readOldestWaitingSeconds(services.context.db.pool);
  expect(await seconds()).toBeGreaterThan(3599);
  await takeLease(services.context.db, { workspaceId, id, worker: 'busy' });
  expect(await seconds()).toBe(0);
  await services.sql(`UPDATE "Webhook" SET "leasedUntil" = NULL, "status" = 'PAUSED' WHERE "id" = $1`, [id]);
  expect(await seconds()).toBe(0);
});

/** A delivery with the next number is there already, so that the next one cannot be stored. */
const breakDispatch = (workspaceId: number) =>
  services.sql(
    `WITH e AS (INSERT INTO "WebhookEvent" ("workspaceId", "kind", "payload") VALUES ($1, 'contact.created', '{}') RETURNING "id")
     INSERT INTO "WebhookDelivery" ("workspaceId", "webhookId", "eventId", "sequence", "dueAt", "status")
     SELECT $1, w."id", e."id", 1, now(), 'DELIVERED' FROM e, "Webhook" w WHERE w."workspaceId" = $1`,
    [workspaceId],
  );

describe('events of many workspaces', () => {
  test('become deliveries, though those of the first twenty must wait', async () => {
    const workspaceIds: number[] = [];
    for (let n = 0; n < 24; n++) {
      const { workspaceId } = await services.workspace();
      workspaceIds.push(workspaceId);
      await services.endpoint(workspaceId, { url: receiver.url });
    }
    const client = await services.context.db.pool.connect();
    const waiting = workspaceIds.slice(0, 20);
    await client.query('SELECT pg_advisory_lock($1, id) FROM unnest($2::int[]) id', [dispatchLock, waiting]);
    for (const workspaceId of workspaceIds) await services.events(workspaceId, 1);
    services.worker();
    const served = () =>
      new Set(receiver.bodies().map((body) => (body as unknown as { workspaceId: number }).workspaceId));
    await expect.poll(served).toEqual(new Set(workspaceIds.slice(20)));
    await client.query('SELECT pg_advisory_unlock($1, id) FROM unnest($2::int[]) id', [dispatchLock, waiting]);
    client.release();
    await expect.poll(served).toEqual(new Set(workspaceIds));
  });

  test('become deliveries, though those of another workspace fail', async () => {
    const [broken, healthy] = [await services.workspace(), await services.workspace()];
    for (const { workspaceId } of [broken, healthy]) await services.endpoint(workspaceId, { url: receiver.url });
    await breakDispatch(broken.workspaceId);
    for (const { workspaceId } of [broken, healthy]) await services.events(workspaceId, 1);
    const { errors } = services.worker();
    await expect.poll(() => services.count(healthy.workspaceId, 'DELIVERED')).toBe(1);
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    await services.events(healthy.workspaceId, 1);
    await expect.poll(() => services.count(healthy.workspaceId, 'DELIVERED')).toBe(2);
  });

  test('of which two cannot become deliveries are both in the log', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 2; n++) {
      const { workspaceId } = await services.workspace();
      await services.endpoint(workspaceId, { url: receiver.url });
      await breakDispatch(workspaceId);
      await services.events(workspaceId, 1);
      ids.push(workspaceId);
    }
    const { errors } = services.worker();
    await expect.poll(() => errors.length).toBe(1);
    const [{ err } = {}] = errors as { err?: { errors?: { detail: string }[] } }[];
    expect(
      err?.errors?.map(({ detail }) => Number(/=\((\d+),/.exec(detail)?.[1])).sort((one, other) => one - other),
    ).toEqual(ids);
  });
});
