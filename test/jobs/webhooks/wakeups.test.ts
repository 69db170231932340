import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#src/db/open-database.ts';
import { recordEvents } from '#src/db/writes/webhook-events.ts';
import { BookingTokens } from '#src/domain/event-calls/booking-token.ts';
import { startBackground } from '#src/jobs/background.ts';
import { createLog } from '#src/lib/log.ts';
import { createMetrics } from '#src/lib/metrics.ts';
import { SignedTexts } from '#src/lib/secrets/signed-texts.ts';
import { testSecretKey } from '../../support/app.ts';
import { calendarGateway } from '../../support/calendar-gateway.ts';
import { present } from '../../support/present.ts';
import { retryWhenSlow } from '../../support/retry-when-slow.ts';
import { after, useWebhookReceiver } from '../../support/webhook-receiver.ts';
import { startWebhookWorker, useWebhookServices } from '../../support/webhook-workers.ts';
import { webhookSecrets } from '../../support/webhooks.ts';

/** So that only what wakes a worker makes it look. */
const never = { everyMs: 600_000 };

const services = await useWebhookServices();
const receiver = await useWebhookReceiver();
const { workspaceId } = await services.workspace();
const endings: (() => Promise<unknown>)[] = [];
beforeEach(() => services.endpoint(workspaceId, { url: receiver.url }));
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Another process over the same database. */
function otherProcess() {
  const db = openDatabase({ connection: { connectionString: services.url } });
  endings.push(() => db.close());
  return { ...services.context, db };
}

/** The milliseconds from a commit to its arrival, the shortest of so many events in turn. */
async function shortestDelay(count: number): Promise<number> {
  const before = receiver.received.length;
  const delays: number[] = [];
  for (let n = 1; n <= count; n++) {
    const committedAt = performance.now();
    await services.events(workspaceId, 1);
    await expect.poll(() => receiver.received.length, { interval: 5 }).toBe(before + n);
    delays.push((receiver.received.at(-1)?.at ?? 0) - committedAt);
  }
  return Math.min(...delays);
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
    receiver.answer(after(600));
    await services.events(workspaceId, 1);
    await expect.poll(() => receiver.received.length).toBe(1);
    expect(await shortestDelay(8)).toBeLessThan(300);
  });

  test('leases an endpoint again that it has released with more to send', async () => {
    const answers = receiver.hold();
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
      ...{ ...services.context, db, clock: { now: present }, metrics: createMetrics(), webhookSecrets },
      ...{
        log: { ...createLog('silent'), warn },
        webhookTargets: { allowsLoopback: true },
        callMailer: undefined,
        auditDays: 365,
      },
      ...{
        bookingTokens: new BookingTokens(testSecretKey),
        weeklyMailLinks: new SignedTexts(testSecretKey, 'weekly mails'),
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
  // Its poll alone takes about half a second, because each event comes when it has just looked.
  expect(await shortestDelay(9)).toBeLessThan(300);
  expect(logged).toEqual([]);
});

test('a new event is sent at once to an endpoint that a worker of another process has leased', {
  retry: retryWhenSlow,
}, async () => {
  const holder = otherProcess();
  await holder.db.webhookWork.listener?.listen(() => undefined);
  const { stop } = startWebhookWorker(holder, never);
  endings.push(stop);
  receiver.answer(after(600));
  await holder.db.write((client) => recordEvents(client, workspaceId, [{ kind: 'contact.created', data: {} }]));
  await expect.poll(() => receiver.received.length).toBe(1);
  // This one dispatches what is committed here, and cannot lease the endpoint.
  services.worker(never);
  expect(await shortestDelay(6)).toBeLessThan(300);
});
