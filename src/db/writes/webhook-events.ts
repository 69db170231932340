import type { ClientBase } from 'pg';
import { preparedStatement, queryConfig, type Statement } from '#src/db/statement.ts';
import { noteEvents, noteWebhookWork } from '#src/db/webhook-work.ts';
import type { EventKind } from '#src/domain/webhooks/kinds.ts';
import { anyWorkspace, holdEventOrder } from './event-order.ts';

/** A change as webhooks report it. */
export interface ChangeEvent {
  readonly kind: EventKind;
  /** The record in the format of `/v1`. */
  readonly data: object;
  /** The earlier values of the fields that have changed. */
  readonly previous?: object | undefined;
}

/**
 * SQL for the kinds that the endpoints of the workspace $1 choose. It must run before the events are inserted: in the INSERT
 * itself, Citus would take the event ids from the sequence of the node with the endpoints.
 */
export const chosenKinds = `"chosen" AS MATERIALIZED (SELECT w."kinds" FROM "Webhook" w WHERE w."workspaceId" = $1)`;

/**
 * SQL that is true if no endpoint of the workspace chooses the kind. Then the event counts as dispatched, and no worker reads
 * it. A paused endpoint counts, because it receives missed events later.
 */
export function isChosenByNone(kind: string): string {
  return `NOT EXISTS (SELECT 1 FROM "chosen" w WHERE ${kind} = ANY (w."kinds"))`;
}

const kindsStatement = preparedStatement(
  'webhookEvents.kinds',
  'SELECT w."kinds" FROM "Webhook" w WHERE w."workspaceId" = $1',
);

/** This many rows stay below the maximum number of parameters in a statement. */
const rowsPerInsert = 1000;

/**
 * Writes the outbox rows of changes in the transaction of the changes, so that both or neither are stored. The rows are
 * parameters, because Citus would copy rows that a SELECT creates.
 */
export async function recordEvents(
  client: ClientBase,
  workspaceId: number,
  events: readonly ChangeEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await holdEventOrder(client, workspaceId);
  const { rows } = await client.query<{ kinds: EventKind[] }>(queryConfig(kindsStatement, [workspaceId]));
  const chosen = new Set(rows.flatMap(({ kinds }) => kinds));
  noteEvents(client, [workspaceId]);
  if (events.some(({ kind }) => chosen.has(kind))) noteWebhookWork(client);
  for (let start = 0; start < events.length; start += rowsPerInsert) {
    const inserted = events.slice(start, start + rowsPerInsert);
    await client.query(
      queryConfig(insertStatement(inserted.length), [workspaceId, ...inserted.flatMap(rowOf(chosen))]),
    );
  }
}

/** If no endpoint of the workspace chooses the kind, the event counts as dispatched, and no worker reads it. */
function rowOf(chosen: ReadonlySet<EventKind>) {
  return ({ kind, data, previous }: ChangeEvent): unknown[] => {
    const before = previous === undefined ? null : JSON.stringify(previous);
    return [kind, JSON.stringify(data), before, !chosen.has(kind)];
  };
}

/** A session caches the plans of a few lengths. */
const commonLengths = 3;

function insertStatement(length: number): Statement {
  const rows = Array.from({ length }, (_, index) => {
    const [kind, data, previous, isDispatched] = [2, 3, 4, 5].map((place) => `$${index * 4 + place}`);
    return `($1, ${kind}, ${data}, ${previous}, ${isDispatched})`;
  });
  const text = `INSERT INTO "WebhookEvent" ("workspaceId", "kind", "payload", "previous", "isDispatched")
    VALUES ${rows.join(', ')}`;
  const name = 'webhookEvents.insert';
  return length <= commonLengths ? preparedStatement(`${name}.${length}`, text) : { name, text };
}

export function recordEvent(client: ClientBase, workspaceId: number, event: ChangeEvent): Promise<void> {
  return recordEvents(client, workspaceId, [event]);
}

const choosersStatement = preparedStatement(
  'webhookEvents.choosers',
  `SELECT "workspaceId" FROM "Webhook" WHERE "workspaceId" = ANY ($1::int[]) AND $2 = ANY ("kinds") GROUP BY "workspaceId"`,
);

const insertInWorkspaces = preparedStatement(
  'webhookEvents.insertInWorkspaces',
  `INSERT INTO "WebhookEvent" ("workspaceId", "kind", "payload", "isDispatched")
   SELECT e."workspaceId", $1, e."data"::jsonb, e."isDispatched"
   FROM unnest($2::int[], $3::text[], $4::boolean[]) e("workspaceId", "data", "isDispatched")`,
);

/** Writes events of one kind in many workspaces at once. */
export async function recordInWorkspaces(
  client: ClientBase,
  kind: EventKind,
  events: readonly { readonly workspaceId: number; readonly data: object }[],
): Promise<void> {
  if (events.length === 0) return;
  await holdEventOrder(client, anyWorkspace);
  const workspaceIds = events.map(({ workspaceId }) => workspaceId);
  const found = await client.query<{ workspaceId: number }>(
    queryConfig(choosersStatement, [[...new Set(workspaceIds)], kind]),
  );
  const choosers = new Set(found.rows.map(({ workspaceId }) => workspaceId));
  noteEvents(client, workspaceIds);
  if (choosers.size > 0) noteWebhookWork(client);
  const data = events.map((event) => JSON.stringify(event.data));
  const isDispatched = workspaceIds.map((workspaceId) => !choosers.has(workspaceId));
  await client.query(queryConfig(insertInWorkspaces, [kind, workspaceIds, data, isDispatched]));
}
