import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#src/db/open-database.ts';
import { recordEvents } from '#src/db/writes/webhook-events.ts';
import { BookingTokens } from '#src/domain/event-calls/booking-token.ts';
import { startBackground } from '#src/jobs/background.ts';
import { createLog } from '#src/lib/log.ts';
import { createMetrics } from '#src/lib/metrics.ts';
import { testSecretKey } from '../../support/app.ts';
import { calendarGateway } from '../../support/calendar-gateway.ts';
import { retryWhenSlow } from '../../support/retry-when-slow.ts';
import { type Receiver, webhookReceiver } from '../../support/webhook-receiver.ts';
import { startWebhookWorker, type WebhookServices, webhookServices } from '../../support/webhook-workers.ts';
import { webhookSecrets } from '../../support/webhooks.ts';

/** So that only what wakes a worker makes it look. */
const never = { everyMs: 600_000 };

let services: WebhookServices;
let receiver: Receiver;
let workspaceId: number;
const endings: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  services = await webhookServices();
});
beforeEach(async () => {
  receiver = await webhookReceiver();
  workspaceId = (await services.workspace()).workspaceId;
  await services.endpoint(workspaceId, { url: receiver.url });
});
afterEach(async () => {
  await services.stopWorkers();
  for (const end of endings.splice(0).reverse()) await end();
  await receiver.close();
  await services.clear();
});
afterAll(() => services.close());

/** Another process over the same database. */
function otherProcess() {
  const db = openDatabase({ connection: { connectionString: services.url } });
  endings.push(() => db.close());
  return { ...services.context, db };
}

/** Milliseconds from each of eight commits, while requests to the endpoint are under way, to the arrival. */
async function delaysWhileLeased(): Promise<number[]> {
  receiver.answer((response) => void setTimeout(() => response.writeHead(204).end(), 600));
  await services.events(workspaceId, 1);
  await expect.poll(() => receiver.received.length).toBe(1);
  const delays: number[] = [];
  for (let n = 2; n <= 9; n++) {
    const committedAt = performance.now();
    await services.events(workspaceId, 1, 'contact.created', n);
    await expect.poll(() => receiver.received.length, { interval: 5 }).toBe(n);
    delays.push((receiver.received.at(-1)?.at ?? 0) - committedAt);
  }
  return delays;
}

describe('a worker that looks for work at long intervals', () => {
  test('sends an event when it was committed', async () => {
    services.worker(never);
    for (let n = 1; n <= 3; n++) {
      await services.events(workspaceId, 1);
      await expect.poll(() => receiver.received.length).toBe(n);
    }
  });

  test('sends a new event at once to an endpoint that it has leased', { retry: retryWhenSlow }, async () => {
    services.worker(never);
    expect(Math.min(...(await delaysWhileLeased()))).toBeLessThan(300);
  });

  test('leases an endpoint again that it has released with more to send', async () => {
    const answers: (() => void)[] = [];
    receiver.answer((response) => answers.push(() => response.writeHead(204).end()));
    services.worker(never);
    await services.events(workspaceId, 1);
    await expect.poll(() => answers.length).toBe(1);
    // As a worker of another process dispatches it, and its NOTIFY gets lost.
    await services.sql(
      `WITH e AS (INSERT INTO "WebhookEvent" ("workspaceId", "kind", "payload", "isDispatched")
         VALUES ($1, 'contact.created', '{}', true) RETURNING "id")
       INSERT INTO "WebhookDelivery" ("workspaceId", "webhookId", "eventId", "sequence", "dueAt")
       SELECT $1, w."id", e."id", 2, now() FROM e, "Webhook" w WHERE w."workspaceId" = $1`,
      [workspaceId],
    );
    receiver.answer(204);
    answers[0]?.();
    await expect.poll(() => services.count(workspaceId, 'DELIVERED')).toBe(2);
  });

  test('is woken no more after its end, and others are notified instead', async () => {
    const other = otherProcess();
    const { stop } = startWebhookWorker(other, never);
    await stop();
    await services.context.db.webhookWork.listener?.listen(() => undefined);
    services.worker(never);
    await other.db.write((client) => recordEvents(client, workspaceId, [{ kind: 'contact.created', data: {} }]));
    await expect.poll(() => receiver.received.length).toBe(1);
  });
});

test('the background work of a process hears what other processes commit', { retry: retryWhenSlow }, async () => {
  const { db } = otherProcess();
  const logged: string[] = [];
  const warn = (_: object, message: string) => void logged.push(message);
  const background = startBackground(
    {
      ...{ ...services.context, db, clock: { now: () => new Date() }, metrics: createMetrics(), webhookSecrets },
      ...{ log: { ...createLog('silent'), warn }, webhookTargets: { allowsLoopback: true }, callMailer: undefined },
      ...{
        bookingTokens: new BookingTokens(testSecretKey),
        calendars: calendarGateway(),
        baseUrl: 'http://api.test',
        appUrl: 'http://app.test',
      },
    },
    { sharesWork: true },
  );
  endings.push(() => background.stop());
  const listens = () =>
    services.sql(`SELECT FROM pg_stat_activity WHERE "datname" = current_database() AND "query" LIKE 'LISTEN%'`);
  await expect.poll(listens).toHaveLength(1);
  const delays: number[] = [];
  for (let n = 1; n <= 9; n++) {
    const committedAt = performance.now();
    await services.events(workspaceId, 1);
    await expect.poll(() => receiver.received.length, { interval: 5 }).toBe(n);
    delays.push((receiver.received.at(-1)?.at ?? 0) - committedAt);
  }
  // Its poll alone takes about half a second, because each event comes when it has just looked.
  expect(Math.min(...delays)).toBeLessThan(300);
  expect(logged).toEqual([]);
});

test('a new event is sent at once to an endpoint that a worker of another process has leased', {
  retry: retryWhenSlow,
}, async () => {
  const holder = otherProcess();
  await holder.db.webhookWork.listener?.listen(() => undefined);
  const { stop } = startWebhookWorker(holder, never);
  endings.push(stop);
  receiver.answer((response) => void setTimeout(() => response.writeHead(204).end(), 600));
  await holder.db.write((client) => recordEvents(client, workspaceId, [{ kind: 'contact.created', data: {} }]));
  await expect.poll(() => receiver.received.length).toBe(1);
  // This one dispatches what is committed here, and cannot lease the endpoint.
  services.worker(never);
  const delays: number[] = [];
  for (let n = 2; n <= 7; n++) {
    const committedAt = performance.now();
    await services.events(workspaceId, 1);
    await expect.poll(() => receiver.received.length, { interval: 5 }).toBe(n);
    delays.push((receiver.received.at(-1)?.at ?? 0) - committedAt);
  }
  expect(Math.min(...delays)).toBeLessThan(300);
});
