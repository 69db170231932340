import type { ClientBase } from 'pg';

/** The outbox row of a change, written in the change's own transaction: none is lost, none is invented. */
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
