import type { ClientBase } from 'pg';
import { fixedStatement, queryConfig } from '#src/db/statement.ts';

const insertEvent = fixedStatement(
  'webhookEvents.insert',
  'INSERT INTO "WebhookEvent" ("workspaceId", "kind", "payload") VALUES ($1, $2, $3)',
);

/** Writes the outbox row of a change in the transaction of the change, so that both are stored or neither. */
export async function recordEvent(
  client: ClientBase,
  workspaceId: number,
  kind: string,
  payload: object,
): Promise<void> {
  await client.query(queryConfig(insertEvent, [workspaceId, kind, JSON.stringify(payload)]));
}
