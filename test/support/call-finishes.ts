import type { TestApp } from './app.ts';

/** Stores that a call was just finished with the outcome WON, and nothing else. */
export async function finishOf(
  app: Pick<TestApp, 'clock' | 'insert' | 'sql'>,
  { id, workspaceId }: Readonly<Record<string, unknown>>,
): Promise<void> {
  const key = [workspaceId, id];
  const [call] = await app.sql<Record<string, unknown>>(
    `UPDATE "EventCall" c SET "outcome" = 'WON' WHERE "workspaceId" = $1 AND "id" = $2
     RETURNING "contactId", "noSaleReason", "objectionKind", "objection", "notes"`,
    key,
  );
  const { contactId, ...more } = call as Record<string, unknown>;
  const [contact = null] = await app.sql<{ id: number; status: string; userId: number | null }>(
    'SELECT "id", "status", "userId" FROM "Contact" WHERE "workspaceId" = $1 AND "id" = $2',
    [workspaceId, contactId],
  );
  const state = (outcome: string | null) => ({
    call: { outcome, ...more },
    contact: contact && { ...contact, stage: [] },
  });
  await app.sql('DELETE FROM "CallFinish" WHERE "workspaceId" = $1 AND "eventCallId" = $2', key);
  await app.insert('CallFinish', {
    ...{ workspaceId, eventCallId: id, before: state(null), after: state('WON') },
    created: { deal: null, payments: [], followUp: null },
    scopes: [],
    finishedAt: app.clock.now().toISOString(),
  });
}
