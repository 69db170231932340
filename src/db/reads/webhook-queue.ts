import type pg from 'pg';
import { pipelinedStatement, preparedStatement } from '#src/db/statement.ts';
import type { EventKind } from '#src/domain/webhooks/kinds.ts';
import type { Database } from '../database.ts';

export interface EndpointRef {
  readonly workspaceId: number;
  readonly id: number;
}

export interface LeaseHolder extends EndpointRef {
  /** The worker's id. */
  readonly worker: string;
}

/** Searches all workspaces, longest wait first, so that none starves. */
export const dueEndpointsStatement = preparedStatement(
  'webhookQueue.dueEndpoints',
  `SELECT "workspaceId", "id" FROM "Webhook"
   WHERE "status" = 'ACTIVE' AND "dueAt" <= now() AND ("leasedUntil" IS NULL OR "leasedUntil" < now())
   ORDER BY "dueAt" LIMIT $1`,
);

/** Reads endpoints with a due delivery that no worker has leased. */
export function readDueEndpoints({ run }: Pick<Database, 'run'>, limit: number): Promise<EndpointRef[]> {
  return run<EndpointRef>(dueEndpointsStatement, [limit]);
}

/** The address and the secrets of an endpoint. Instants are ISO 8601 text. */
export interface EndpointTarget {
  /** The connection of the app that owns the endpoint. */
  readonly grantId: string | null;
  readonly url: string;
  /** The encrypted secret. */
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
  /** The end of the overlap, in which the previous secret signs too. */
  readonly previousUntil: string | null;
  readonly failingSince: string | null;
  /** Set by a resume, until the failed deliveries are due again. */
  readonly retriesSince: string | null;
}

export interface DueDelivery {
  readonly id: string;
  readonly sequence: string;
  /** The number of attempts so far. */
  readonly attempts: number;
  readonly isManual: boolean;
  readonly eventId: string;
  readonly kind: EventKind;
  readonly payload: object;
  readonly previous: object | null;
  readonly createdAt: string;
}

const targetColumns =
  'w."grantId", w."url", w."secret", w."previousSecret", w."previousUntil", w."failingSince", w."retriesSince"';

const isSentTo = `w."workspaceId" = $1 AND w."id" = $2 AND w."leasedBy" = $3 AND w."status" = 'ACTIVE'`;

const targetStatement = pipelinedStatement(
  'webhookQueue.target',
  `SELECT ${targetColumns} FROM "Webhook" w WHERE ${isSentTo}`,
);

/** Reads the current endpoint; undefined if the worker may no longer send to it. It costs little: one row by its key. */
export async function readTarget(
  { run }: Pick<Database, 'run'>,
  { workspaceId, id, worker }: LeaseHolder,
): Promise<EndpointTarget | undefined> {
  return (await run<EndpointTarget>(targetStatement, [workspaceId, id, worker]))[0];
}

type DueRow = EndpointTarget & (DueDelivery | { readonly id: null });

/** The number of deliveries to read at once, for an endpoint that fails, which gets one request at a time, and for others. */
const readLimits = { failing: 10, healthy: 100 } as const;

/**
 * $4 are excluded deliveries. A row without a delivery means that nothing is due. The limit is part of the text, because
 * PostgreSQL would plan for many more rows if it did not know the limit. `OFFSET 0` makes it look up each event by its id: if
 * it expects few events in the workspace, it would read all of them for each.
 */
function dueDeliveries(limit: number) {
  return preparedStatement(
    `webhookQueue.due${limit}Deliveries`,
    `SELECT ${targetColumns},
     d."id", d."sequence", d."attempts", d."isManual", e."id" AS "eventId", e."kind", e."payload", e."previous", e."createdAt"
   FROM "Webhook" w
   LEFT JOIN LATERAL (
     SELECT * FROM "WebhookDelivery" q
     WHERE q."workspaceId" = $1 AND q."webhookId" = $2 AND q."status" = 'PENDING' AND q."dueAt" <= now()
       AND q."id" <> ALL ($4::bigint[])
     ORDER BY q."dueAt", q."sequence" LIMIT ${limit}
   ) d ON true
   LEFT JOIN LATERAL (
     SELECT * FROM "WebhookEvent" e WHERE e."workspaceId" = $1 AND e."id" = d."eventId" OFFSET 0
   ) e ON true
   WHERE ${isSentTo}
   ORDER BY d."dueAt", d."sequence"`,
  );
}

export const dueDeliveriesStatements = {
  failing: dueDeliveries(readLimits.failing),
  healthy: dueDeliveries(readLimits.healthy),
};

interface DueQuery extends LeaseHolder {
  /** Deliveries whose attempt is running, or whose result is not stored yet. */
  readonly exceptIds: readonly string[];
  readonly health: keyof typeof readLimits;
}

interface Due {
  readonly target: EndpointTarget;
  readonly deliveries: DueDelivery[];
  /** True if the limit was reached, so that more may be due. */
  readonly isFull: boolean;
}

/** Reads the due deliveries of an endpoint in sending order; undefined if the worker may no longer send to it. */
export async function readDueDeliveries(
  { run }: Pick<Database, 'run'>,
  { workspaceId, id, worker, exceptIds, health }: DueQuery,
): Promise<Due | undefined> {
  const rows = await run<DueRow>(dueDeliveriesStatements[health], [workspaceId, id, worker, exceptIds]);
  const [target] = rows;
  if (!target) return undefined;
  const deliveries = rows.filter((row): row is EndpointTarget & DueDelivery => row.id !== null);
  return { target, deliveries, isFull: deliveries.length === readLimits[health] };
}

/**
 * Returns the longest wait in seconds: of a due endpoint without a lease, or of the next event to become deliveries. If no
 * worker runs at all, only the event shows it.
 */
export async function readOldestWaitingSeconds(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ seconds: number | null }>(
    `SELECT extract(epoch FROM now() - least(
       (SELECT min("dueAt") FROM "Webhook"
        WHERE "status" = 'ACTIVE' AND "dueAt" <= now() AND ("leasedUntil" IS NULL OR "leasedUntil" < now())),
       (SELECT "createdAt" FROM "WebhookEvent" WHERE NOT "isDispatched" ORDER BY "workspaceId", "id" LIMIT 1)
     ))::float8 AS "seconds"`,
  );
  return rows[0]?.seconds ?? 0;
}
