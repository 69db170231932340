import type { Body } from './app.ts';
import type { Factories } from './factories.ts';
import { expectEventToFit } from './fits-document.ts';

/**
 * The webhook events of a workspace, in the order of writing; `previous` where earlier values are known. Fails the test
 * where the document describes one in another way.
 */
export function eventsOf(
  app: Factories,
  workspaceId: number,
  skipped = 0,
): Promise<{ kind: string; payload: Body; previous?: Body }[]> {
  return app
    .sql<{ event: { kind: string; payload: Body; previous?: Body } }>(
      `SELECT jsonb_build_object('kind', "kind", 'payload', "payload")
         || CASE WHEN "previous" IS NULL THEN '{}' ELSE jsonb_build_object('previous', "previous") END AS "event"
       FROM "WebhookEvent" WHERE "workspaceId" = $1 ORDER BY "id" OFFSET $2`,
      [workspaceId, skipped],
    )
    .then((rows) =>
      rows.map(({ event }) => {
        const about = { id: 'evt_1', timestamp: '2026-03-04T12:00:00.000Z', workspaceId, sequence: 1 };
        expectEventToFit({ ...about, type: event.kind, data: event.payload, previous: event.previous ?? null });
        return event;
      }),
    );
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
