import type { OwnRows } from '#src/domain/principal/policy.ts';
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
import { instant, instants, plain, recordReader, rowsOf, texts } from './record-reader.ts';
import { storedEventColumns } from './webhook-events.ts';

/** The deliveries that a caller may read. */
export interface ReadableDeliveries {
  /** The kinds of events that the caller may read; undefined for all. */
  readonly kinds: readonly string[] | undefined;
  /** The endpoints that the caller sees; undefined for all. */
  readonly endpoints: OwnRows | undefined;
}

interface DeliveryQuery extends PageQuery, ReadableDeliveries {
  readonly id?: string | undefined;
  readonly webhookId?: number | undefined;
  readonly eventId?: string | undefined;
  readonly statuses?: readonly DeliveryStatus[] | undefined;
}

type AttemptRow = Omit<WebhookAttempt, 'number' | 'headers'> & { readonly headers: Readonly<Record<string, string>> };

interface DeliveryRow
  extends Pick<
    WebhookDelivery,
    'id' | 'webhookId' | 'eventId' | 'status' | 'isManual' | 'createdAt' | 'nextAttemptAt'
  > {
  readonly sequence: string;
  /** The event of the delivery. */
  readonly events: readonly StoredEvent[];
  readonly attempts: readonly AttemptRow[];
}

const deliveries = recordReader<DeliveryRow>({
  ...texts('r', 'id'),
  ...plain('r', 'webhookId'),
  ...texts('r', 'eventId', 'sequence'),
  ...plain('r', 'status', 'isManual'),
  ...instants('r', 'createdAt'),
  nextAttemptAt: instant(`CASE WHEN r."status" = 'PENDING' AND (
      SELECT w."status" FROM "Webhook" w WHERE w."workspaceId" = $1 AND w."id" = r."webhookId"
    ) = 'ACTIVE' THEN r."dueAt" END`),
  events: rowsOf(storedEventColumns('e'), {
    from: '"WebhookEvent" e WHERE e."workspaceId" = $1 AND e."id" = r."eventId"',
    orderBy: 'e."id"',
  }),
  attempts: rowsOf<AttemptRow>(
    {
      ...instants('a', 'sentAt'),
      ...plain('a', 'url', 'headers', 'responseStatus', 'latencyMs', 'responseStart', 'error'),
    },
    { from: '"WebhookAttempt" a WHERE a."workspaceId" = $1 AND a."deliveryId" = r."id"', orderBy: 'a."id"' },
  ),
});

/** Lists deliveries with their attempts, newest first. */
export async function readWebhookDeliveries(db: Database, query: DeliveryQuery): Promise<Read<WebhookDeliveryPage>> {
  const { records, ...page } = await readList(db, query, {
    name: 'webhookDeliveries.list',
    from: '"WebhookDelivery"',
    reader: deliveries,
    sort: { column: 'id', type: 'bigint', direction: 'desc', idType: 'bigint' },
    cost: 'grows',
    conditions: (values) => [
      ...equal('r."id"', 'bigint', values, query.id),
      ...equal('r."webhookId"', 'int', values, query.webhookId),
      ...equal('r."eventId"', 'bigint', values, query.eventId),
      ...ofStatuses(values, query.statuses),
      ...readable(values, query),
    ],
  });
  return { deliveries: records.flatMap(toRecord), ...page };
}

/** Reads one delivery that the caller may read. */
export async function readWebhookDelivery(
  db: Database,
  query: ReadableDeliveries & { readonly workspaceId: number; readonly id: string },
): Promise<WebhookDelivery | undefined> {
  return (await readWebhookDeliveries(db, { ...query, limit: 1, offset: 0 })).deliveries[0];
}

/** With the statuses in its text, the statement can use the partial indexes of failed and pending deliveries. */
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
  // Deliveries of a deleted endpoint remain for a while.
  const endpoint = ['w."workspaceId" = $1', 'w."id" = r."webhookId"', ...ownedBy('w', values, endpoints)];
  return [...(ofKinds ?? []), `EXISTS (SELECT 1 FROM "Webhook" w WHERE ${endpoint.join(' AND ')})`];
}

function toRecord({ events, attempts, ...row }: DeliveryRow): WebhookDelivery[] {
  const { webhookId, sequence, status, isManual, createdAt, nextAttemptAt } = row;
  return events.map((event) => ({
    id: deliveryId(row.id),
    webhookId,
    eventId: eventId(row.eventId),
    type: event.kind,
    sequence: Number(sequence),
    status,
    isManual,
    body: eventBody({ ...event, sequence }),
    createdAt,
    nextAttemptAt,
    attempts: attempts.map(({ headers, ...attempt }, index) => ({
      number: index + 1,
      ...attempt,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    })),
  }));
}
