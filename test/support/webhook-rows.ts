import type { Body } from './app.ts';
import type { Factories } from './factories.ts';

/** The webhook events of a workspace, in the order of writing. */
export function eventsOf(app: Factories, workspaceId: number): Promise<{ kind: string; payload: Body }[]> {
  return app.sql('SELECT "kind", "payload" FROM "WebhookEvent" WHERE "workspaceId" = $1 ORDER BY "id"', [workspaceId]);
}

/** How many rows a workspace has in these tables, by default those that a change to a contact writes. */
export async function writtenRows(
  app: Factories,
  workspaceId: number,
  tables: readonly string[] = ['Contact', 'WebhookEvent', 'IdempotencyRecord'],
): Promise<object | undefined> {
  const count = (table: string) => `(SELECT count(*)::int FROM "${table}" WHERE "workspaceId" = $1) AS "${table}"`;
  const [row] = await app.sql<object>(`SELECT ${tables.map(count).join(', ')}`, [workspaceId]);
  return row;
}
