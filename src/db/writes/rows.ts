import type { ClientBase } from 'pg';
import { equal, Values, type VisibleRows, visibleTo } from '../reads/list.ts';

interface Counted {
  readonly table: string;
  /** $1 is the workspace; the values come after it. */
  readonly condition?: string;
  readonly values?: readonly unknown[];
}

/**
 * Counts a workspace's rows that meet the condition. Locks the workspace, so that no other transaction that calls this
 * adds a row until this one ends.
 */
export async function lockAndCount(client: ClientBase, workspaceId: number, counted: Counted): Promise<number> {
  await client.query('SELECT FROM "Workspace" WHERE "id" = $1 FOR NO KEY UPDATE', [workspaceId]);
  return countRows(client, workspaceId, counted);
}

/** Counts a workspace's rows that meet the condition. Lock what they belong to before, where their number is limited. */
export async function countRows(
  client: ClientBase,
  workspaceId: number,
  { table, condition = 'true', values = [] }: Counted,
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS "count" FROM "${table}" WHERE "workspaceId" = $1 AND ${condition}`,
    [workspaceId, ...values],
  );
  return rows[0]?.count ?? 0;
}

/** SQL that writes the present fields. They come after the values of the key, which are two unless stated. */
export function presentColumns(fields: object, keys = 2) {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    names: present.map(([name]) => `, "${name}"`).join(''),
    placeholders: present.map((_, index) => `, $${index + 1 + keys}`).join(''),
    updates: present.map(([name], index) => `"${name}" = $${index + 1 + keys}, `).join(''),
    values: present.map(([, value]) => value),
  };
}

/** Locks a record that the caller sees against deletion until the transaction ends. Returns these columns of it. */
export async function lockForKeyShare<Column extends string = never>(
  client: ClientBase,
  { table, id, columns = [], ...caller }: VisibleRows & Locked<Column>,
): Promise<Record<Column, number | null> | undefined> {
  const values = new Values();
  const conditions = [...equal('r."id"', 'int', values, id), ...visibleTo('r', values, caller)];
  const selected = columns.map((column) => `r."${column}"`).join(', ');
  const text = `SELECT ${selected} FROM "${table}" r WHERE ${conditions.join(' AND ')} FOR KEY SHARE`;
  return (await client.query<Record<Column, number | null>>(text, values.list)).rows[0];
}

interface Locked<Column extends string> {
  readonly table: 'Contact' | 'Deal' | 'EventCall';
  readonly id: number;
  /** Columns that hold ids. */
  readonly columns?: readonly Column[];
}
