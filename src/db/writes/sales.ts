import type { ClientBase } from 'pg';
import type { Deal, DealFields } from '#src/domain/deals/deal.ts';
import type { Transaction, TransactionFields } from '#src/domain/transactions/transaction.ts';
import { equal, Values, type VisibleRows, visibleTo } from '../reads/list.ts';
import { dealColumns, dealOfRow, transactionColumns, transactionOfRow } from '../reads/sales.ts';
import { presentColumns } from './rows.ts';

interface SaleTable<Sale, Fields> {
  readonly table: 'Deal' | 'Transaction';
  /** Of the record `r`. */
  readonly columns: string;
  /** The columns that an input may write. An absent field keeps its value, or gets the column's default. */
  readonly writable: readonly (keyof Fields & string)[];
  readonly toRecord: (row: Sale) => Sale;
}

/** The statements that write deals, and those that write transactions: they differ in their columns only. */
function saleWrites<Sale extends Deal | Transaction, Fields extends object>(sale: SaleTable<Sale, Fields>) {
  const { table, columns, writable, toRecord } = sale;
  const written = (fields: Fields) => Object.fromEntries(writable.map((name) => [name, fields[name]]));
  const first = (rows: Sale[]): Sale | undefined => rows[0] && toRecord(rows[0]);
  const key = 'r."workspaceId" = $1 AND r."id" = $2';
  return {
    async insert(client: ClientBase, workspaceId: number, fields: Fields): Promise<Sale> {
      const { names, placeholders, values } = presentColumns(written(fields), 1);
      const { rows } = await client.query<Sale>(
        `INSERT INTO "${table}" AS r ("workspaceId"${names}) VALUES ($1${placeholders}) RETURNING ${columns}`,
        [workspaceId, ...values],
      );
      return first(rows) as Sale;
    },
    /** Locks a record that the caller sees until the transaction ends, and reads it. */
    async lock(client: ClientBase, id: number, caller: VisibleRows): Promise<Sale | undefined> {
      const values = new Values();
      const conditions = [...equal('r."id"', 'int', values, id), ...visibleTo('r', values, caller)];
      const { rows } = await client.query<Sale>(
        `SELECT ${columns} FROM "${table}" r WHERE ${conditions.join(' AND ')} FOR UPDATE`,
        values.list,
      );
      return first(rows);
    },
    async update(client: ClientBase, [workspaceId, id]: SaleKey, fields: Fields): Promise<Sale> {
      const { updates, values } = presentColumns(written(fields));
      const { rows } = await client.query<Sale>(
        `UPDATE "${table}" r SET ${updates}"updatedAt" = now() WHERE ${key} RETURNING ${columns}`,
        [workspaceId, id, ...values],
      );
      return first(rows) as Sale;
    },
    async remove(client: ClientBase, [workspaceId, id]: SaleKey): Promise<void> {
      await client.query(`DELETE FROM "${table}" r WHERE ${key}`, [workspaceId, id]);
    },
  };
}

type SaleKey = readonly [workspaceId: number, id: number];

export const dealWrites = saleWrites<Deal, DealFields>({
  table: 'Deal',
  columns: dealColumns,
  writable: [
    ...(['contactId', 'eventCallId', 'userId', 'value', 'currency', 'transactionType', 'productName'] as const),
    'time',
  ],
  toRecord: dealOfRow,
});

export const transactionWrites = saleWrites<Transaction, TransactionFields>({
  table: 'Transaction',
  columns: transactionColumns,
  writable: [
    ...(['dealId', 'contactId', 'userId', 'value', 'currency', 'name', 'email', 'phoneNumber', 'source'] as const),
    ...(['description', 'time'] as const),
  ],
  toRecord: transactionOfRow,
});
