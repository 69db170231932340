import type { OwnRows } from '#src/domain/access/policy.ts';
import {
  type DeliveryStatus,
  deliveryId,
  deliveryStatuses,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookDeliveryPage,
} from '#src/domain/webhooks/delivery.ts';
import { eventBody, eventId, type StoredEvent } from '#src/domain/webhooks/event.ts';
import type { Database } from '../database.ts';
import { anyOf, equal, ownedBy, type PageQuery, type Read, type Values } from './list.ts';
import { readList } from './read-list.ts';

/** Which deliveries a caller may read. */
export interface ReadableDeliveries {
  /** The kinds whose events they may read; undefined for all. */
  readonly kinds: readonly string[] | undefined;
  /** The endpoints that they see; undefined for all. */
  readonly endpoints: OwnRows | undefined;
}

interface DeliveryQuery extends PageQuery, ReadableDeliveries {
  readonly id?: string | undefined;
  readonly webhookId?: number | undefined;
  readonly eventId?: string | undefined;
  readonly statuses?: readonly DeliveryStatus[] | undefined;
}

type AttemptRow = Omit<WebhookAttempt, 'number' | 'headers'> & { readonly headers: Readonly<Record<string, string>> };

interface DeliveryRow {
  readonly id: string;
  readonly webhookId: number;
  readonly eventId: string;
  readonly sequence: string;
  readonly status: DeliveryStatus;
  readonly isManual: boolean;
  readonly createdAt: string;
  readonly nextAttemptAt: string | null;
  readonly workspaceId: number;
  readonly event: Omit<StoredEvent, 'id' | 'workspaceId' | 'createdAt'> & { readonly createdAt: string };
  readonly attempts: readonly AttemptRow[] | null;
}

const iso = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const columns = `r."workspaceId", r."id", r."webhookId", r."eventId", r."sequence", r."status", r."isManual", r."createdAt",
  CASE WHEN r."status" = 'PENDING' AND (
      SELECT w."status" FROM "Webhook" w WHERE w."workspaceId" = $1 AND w."id" = r."webhookId"
    ) = 'ACTIVE' THEN r."dueAt" END AS "nextAttemptAt",
  (SELECT json_build_object('kind', e."kind", 'createdAt', ${iso('e."createdAt"')}, 'payload', e."payload",
      'previous', e."previous")
    FROM "WebhookEvent" e WHERE e."workspaceId" = $1 AND e."id" = r."eventId") AS "event",
  (SELECT json_agg(json_build_object('sentAt', ${iso('a."sentAt"')}, 'url', a."url",
      'headers', a."headers", 'responseStatus', a."responseStatus", 'latencyMs', a."latencyMs",
      'responseStart', a."responseStart", 'error', a."error") ORDER BY a."id")
    FROM "WebhookAttempt" a WHERE a."workspaceId" = $1 AND a."deliveryId" = r."id") AS "attempts"`;

/** Deliveries with their attempts, newest first. */
export async function readWebhookDeliveries(db: Database, query: DeliveryQuery): Promise<Read<WebhookDeliveryPage>> {
  const { records, ...page } = await readList<DeliveryRow, WebhookDelivery>(db, query, {
    name: 'webhookDeliveries.list',
    from: '"WebhookDelivery"',
    columns,
    sort: { column: 'id', type: 'bigint', direction: 'desc', idType: 'bigint' },
    runner: 'pooled',
    conditions: (values) => [
      ...equal('r."id"', 'bigint', values, query.id),
      ...equal('r."webhookId"', 'int', values, query.webhookId),
      ...equal('r."eventId"', 'bigint', values, query.eventId),
      ...ofStatuses(values, query.statuses),
      ...readable(values, query),
    ],
    toRecord,
  });
  return { deliveries: records, ...page };
}

/** One delivery that the caller may read. */
export async function readWebhookDelivery(
  db: Database,
  query: ReadableDeliveries & { readonly workspaceId: number; readonly id: string },
): Promise<WebhookDelivery | undefined> {
  return (await readWebhookDeliveries(db, { ...query, limit: 1, offset: 0 })).deliveries[0];
}

/** A text that names the status lets PostgreSQL use the partial indexes of those that have failed and that wait. */
function ofStatuses(values: Values, statuses: readonly DeliveryStatus[] | undefined): string[] {
  if (!statuses || statuses.includes('DELIVERED')) return anyOf('r."status"', '"DeliveryStatus"', values, statuses);
  const named = deliveryStatuses.filter((status) => statuses.includes(status));
  return [`(${named.map((status) => `r."status" = '${status}'`).join(' OR ')})`];
}

function readable(values: Values, { kinds, endpoints }: ReadableDeliveries): string[] {
  const ofKinds = kinds && [
    `EXISTS (SELECT 1 FROM "WebhookEvent" e WHERE e."workspaceId" = $1 AND e."id" = r."eventId"
      AND ${anyOf('e."kind"', 'text', values, kinds).join(' AND ')})`,
  ];
  // Those of an endpoint that was deleted are there for a while.
  const endpoint = ['w."workspaceId" = $1', 'w."id" = r."webhookId"', ...ownedBy('w', values, endpoints)];
  return [...(ofKinds ?? []), `EXISTS (SELECT 1 FROM "Webhook" w WHERE ${endpoint.join(' AND ')})`];
}

function toRecord({ event, ...row }: DeliveryRow): WebhookDelivery {
  const { webhookId, sequence, status, isManual, createdAt, nextAttemptAt, workspaceId } = row;
  const stored = { ...event, id: row.eventId, createdAt: new Date(event.createdAt), workspaceId };
  return {
    ...{ id: deliveryId(row.id), webhookId, eventId: eventId(row.eventId), type: event.kind },
    ...{
      sequence: Number(sequence),
      status,
      isManual,
      body: eventBody({ ...stored, sequence }),
      createdAt,
      nextAttemptAt,
    },
    attempts: (row.attempts ?? []).map(({ headers, ...attempt }, index) => ({
      number: index + 1,
      ...attempt,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    })),
  };
}
