import type { ClientBase } from 'pg';
import { readAppAccess } from '#src/db/reads/connections.ts';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';
import { endpointKey, noteWebhookWork } from '#src/db/webhook-work.ts';
import { kindsForApp } from '#src/domain/webhooks/kinds.ts';
import type { Database } from '../database.ts';

/** The class of the advisory locks that keep two processes from dispatching the events of one workspace. */
const dispatchLock = 72707373;
/** The maximum number of events in one transaction. */
const maxEvents = 1000;
/** The timeout for the locks of endpoints: deleting an endpoint with many deliveries locks it for longer. */
const maxWaitMs = 1000;
const lockNotAvailable = '55P03';

/** Looks only at the first 1,000 waiting events by workspace: a workspace may have a million. */
export const workspacesStatement = preparedStatement(
  'webhookDispatch.workspaces',
  `SELECT "workspaceId" FROM (
     SELECT "workspaceId" FROM "WebhookEvent" WHERE NOT "isDispatched" AND "workspaceId" > $1
     ORDER BY "workspaceId" LIMIT ${maxEvents}) e
   GROUP BY "workspaceId" ORDER BY "workspaceId" LIMIT $2`,
);

/** Returns the next workspaces by id with events to dispatch: none if no more follow, else at least one. */
export async function workspacesToDispatch(
  { run }: Pick<Database, 'run'>,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<number[]> {
  const rows = await run<{ workspaceId: number }>(workspacesStatement, [afterId, limit]);
  return rows.map(({ workspaceId }) => workspaceId);
}

/** Finds nothing while another process dispatches these events. Also sets the lock timeout of the next statement. */
export const waitingStatement = preparedStatement(
  'webhookDispatch.waiting',
  `WITH "turn" AS MATERIALIZED (
     SELECT pg_try_advisory_xact_lock(${dispatchLock}, $1::int) AS "isOurs", set_config('lock_timeout', '${maxWaitMs}', true))
   SELECT "id" FROM "WebhookEvent" WHERE "workspaceId" = $1 AND NOT "isDispatched" AND (SELECT "isOurs" FROM "turn")
   ORDER BY "id" LIMIT ${maxEvents}`,
);

const lockStatement = preparedStatement(
  'webhookDispatch.lock',
  `SELECT "id", "kinds", "grantId", "lastSequence", "leasedBy" IS NOT NULL AS "isLeased" FROM "Webhook"
   WHERE "workspaceId" = $1 ORDER BY "id" FOR NO KEY UPDATE`,
);

/** $3 and $4 are the lowest and the highest id, so that no plan reads all waiting events of the workspace. */
export const markStatement = preparedStatement(
  'webhookDispatch.mark',
  `UPDATE "WebhookEvent" SET "isDispatched" = true
   WHERE "workspaceId" = $1 AND "id" = ANY ($2::bigint[]) AND "id" BETWEEN $3 AND $4 AND NOT "isDispatched"
   RETURNING "id", "kind", CASE WHEN "kind" LIKE 'webhook.%' THEN "payload" ->> 'id' END AS "aboutWebhookId"`,
);

/** Reads the clock after taking the locks, so that deliveries of an endpoint are due in the order of their numbers. */
const insertStatement = preparedStatement(
  'webhookDispatch.insert',
  `INSERT INTO "WebhookDelivery" ("workspaceId", "webhookId", "eventId", "sequence", "dueAt")
   SELECT $1::int, d."webhookId", d."eventId", d."sequence", date_trunc('milliseconds', clock_timestamp())
   FROM unnest($2::int[], $3::bigint[], $4::bigint[]) d("webhookId", "eventId", "sequence")`,
);

const advanceStatement = preparedStatement(
  'webhookDispatch.advance',
  `UPDATE "Webhook" w SET "lastSequence" = e."lastSequence", "dueAt" = least(w."dueAt", now())
   FROM unnest($2::int[], $3::bigint[]) e("id", "lastSequence") WHERE w."workspaceId" = $1 AND w."id" = e."id"`,
);

interface EndpointRow {
  readonly id: number;
  readonly kinds: readonly string[];
  readonly grantId: string | null;
  readonly lastSequence: string;
  readonly isLeased: boolean;
}

interface EventRow {
  readonly id: string;
  readonly kind: string;
  /** The endpoint that a notice is about; null for other kinds of events. */
  readonly aboutWebhookId: string | null;
}

/**
 * Creates, for up to 1,000 of the oldest events of a workspace, a delivery for each endpoint that chooses their kind. Returns
 * the number of events; 0 if an endpoint is locked.
 *
 * The events are read before the endpoints are locked: an endpoint that an event must reach existed before the event, so it is
 * among the locked endpoints. The deliveries of an endpoint get consecutive numbers in the order of event ids. For one record
 * this is the order of its changes, because the event is written while the record is locked.
 */
export async function dispatchEvents(db: Pick<Database, 'write'>, workspaceId: number): Promise<number> {
  const dispatching = db.write(async (client) => {
    const waiting = await client.query<{ id: string }>(queryConfig(waitingStatement, [workspaceId]));
    const ids = waiting.rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    const endpoints = await client.query<EndpointRow>(queryConfig(lockStatement, [workspaceId]));
    const marked = await client.query<EventRow>(queryConfig(markStatement, [workspaceId, ids, ids[0], ids.at(-1)]));
    const eventOf = new Map(marked.rows.map((event) => [event.id, event]));
    const events = ids.flatMap((id) => eventOf.get(id) ?? []);
    await insertDeliveries(client, workspaceId, await withAllowedKinds(client, workspaceId, endpoints.rows), events);
    return events.length;
  });
  return dispatching.catch((error: { code?: unknown }) => {
    if (error.code === lockNotAvailable) return 0;
    throw error;
  });
}

/** Limits the endpoint of an app to the kinds that the app may receive at this moment. */
async function withAllowedKinds(
  client: ClientBase,
  workspaceId: number,
  endpoints: readonly EndpointRow[],
): Promise<EndpointRow[]> {
  const grantIds = endpoints.flatMap(({ grantId }) => (grantId === null ? [] : [grantId]));
  if (grantIds.length === 0) return [...endpoints];
  const accesses = await readAppAccess(client, workspaceId, grantIds);
  return endpoints.map((endpoint) => {
    if (endpoint.grantId === null) return endpoint;
    return { ...endpoint, kinds: kindsForApp(accesses.get(endpoint.grantId), endpoint.kinds) };
  });
}

/** Returns true unless the event is a notice about an endpoint of another connection than the app's. */
function concerns({ aboutWebhookId }: EventRow, { grantId }: EndpointRow, endpoints: readonly EndpointRow[]): boolean {
  if (grantId === null || aboutWebhookId === null) return true;
  return endpoints.some(({ id, grantId: owner }) => String(id) === aboutWebhookId && owner === grantId);
}

async function insertDeliveries(
  client: ClientBase,
  workspaceId: number,
  endpoints: readonly EndpointRow[],
  events: readonly EventRow[],
): Promise<void> {
  const chosen = endpoints
    .map((endpoint) => ({
      webhookId: endpoint.id,
      isLeased: endpoint.isLeased,
      first: Number(endpoint.lastSequence) + 1,
      eventIds: events
        .filter((event) => endpoint.kinds.includes(event.kind) && concerns(event, endpoint, endpoints))
        .map((event) => event.id),
    }))
    .filter(({ eventIds }) => eventIds.length > 0);
  if (chosen.length === 0) return;
  const deliveries = chosen.flatMap(({ webhookId, first, eventIds }) =>
    eventIds.map((eventId, index) => ({ webhookId, eventId, sequence: first + index })),
  );
  const columns = [
    deliveries.map(({ webhookId }) => webhookId),
    deliveries.map(({ eventId }) => eventId),
    deliveries.map(({ sequence }) => sequence),
  ];
  await client.query(queryConfig(insertStatement, [workspaceId, ...columns]));
  const webhookIds = chosen.map(({ webhookId }) => webhookId);
  const last = chosen.map(({ first, eventIds }) => first + eventIds.length - 1);
  await client.query(queryConfig(advanceStatement, [workspaceId, webhookIds, last]));
  // Endpoints without a lease are found when a worker, such as this one next, looks for due endpoints.
  const leased = chosen.filter(({ isLeased }) => isLeased).map(({ webhookId }) => webhookId);
  if (leased.length > 0) {
    noteWebhookWork(
      client,
      leased.map((id) => endpointKey({ workspaceId, id })),
    );
  }
}
