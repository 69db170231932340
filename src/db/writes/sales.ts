import type { ClientBase } from 'pg';
import type { Deal, DealFields } from '#src/domain/deals/deal.ts';
import type { Transaction, TransactionFields } from '#src/domain/transactions/transaction.ts';
import type { RecordKey } from '../keys.ts';
import { deals, transactions } from '../reads/sales.ts';
import { recordWrites } from './record-writes.ts';

export const dealWrites = recordWrites<Deal, DealFields>({
  table: 'Deal',
  reader: deals,
  writable: ['contactId', 'eventCallId', 'userId', 'value', 'currency', 'transactionType', 'productName', 'time'],
});

export const transactionWrites = recordWrites<Transaction, TransactionFields>({
  table: 'Transaction',
  reader: transactions,
  writable: [
    ...(['dealId', 'contactId', 'userId', 'value', 'currency', 'name', 'email', 'phoneNumber', 'source'] as const),
    ...(['description', 'time'] as const),
  ],
});

/** Takes the transactions of a deal from it, and returns them. */
export async function detachTransactions(client: ClientBase, key: RecordKey): Promise<Transaction[]> {
  const { rows } = await client.query<Transaction>(
    `UPDATE "Transaction" r SET "dealId" = NULL, "updatedAt" = now()
     WHERE r."workspaceId" = $1 AND r."dealId" = $2 RETURNING ${transactions.columns}`,
    [...key],
  );
  return rows.sort((one, other) => one.id - other.id);
}

/**
 * Takes a contact from its deals and its payments. Payments of others that have its e-mail address lose what is about the
 * payer, and keep their own contact.
 */
export async function eraseBuyer(
  client: ClientBase,
  key: RecordKey,
  email: string | null,
): Promise<{ readonly dealIds: readonly number[]; readonly transactionIds: readonly number[] }> {
  const freed = await client.query<{ id: number }>(
    `UPDATE "Deal" SET "contactId" = NULL, "updatedAt" = now()
     WHERE "workspaceId" = $1 AND "contactId" = $2 RETURNING "id"`,
    [...key],
  );
  const dealIds = freed.rows.map(({ id }) => id);
  const { rows } = await client.query<{ id: number }>(
    `UPDATE "Transaction" SET "contactId" = nullif("contactId", $2), "name" = NULL, "email" = NULL, "phoneNumber" = NULL, "updatedAt" = now()
     WHERE "workspaceId" = $1 AND ("contactId" = $2 OR "dealId" = ANY ($3::int[]) OR lower("email") = lower($4))
     RETURNING "id"`,
    [...key, dealIds, email],
  );
  return { dealIds, transactionIds: rows.map(({ id }) => id) };
}
