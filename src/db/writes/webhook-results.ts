import type { ClientBase } from 'pg';
import type { EndpointRef } from '#src/db/reads/webhook-queue.ts';
import { type WebhookRow, webhookOfRow, webhooks } from '#src/db/reads/webhooks.ts';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';
import { consequenceOf, type EndpointHealth, isAcknowledged, retryDelayMs } from '#src/domain/webhooks/retries.ts';
import type { Database } from '../database.ts';
import { recordEvent } from './webhook-events.ts';

/** One attempt of a delivery. */
export interface AttemptResult {
  readonly deliveryId: string;
  /** The number of attempts before this one. */
  readonly attempts: number;
  readonly isManual: boolean;
  readonly url: string;
  /** The headers of the request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly sentAt: Date;
  readonly latencyMs: number;
  /** The status of the response; null if none arrived. */
  readonly status: number | null;
  /** The first characters of the response body, as text that PostgreSQL can store. */
  readonly responseStart: string | null;
  /** The reason why this is no acknowledgement, if the status does not show it. */
  readonly error: string | null;
}

export type DeliveryOutcome = 'delivered' | 'retried' | 'failed';

/** The maximum distance between the ids of deliveries in one statement, because it reads those between them. */
const maxIdSpan = 1000n;

const healthStatement = preparedStatement(
  'webhookResults.health',
  `SELECT "status" = 'ACTIVE' AS "isActive", "failingSince", "warnedAt", now() AS "now" FROM "Webhook"
   WHERE "workspaceId" = $1 AND "id" = $2 FOR NO KEY UPDATE`,
);

/**
 * A delivery that has ended meanwhile keeps its status. One that was resumed meanwhile keeps its new attempts. One that was
 * deleted with its endpoint is not found. The ids are between $6 and $7: if PostgreSQL expects few deliveries in the workspace,
 * it would otherwise read all of them. The times are parameters, because Citus refuses now() in a CASE of an UPDATE.
 */
const deliveriesStatement = preparedStatement(
  'webhookResults.deliveries',
  `UPDATE "WebhookDelivery" d SET "attempts" = d."attempts" + 1,
     "status" = CASE WHEN d."status" <> 'PENDING' THEN d."status" WHEN r."outcome" = 'delivered' THEN 'DELIVERED'
       WHEN r."outcome" = 'failed' AND d."attempts" >= r."attempts" THEN 'FAILED' ELSE 'PENDING' END::"DeliveryStatus",
     "dueAt" = CASE WHEN r."retryAt" IS NULL OR d."attempts" < r."attempts" THEN d."dueAt" ELSE r."retryAt" END
   FROM unnest($2::bigint[], $3::text[], $4::timestamptz[], $5::int[]) r("id", "outcome", "retryAt", "attempts")
   WHERE d."workspaceId" = $1 AND d."id" = r."id" AND d."id" BETWEEN $6 AND $7
   RETURNING d."id", d."isErased"`,
);

const attemptsStatement = preparedStatement(
  'webhookResults.attempts',
  `INSERT INTO "WebhookAttempt" ("workspaceId", "webhookId", "deliveryId", "url", "headers", "sentAt", "latencyMs",
     "responseStatus", "responseStart", "error")
   SELECT $1::int, $2::int, a.* FROM unnest($3::bigint[], $4::text[], $5::jsonb[], $6::timestamptz[], $7::int[], $8::int[],
     $9::text[], $10::text[]) a`,
);

const endpointStatement = preparedStatement(
  'webhookResults.endpoint',
  `UPDATE "Webhook" SET "failingSince" = $3, "warnedAt" = $4 WHERE "workspaceId" = $1 AND "id" = $2`,
);

const pauseStatement = preparedStatement(
  'webhookResults.pause',
  `UPDATE "Webhook" SET "status" = 'PAUSED', "pauseReason" = $3, "pausedAt" = now(), "updatedAt" = now()
   WHERE "workspaceId" = $1 AND "id" = $2`,
);

const webhookStatement = preparedStatement(
  'webhookResults.webhook',
  `SELECT ${webhooks.columns} FROM "Webhook" r WHERE r."workspaceId" = $1 AND r."id" = $2`,
);

/**
 * Writes the results of several attempts for one endpoint in one transaction: the attempts, the retry times of the deliveries,
 * and the health of the endpoint. `wasFailing` says whether a success changes the endpoint. Returns the outcomes in the order
 * of the attempts.
 */
export function writeResults(
  db: Pick<Database, 'write'>,
  endpoint: EndpointRef,
  { results, wasFailing }: { results: readonly AttemptResult[]; wasFailing: boolean },
): Promise<DeliveryOutcome[]> {
  const delays = results.map((result) =>
    isAcknowledged(result) ? undefined : retryDelayMs({ attempts: result.attempts + 1, isManual: result.isManual }),
  );
  const outcomes = results.map((result, index): DeliveryOutcome => {
    if (isAcknowledged(result)) return 'delivered';
    return delays[index] === undefined ? 'failed' : 'retried';
  });
  const concernsEndpoint = wasFailing || !results.every(isAcknowledged);
  return db.write(async (client) => {
    // Lock the endpoint before its deliveries, in the same order as its deletion.
    const health = concernsEndpoint ? await lockHealth(client, endpoint) : undefined;
    const changes = results.map(({ deliveryId: id, attempts }, index) => ({
      id,
      attempts,
      outcome: outcomes[index] as DeliveryOutcome,
      retryAt: health && retryAt(health.now, delays[index]),
    }));
    const updated = await updateDeliveries(client, endpoint.workspaceId, changes);
    const made = results
      .filter(({ deliveryId }) => updated.has(deliveryId))
      .map((result) => (updated.get(result.deliveryId) ? { ...result, responseStart: null } : result));
    await insertAttempts(client, endpoint, made);
    if (health) await writeHealth(client, endpoint, { health, results });
    return outcomes;
  });
}

interface DeliveryChange {
  readonly id: string;
  /** The number of attempts when this one began. */
  readonly attempts: number;
  readonly outcome: DeliveryOutcome;
  /** The retry time, by the database's clock. */
  readonly retryAt: string | undefined;
}

function retryAt(now: string, delayMs: number | undefined): string | undefined {
  return delayMs === undefined ? undefined : new Date(Date.parse(now) + delayMs).toISOString();
}

/** Returns the deliveries that still exist, each with whether the person of its event was erased. */
async function updateDeliveries(
  client: ClientBase,
  workspaceId: number,
  changes: readonly DeliveryChange[],
): Promise<ReadonlyMap<string, boolean>> {
  const updated = new Map<string, boolean>();
  for (const near of nearIds(changes)) {
    const ids = near.map(({ id }) => id);
    const columns = [
      near.map(({ outcome }) => outcome),
      near.map(({ retryAt }) => retryAt),
      near.map(({ attempts }) => attempts),
    ];
    const values = [workspaceId, ids, ...columns, ids[0], ids.at(-1)];
    const { rows } = await client.query<{ id: string; isErased: boolean }>(queryConfig(deliveriesStatement, values));
    for (const { id, isErased } of rows) updated.set(id, isErased);
  }
  return updated;
}

/** Groups deliveries by id, so that no group spans more than `maxIdSpan`: old deliveries may be resent beside new ones. */
function nearIds(changes: readonly DeliveryChange[]): DeliveryChange[][] {
  const sorted = changes.toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));
  const groups: DeliveryChange[][] = [];
  for (const change of sorted) {
    const group = groups.at(-1);
    if (group?.[0] && BigInt(change.id) - BigInt(group[0].id) <= maxIdSpan) group.push(change);
    else groups.push([change]);
  }
  return groups;
}

interface HealthRow {
  readonly isActive: boolean;
  readonly failingSince: string | null;
  readonly warnedAt: string | null;
  readonly now: string;
}

async function lockHealth(client: ClientBase, { workspaceId, id }: EndpointRef): Promise<HealthRow | undefined> {
  return (await client.query<HealthRow>(queryConfig(healthStatement, [workspaceId, id]))).rows[0];
}

async function insertAttempts(
  client: ClientBase,
  { workspaceId, id }: EndpointRef,
  made: readonly AttemptResult[],
): Promise<void> {
  const columns = [
    made.map(({ deliveryId }) => deliveryId),
    made.map(({ url }) => url),
    made.map(({ headers }) => JSON.stringify(headers)),
    made.map(({ sentAt }) => sentAt.toISOString()),
    made.map(({ latencyMs }) => Math.round(latencyMs)),
    made.map(({ status }) => status),
    made.map(({ responseStart }) => storable(responseStart, 1000)),
    made.map(({ error }) => storable(error, 500)),
  ];
  await client.query(queryConfig(attemptsStatement, [workspaceId, id, ...columns]));
}

/** PostgreSQL cannot store U+0000 or lone surrogates, and counts code points. */
function storable(text: string | null, maxLength: number): string | null {
  if (text === null) return null;
  return [...text.replaceAll('\0', '\ufffd').toWellFormed()].slice(0, maxLength).join('');
}

async function writeHealth(
  client: ClientBase,
  endpoint: EndpointRef,
  { health, results }: { health: HealthRow; results: readonly AttemptResult[] },
): Promise<void> {
  const { workspaceId, id } = endpoint;
  const before = { failingSince: dateOf(health.failingSince), warnedAt: dateOf(health.warnedAt) };
  const now = new Date(health.now);
  const { health: after, pause, warns } = consequenceOf(before, results, now);
  if (!isSame(before, after)) {
    await client.query(queryConfig(endpointStatement, [workspaceId, id, after.failingSince, after.warnedAt]));
  }
  if (!health.isActive) return;
  if (pause) await client.query(queryConfig(pauseStatement, [workspaceId, id, pause]));
  if (pause || warns) await recordNotice(client, endpoint, { kind: pause ? 'webhook.paused' : 'webhook.failing', now });
}

function dateOf(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
}

function isSame(one: EndpointHealth, other: EndpointHealth): boolean {
  const same = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime();
  return same(one.failingSince, other.failingSince) && same(one.warnedAt, other.warnedAt);
}

async function recordNotice(
  client: ClientBase,
  { workspaceId, id }: EndpointRef,
  { kind, now }: { kind: 'webhook.failing' | 'webhook.paused'; now: Date },
): Promise<void> {
  const { rows } = await client.query<WebhookRow>(queryConfig(webhookStatement, [workspaceId, id]));
  const previous = kind === 'webhook.paused' ? { status: 'ACTIVE' } : undefined;
  for (const row of rows) await recordEvent(client, workspaceId, { kind, data: webhookOfRow(row, now), previous });
}
