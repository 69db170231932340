import type { ClientBase } from 'pg';

/** Assigns the link to the workspace. Returns false if an event of any workspace has it. */
export async function takeLink(client: ClientBase, linkPrefix: string, workspaceId: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'INSERT INTO "BookingLink" ("linkPrefix", "leadsTo") VALUES ($1, $2) ON CONFLICT ("linkPrefix") DO NOTHING',
    [linkPrefix, workspaceId],
  );
  return rowCount === 1;
}

export async function freeLink(client: ClientBase, linkPrefix: string): Promise<void> {
  await client.query('DELETE FROM "BookingLink" WHERE "linkPrefix" = $1', [linkPrefix]);
}
