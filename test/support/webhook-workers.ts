import { afterAll, afterEach } from 'vitest';
import type { LeaseHolder } from '#src/db/reads/webhook-queue.ts';
import { dispatchEvents } from '#src/db/writes/webhook-dispatch.ts';
import { recordEvents } from '#src/db/writes/webhook-events.ts';
import { takeLeases } from '#src/db/writes/webhook-leases.ts';
import type { DeliveryOutcome } from '#src/db/writes/webhook-results.ts';
import type { EventKind, WebhookKind } from '#src/domain/webhooks/kinds.ts';
import { generateWebhookSecret } from '#src/domain/webhooks/secret.ts';
import { startTasks, type Task } from '#src/jobs/runner.ts';
import { openSender } from '#src/jobs/webhooks/send.ts';
import { WebhookWorker } from '#src/jobs/webhooks/worker.ts';
import { present } from './present.ts';
import { type TestServices, testServices } from './service-context.ts';
import { webhookSecrets } from './webhooks.ts';

interface EndpointDraft {
  readonly url: string;
  readonly kinds?: readonly WebhookKind[];
  readonly grantId?: string;
  readonly secret?: string;
  readonly sealed?: Uint8Array;
}

interface RunningWorker {
  readonly webhooks: WebhookWorker;
  readonly outcomes: DeliveryOutcome[];
  readonly errors: unknown[];
  /** As SIGTERM does. */
  stop(): Promise<void>;
}

interface Dispatched {
  readonly sequence: string;
  readonly eventId: string;
  readonly kind: string;
  readonly data: { readonly n: number; readonly record: number };
}

interface WebhookServices extends TestServices {
  sql<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  endpoint(workspaceId: number, draft: EndpointDraft): Promise<number>;
  /** Writes so many events in one transaction, each with its number as data. */
  events(workspaceId: number, count: number, kind?: EventKind, from?: number): Promise<void>;
  /** Turns all waiting events of a workspace into deliveries. Returns how many events there were. */
  dispatchAll(workspaceId: number): Promise<number>;
  /** What an endpoint gets, in the order of its numbers. */
  dispatched(workspaceId: number, webhookId: number): Promise<Dispatched[]>;
  /** The deliveries of a workspace, by endpoint and number. */
  deliveries(workspaceId: number): Promise<{ sequence: string; status: string; attempts: number }[]>;
  /** How many deliveries of a workspace have the status. */
  count(workspaceId: number, status: string): Promise<number>;
  /** The first endpoint of a workspace. */
  firstEndpoint(workspaceId: number): Promise<{ id: number } | undefined>;
  /** Deletes every endpoint and event, with the deliveries. */
  clear(): Promise<unknown>;
  /** It looks for work every 50 ms by default, and as soon as it is woken. */
  worker(options?: WorkerOptions): RunningWorker;
  /** Stops the workers that still run. */
  stopWorkers(): Promise<void>;
}

/** Whether the lease of one endpoint was free. */
export async function takeLease(
  db: Parameters<typeof takeLeases>[0],
  { workspaceId, id, worker }: LeaseHolder,
): Promise<boolean> {
  return (await takeLeases(db, { workspaceId, ids: [id], worker })).length > 0;
}

interface WorkerOptions {
  readonly everyMs?: number;
}

/** A worker over a database that is there. It may send to this machine. */
export function startWebhookWorker(
  { db }: Pick<TestServices['context'], 'db'>,
  { everyMs = 50 }: WorkerOptions = {},
): RunningWorker {
  const outcomes: DeliveryOutcome[] = [];
  const errors: unknown[] = [];
  const webhooks = new WebhookWorker({
    ...{ db, clock: { now: present }, webhookSecrets, sender: openSender({ allowsLoopback: true }) },
    onOutcome: (outcome) => outcomes.push(outcome),
    onError: (error) => errors.push(error),
  });
  const task: Task = {
    ...{ name: 'sending webhooks', everyMs },
    ...{ run: () => webhooks.run(), stop: () => webhooks.stop() },
    wakeOnWork: (wake) => webhooks.wakeOnWork(wake),
  };
  const log = { info: () => undefined, warn: (detail: object) => errors.push(detail) };
  const { stop } = startTasks([task], log);
  return { webhooks, outcomes, errors, stop };
}

/** `webhookServices` for a test file: after each test its workers stop, and no endpoint or event is left. */
export async function useWebhookServices(): Promise<WebhookServices> {
  const services = await webhookServices();
  afterEach(async () => {
    await services.stopWorkers();
    await services.clear();
  });
  afterAll(() => services.close());
  return services;
}

/** Workers of webhooks over a database of their own. They may send to this machine. */
export async function webhookServices(): Promise<WebhookServices> {
  const services = await testServices();
  const { context } = services;
  const { db } = context;
  const running = new Set<RunningWorker>();
  const sql: WebhookServices['sql'] = async (text, values = []) => (await db.pool.query(text, values)).rows as never;
  return {
    ...services,
    sql,
    async endpoint(
      workspaceId,
      { url, kinds = ['contact.created'], grantId, secret = generateWebhookSecret(), sealed },
    ) {
      const [row] = await sql<{ id: number }>(
        `INSERT INTO "Webhook" ("workspaceId", "url", "kinds", "grantId", "secret")
         VALUES ($1, $2, $3, $4, $5) RETURNING "id"`,
        [workspaceId, url, kinds, grantId, sealed ?? webhookSecrets.seal(secret)],
      );
      return row?.id ?? 0;
    },
    async events(workspaceId, count, kind = 'contact.created', from = 1) {
      const events = Array.from({ length: count }, (_, index) => ({ kind, data: { n: from + index } }));
      await db.write((client) => recordEvents(client, workspaceId, events));
    },
    async dispatchAll(workspaceId) {
      let total = 0;
      for (let count = -1; count !== 0; total += count) count = await dispatchEvents(db, workspaceId);
      return total;
    },
    dispatched: (workspaceId, webhookId) =>
      sql(
        `SELECT d."sequence", d."eventId", e."kind", e."payload" AS "data" FROM "WebhookDelivery" d
         JOIN "WebhookEvent" e ON e."workspaceId" = d."workspaceId" AND e."id" = d."eventId"
         WHERE d."workspaceId" = $1 AND d."webhookId" = $2 ORDER BY d."sequence"`,
        [workspaceId, webhookId],
      ),
    deliveries: (workspaceId) =>
      sql(
        `SELECT "sequence", "status", "attempts" FROM "WebhookDelivery" WHERE "workspaceId" = $1
         ORDER BY "webhookId", "sequence"`,
        [workspaceId],
      ),
    async count(workspaceId, status) {
      const text = 'SELECT FROM "WebhookDelivery" WHERE "workspaceId" = $1 AND "status" = $2';
      return (await sql(text, [workspaceId, status])).length;
    },
    async firstEndpoint(workspaceId) {
      const text = 'SELECT * FROM "Webhook" WHERE "workspaceId" = $1 ORDER BY "id" LIMIT 1';
      return (await sql<{ id: number }>(text, [workspaceId]))[0];
    },
    clear: () => sql('TRUNCATE "Webhook", "DeletedWebhook", "WebhookEvent" CASCADE'),
    worker(options) {
      const worker = startWebhookWorker(context, options);
      running.add(worker);
      return worker;
    },
    async stopWorkers() {
      await Promise.all([...running].map((worker) => worker.stop()));
      running.clear();
    },
  };
}
