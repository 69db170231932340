import { beforeEach, expect, test } from 'vitest';
import { removeWebhook, removeWebhooksOfConnections } from '#src/db/writes/deleted-webhooks.ts';
import { sweepEnded } from '#src/services/sweep-ended.ts';
import { sweepDeletedWebhooks } from '#src/services/webhooks/sweep-deleted.ts';
import { seeing } from '../../support/seeing-statements.ts';
import { useWebhookServices } from '../../support/webhook-workers.ts';

const services = await useWebhookServices();
let workspaceId: number;
let ids: number[];
beforeEach(async () => {
  const { userId, ...workspace } = await services.workspace();
  workspaceId = workspace.workspaceId;
  await services.sql(
    `INSERT INTO "OAuthGrant" ("workspaceId", "id", "userId", "clientId") VALUES ($1, 'con_1', $2, 'ocl_x')`,
    [workspaceId, userId],
  );
  const url = 'https://example.com/';
  ids = [
    await services.endpoint(workspaceId, { url, grantId: 'con_1' }),
    await services.endpoint(workspaceId, { url }),
  ];
  // Each event once, in turn for the two endpoints, with an attempt.
  await services.sql(
    `WITH e AS (INSERT INTO "WebhookEvent" ("workspaceId", "kind", "payload")
       SELECT $1, 'contact.created', '{}' FROM generate_series(1, 2400) RETURNING "id"),
     d AS (INSERT INTO "WebhookDelivery" ("workspaceId", "webhookId", "eventId", "sequence", "dueAt")
       SELECT $1, ($2::int[])[1 + e."id" % 2], e."id", e."id", now() FROM e RETURNING "id")
     SELECT count(*) FROM d`,
    [workspaceId, ids],
  );
  await services.sql(
    `INSERT INTO "WebhookAttempt" ("workspaceId", "webhookId", "deliveryId", "url", "sentAt", "latencyMs")
     SELECT $1, "webhookId", "id", 'https://example.com/', now(), 1 FROM "WebhookDelivery" WHERE "workspaceId" = $1`,
    [workspaceId],
  );
});

const left = async () =>
  (
    await services.sql(
      `SELECT (SELECT count(*)::int FROM "Webhook") AS "endpoints", (SELECT count(*)::int FROM "DeletedWebhook") AS "deleted",
         (SELECT count(*)::int FROM "WebhookDelivery") AS "deliveries", (SELECT count(*)::int FROM "WebhookAttempt") AS "attempts"`,
    )
  )[0];
const write = (work: Parameters<typeof services.context.db.write>[0]) => services.context.db.write(work);
const remove = () => write((client) => removeWebhook(client, { workspaceId, id: ids[0] ?? 0 }));
const all = { endpoints: 2, deleted: 0, deliveries: 2400, attempts: 2400 };
const swept = { endpoints: 1, deleted: 0, deliveries: 1200, attempts: 1200 };

test('the deliveries of a deleted endpoint are deleted by a sweep alone, and no others', async () => {
  await sweepDeletedWebhooks(services.context);
  expect(await left()).toEqual(all);
  await remove();
  expect(await left()).toEqual({ ...all, endpoints: 1, deleted: 1 });
  await sweepDeletedWebhooks(services.context);
  expect(await left()).toEqual(swept);
  const others = await services.sql('SELECT DISTINCT "webhookId" AS "id" FROM "WebhookDelivery"');
  expect(others).toEqual([{ id: ids[1] }]);
});

test('the same where it ends with its connection', async () => {
  await write((client) => removeWebhooksOfConnections(client, [{ workspaceId, id: 'con_1' }]));
  expect(await left()).toEqual({ ...all, endpoints: 1, deleted: 1 });
  await sweepDeletedWebhooks(services.context);
  expect(await left()).toEqual(swept);
});

test('a sweep deletes few at a time, ends after a batch, and another goes on', async () => {
  await remove();
  const stopping = new AbortController();
  const { db } = services.context;
  const stoppingAtBatch = seeing(db, ({ name }) => {
    if (name === 'deletedWebhooks.deleteBatch') stopping.abort();
  });
  await sweepDeletedWebhooks({ db: stoppingAtBatch }, stopping.signal);
  expect(await left()).toEqual({ endpoints: 1, deleted: 1, deliveries: 1900, attempts: 1900 });
  await Promise.all([sweepDeletedWebhooks(services.context), sweepDeletedWebhooks(services.context)]);
  await sweepDeletedWebhooks(services.context);
  expect(await left()).toEqual(swept);
});

test('a delivery whose result is being written is left for the next sweep', async () => {
  await remove();
  const client = await services.context.db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(
      'SELECT FROM "WebhookDelivery" WHERE "id" = (SELECT min("id") FROM "WebhookDelivery" WHERE "webhookId" = $1) FOR UPDATE',
      [ids[0]],
    );
    await sweepDeletedWebhooks(services.context);
    expect(await left()).toEqual({ endpoints: 1, deleted: 1, deliveries: 1201, attempts: 1201 });
  } finally {
    // PostgreSQL answers once the lock is gone. A connection that is only closed keeps it for a moment.
    await client.query('ROLLBACK').finally(() => client.release(true));
  }
  await sweepDeletedWebhooks(services.context);
  expect(await left()).toEqual(swept);
});

test('a workspace can be deleted meanwhile: the deliveries go with their events', async () => {
  await remove();
  await services.sql('DELETE FROM "Workspace" WHERE "id" = $1', [workspaceId]);
  await sweepDeletedWebhooks(services.context);
  expect(await left()).toMatchObject({ endpoints: 0, deleted: 0 });
  await services.sql(`UPDATE "WebhookEvent" SET "createdAt" = now() - interval '91 days'`);
  await sweepEnded(services.context);
  expect(await left()).toEqual({ endpoints: 0, deleted: 0, deliveries: 0, attempts: 0 });
});
