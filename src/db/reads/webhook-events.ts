import type { OwnRows } from '#src/domain/principal/policy.ts';
import { eventOfRow, type StoredEvent, type WebhookEvent } from '#src/domain/webhooks/event.ts';
import type { WebhookEventPage } from '#src/domain/webhooks/event-list.ts';
import type { Database } from '../database.ts';
import { anyOf, between, ownedBy, type PageQuery, type Read, type Values } from './list.ts';
import { readList } from './read-list.ts';
import { type Columns, dates, plain, recordReader, texts } from './record-reader.ts';

/** The events that a caller may read. */
export interface ReadableEvents {
  readonly kinds: readonly string[];
  /** The endpoints that the caller sees, if not all: events about other endpoints are omitted. */
  readonly endpoints: OwnRows | undefined;
}

interface EventQuery extends PageQuery, ReadableEvents {
  readonly orderBy: 'asc' | 'desc';
  /** The last id of the list. Events with higher ids may not be visible yet. */
  readonly untilId: string;
  readonly afterId?: string | undefined;
  readonly createdFromMs?: number | undefined;
  readonly createdUntilMs?: number | undefined;
}

/** The columns of an event `alias`. */
export const storedEventColumns = (alias: string): Columns<StoredEvent> => ({
  ...texts(alias, 'id'),
  ...plain(alias, 'workspaceId', 'kind', 'payload', 'previous'),
  ...dates(alias, 'createdAt'),
});

const storedEvents = recordReader(storedEventColumns('r'));

export async function readWebhookEvents(db: Database, query: EventQuery): Promise<Read<WebhookEventPage>> {
  const { untilId, afterId, createdFromMs, createdUntilMs } = query;
  const { records, ...page } = await readList(db, query, {
    name: 'webhookEvents.list',
    from: '"WebhookEvent"',
    reader: storedEvents,
    sort: { column: 'id', type: 'bigint', direction: query.orderBy, idType: 'bigint' },
    cost: 'grows',
    conditions: (values) => [
      ...readable(values, query),
      `r."id" <= ${values.add(untilId, 'bigint')}`,
      ...(afterId === undefined ? [] : [`r."id" > ${values.add(afterId, 'bigint')}`]),
      ...between('r."createdAt"', values, createdFromMs, createdUntilMs),
    ],
  });
  return { events: records.map(eventOfRow), ...page };
}

/** Reads one event that the caller may read. */
export async function readWebhookEvent(
  db: Database,
  { workspaceId, id, ...query }: ReadableEvents & { readonly workspaceId: number; readonly id: string },
): Promise<WebhookEvent | undefined> {
  const { records } = await readList(
    db,
    { workspaceId, limit: 1, offset: 0 },
    {
      name: 'webhookEvents.byId',
      from: '"WebhookEvent"',
      reader: storedEvents,
      sort: { column: 'id', type: 'bigint', direction: 'asc', idType: 'bigint' },
      cost: 'row',
      conditions: (values) => [...readable(values, query), `r."id" = ${values.add(id, 'bigint')}`],
    },
  );
  return records.map(eventOfRow)[0];
}

function readable(values: Values, { kinds, endpoints }: ReadableEvents): string[] {
  if (!endpoints) return anyOf('r."kind"', 'text', values, kinds);
  return [
    ...anyOf('r."kind"', 'text', values, kinds),
    `(r."kind" NOT LIKE 'webhook.%' OR EXISTS (SELECT 1 FROM "Webhook" w WHERE w."workspaceId" = $1
      AND w."id"::text = r."payload" ->> 'id' AND ${ownedBy('w', values, endpoints).join(' AND ')}))`,
  ];
}
