import type { ClientBase } from 'pg';

/**
 * Counts a workspace's rows that meet the condition. Locks the workspace, so that no other transaction that calls this
 * adds a row until this one ends.
 */
export async function lockAndCount(
  client: ClientBase,
  workspaceId: number,
  { table, condition = 'true', values = [] }: { table: string; condition?: string; values?: unknown[] },
): Promise<number> {
  await client.query('SELECT FROM "Workspace" WHERE "id" = $1 FOR NO KEY UPDATE', [workspaceId]);
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS "count" FROM "${table}" WHERE "workspaceId" = $1 AND ${condition}`,
    [workspaceId, ...values],
  );
  return rows[0]?.count ?? 0;
}

/** SQL that writes the present fields: they are $3 and the following, after the two values of the key. */
export function presentColumns(fields: object) {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    names: present.map(([name]) => `, "${name}"`).join(''),
    placeholders: present.map((_, index) => `, $${index + 3}`).join(''),
    updates: present.map(([name], index) => `"${name}" = $${index + 3}, `).join(''),
    values: present.map(([, value]) => value),
  };
}
