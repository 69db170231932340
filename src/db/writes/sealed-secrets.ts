import type { ClientBase } from 'pg';

/** The columns that hold what the installation has sealed. */
export const sealedColumns = [
  { table: 'Webhook', column: 'secret', of: 'webhooks' },
  { table: 'Webhook', column: 'previousSecret', of: 'webhooks' },
  { table: 'CalendarConnection', column: 'secret', of: 'calendars' },
  { table: 'AuditChain', column: 'sealedKey', of: 'audit', key: 'workspaceId' },
] as const;

export type SealedColumn = (typeof sealedColumns)[number];

/**
 * Replaces what a column holds in the rows of a workspace, where `replace` gives something else. The rows are locked meanwhile, so
 * that a secret which a member rotates at the same time is neither lost nor replaced by an earlier one.
 */
export async function replaceSealed(
  client: ClientBase,
  workspaceId: number,
  { table, column, ...row }: SealedColumn,
  replace: (sealed: Buffer) => Buffer | undefined,
): Promise<void> {
  const key = 'key' in row ? row.key : 'id';
  const { rows } = await client.query<{ id: number; sealed: Buffer }>(
    `SELECT "${key}" AS "id", "${column}" AS "sealed" FROM "${table}" WHERE "workspaceId" = $1 AND "${column}" IS NOT NULL
     ORDER BY "${key}" FOR NO KEY UPDATE`,
    [workspaceId],
  );
  for (const { id, sealed } of rows) {
    const other = replace(sealed);
    if (!other) continue;
    await client.query(`UPDATE "${table}" SET "${column}" = $3 WHERE "workspaceId" = $1 AND "${key}" = $2`, [
      ...[workspaceId, id, other],
    ]);
  }
}
