import type { ClientBase } from 'pg';
import { equal, Values, type VisibleRows, visibleTo } from '../reads/list.ts';

// Every transaction locks rows in one order, to avoid deadlocks: Workspace, Event, Membership (by user id), User,
// CalendarConnection, Calendar, Schedule, CustomField, EventCall, Contact (by id), MergedContact, BookingHold, Product, ContactNote, Deal,
// Transaction (a payment before its refunds), ApiKey, OAuthClient, OAuthGrant, Webhook (by id), WebhookEvent, WebhookDelivery,
// Notification, Mailbox, AuditChain (by workspace). A transaction that writes a reference locks the referenced row before the row that it updates.
// Transactions that count a workspace's rows, or take rows from a member, lock the workspace first. If a statement locks rows
// in an order that PostgreSQL chooses, a deadlock may end one transaction, and `inTransaction` runs it again.

interface Counted {
  readonly table: string;
  /** A condition in which $1 is the workspace; the values come after it. */
  readonly condition?: string;
  readonly values?: readonly unknown[];
}

/**
 * Counts a workspace's rows that meet the condition. Locks the workspace, so that until this transaction ends, no other
 * transaction that calls this adds a row.
 */
export async function lockAndCount(client: ClientBase, workspaceId: number, counted: Counted): Promise<number> {
  await lockWorkspace(client, workspaceId);
  return countRows(client, workspaceId, counted);
}

/** Locks the workspace against other transactions that lock it, until this one ends. Its rows can still be written. */
export async function lockWorkspace(client: ClientBase, workspaceId: number): Promise<void> {
  await client.query('SELECT FROM "Workspace" WHERE "id" = $1 FOR NO KEY UPDATE', [workspaceId]);
}

/** Counts a workspace's rows that meet the condition. If their number is limited, lock the row that they belong to before. */
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

/** SQL that writes the defined fields. Their values come after those of the key, which are two by default. */
export function presentColumns(fields: object, keys = 2) {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    names: present.map(([name]) => `, "${name}"`).join(''),
    placeholders: present.map((_, index) => `, $${index + 1 + keys}`).join(''),
    updates: present.map(([name], index) => `"${name}" = $${index + 1 + keys}, `).join(''),
    values: present.map(([, value]) => value),
  };
}

/** Locks a record that the caller sees against deletion until the transaction ends. Returns the given columns. */
export function lockForKeyShare<Row extends object>(client: ClientBase, record: Locked<Row>): Promise<Row | undefined> {
  return lockRecord(client, record, 'FOR KEY SHARE');
}

/** Locks a record that the caller sees against deletion and update until the transaction ends. Returns the given columns. */
export function lockForShare<Row extends object>(client: ClientBase, record: Locked<Row>): Promise<Row | undefined> {
  return lockRecord(client, record, 'FOR SHARE');
}

/** Locks a record that the caller sees for an update: no other transaction updates it until this one ends. */
export function lockForChange<Row extends object>(client: ClientBase, record: Locked<Row>): Promise<Row | undefined> {
  return lockRecord(client, record, 'FOR NO KEY UPDATE');
}

async function lockRecord<Row extends object>(
  client: ClientBase,
  { table, id, columns = [], ...caller }: Locked<Row>,
  lock: 'FOR KEY SHARE' | 'FOR SHARE' | 'FOR NO KEY UPDATE',
): Promise<Row | undefined> {
  const values = new Values();
  const conditions = [...equal('r."id"', 'int', values, id), ...visibleTo('r', values, caller)];
  const selected = columns.map((column) => `r."${column}"`).join(', ');
  const text = `SELECT ${selected} FROM "${table}" r WHERE ${conditions.join(' AND ')} ${lock}`;
  return (await client.query<Row>(text, values.list)).rows[0];
}

interface Locked<Row> extends VisibleRows {
  readonly table: 'Contact' | 'Deal' | 'EventCall' | 'Product';
  readonly id: number;
  readonly columns?: readonly (keyof Row & string)[];
}
