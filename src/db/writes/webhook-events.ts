import type { ClientBase } from 'pg';

/** Writes the outbox row of a change in the transaction of the change, so that both are stored or neither. */
export async function recordEvent(
  client: ClientBase,
  workspaceId: number,
  kind: string,
  payload: object,
): Promise<void> {
  await client.query('INSERT INTO "WebhookEvent" ("workspaceId", "kind", "payload") VALUES ($1, $2, $3)', [
    workspaceId,
    kind,
    JSON.stringify(payload),
  ]);
}
