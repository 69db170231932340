import type { ClientBase } from 'pg';
import { fixedStatement, queryConfig } from '#src/db/statement.ts';
import type { EventKind } from '#src/domain/webhooks/kinds.ts';
import { holdEventOrder } from './event-order.ts';

/** A change as webhooks report it. */
export interface ChangeEvent {
  readonly kind: EventKind;
  /** The record as `/v1` returns it. */
  readonly data: object;
  /** The earlier values of the fields that have changed. */
  readonly previous?: object | undefined;
}

/**
 * SQL: whether no endpoint of the workspace chooses the kind. Then nothing is left to do about the event, and no worker reads
 * it. A paused endpoint counts, because it gets what it missed.
 */
export function isChosenByNone(workspaceId: string, kind: string): string {
  return `NOT EXISTS (SELECT 1 FROM "Webhook" w WHERE w."workspaceId" = ${workspaceId} AND ${kind} = ANY (w."kinds"))`;
}

const insertEvents = fixedStatement(
  'webhookEvents.insert',
  `INSERT INTO "WebhookEvent" ("workspaceId", "kind", "payload", "previous", "isDispatched")
   SELECT $1::int, e."kind", e."data"::jsonb, e."previous"::jsonb, ${isChosenByNone('$1', 'e."kind"')}
   FROM unnest($2::text[], $3::text[], $4::text[]) e("kind", "data", "previous")`,
);

/** Writes the outbox rows of changes in the transaction of the changes: all is stored or nothing. */
export async function recordEvents(
  client: ClientBase,
  workspaceId: number,
  events: readonly ChangeEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const kinds = events.map(({ kind }) => kind);
  const data = events.map((event) => JSON.stringify(event.data));
  const previous = events.map((event) => (event.previous === undefined ? null : JSON.stringify(event.previous)));
  await holdEventOrder(client, workspaceId);
  await client.query(queryConfig(insertEvents, [workspaceId, kinds, data, previous]));
}

export function recordEvent(client: ClientBase, workspaceId: number, event: ChangeEvent): Promise<void> {
  return recordEvents(client, workspaceId, [event]);
}
