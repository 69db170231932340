import type { ClientBase } from 'pg';
import type { Contact } from '#src/domain/contacts/contact.ts';
import type { Deal, DealFields } from '#src/domain/deals/deal.ts';
import type { Transaction, TransactionFields } from '#src/domain/transactions/transaction.ts';
import type { RecordKey } from '../keys.ts';
import { deals, transactions } from '../reads/sales.ts';
import { recordWrites } from './record-writes.ts';

export const dealWrites = recordWrites<Deal, DealFields>({
  table: 'Deal',
  reader: deals,
  writable: [
    'contactId',
    'eventCallId',
    'userId',
    'value',
    'currency',
    'transactionType',
    'productId',
    'productName',
    'time',
  ],
});

export const transactionWrites = recordWrites<Transaction, TransactionFields>({
  table: 'Transaction',
  reader: transactions,
  writable: [
    ...(['dealId', 'contactId', 'userId', 'value', 'currency', 'name', 'email', 'phoneNumber', 'source'] as const),
    ...(['description', 'time'] as const),
  ],
});

/** Detaches the transactions of a deal, and returns them. */
export async function detachTransactions(client: ClientBase, key: RecordKey): Promise<Transaction[]> {
  const { rows } = await client.query<Transaction>(
    `UPDATE "Transaction" r SET "dealId" = NULL, "updatedAt" = now()
     WHERE r."workspaceId" = $1 AND r."dealId" = $2 RETURNING ${transactions.columns}`,
    [...key],
  );
  return rows.sort((one, other) => one.id - other.id);
}

/** Assigns the transactions of a deal to a new contact. Returns those that had another contact, each with its earlier value. */
export async function moveTransactions(
  client: ClientBase,
  key: RecordKey,
  contactId: number,
): Promise<{ readonly transaction: Transaction; readonly before: Pick<Transaction, 'contactId'> }[]> {
  const { rows: had } = await client.query<Pick<Transaction, 'id' | 'contactId'>>(
    `SELECT "id", "contactId" FROM "Transaction"
     WHERE "workspaceId" = $1 AND "dealId" = $2 AND "contactId" IS DISTINCT FROM $3 ORDER BY "id" FOR NO KEY UPDATE`,
    [...key, contactId],
  );
  if (had.length === 0) return [];
  const { rows } = await client.query<Transaction>(
    `UPDATE "Transaction" r SET "contactId" = $3, "updatedAt" = now()
     WHERE r."workspaceId" = $1 AND r."id" = ANY ($2::int[]) RETURNING ${transactions.columns}`,
    [key[0], had.map(({ id }) => id), contactId],
  );
  const changed = new Map(rows.map((row) => [row.id, row]));
  return had.flatMap(({ id, ...before }) => {
    const transaction = changed.get(id);
    return transaction ? [{ transaction, before }] : [];
  });
}

/**
 * Removes a contact from its deals and payments. Other payments with its e-mail address or phone number lose the data of the
 * payer, and keep their own contact.
 */
export async function eraseBuyer(
  client: ClientBase,
  key: RecordKey,
  { email, phoneNumber }: Pick<Contact, 'email' | 'phoneNumber'>,
): Promise<{ readonly dealIds: readonly number[]; readonly transactionIds: readonly number[] }> {
  const freed = await client.query<{ id: number }>(
    `UPDATE "Deal" SET "contactId" = NULL, "updatedAt" = now()
     WHERE "workspaceId" = $1 AND "contactId" = $2 RETURNING "id"`,
    [...key],
  );
  const dealIds = freed.rows.map(({ id }) => id);
  const { rows } = await client.query<{ id: number }>(
    `UPDATE "Transaction" SET "contactId" = nullif("contactId", $2), "name" = NULL, "email" = NULL, "phoneNumber" = NULL, "updatedAt" = now()
     WHERE "workspaceId" = $1
       AND ("contactId" = $2 OR "dealId" = ANY ($3::int[]) OR lower("email") = lower($4) OR "phoneNumber" = $5)
     RETURNING "id"`,
    [...key, dealIds, email, phoneNumber],
  );
  return { dealIds, transactionIds: rows.map(({ id }) => id) };
}
