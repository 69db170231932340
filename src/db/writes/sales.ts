import type { ClientBase } from 'pg';
import type { Deal, DealFields } from '#src/domain/deals/deal.ts';
import type { ContactData } from '#src/domain/saved-views/mentions.ts';
import type { Transaction, TransactionFields } from '#src/domain/transactions/transaction.ts';
import type { RecordKey } from '../keys.ts';
import { amountSql } from '../reads/record-reader.ts';
import { deals, transactions } from '../reads/sales.ts';
import { recordWrites } from './record-writes.ts';
import { presentColumns } from './rows.ts';

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
    'installments',
    'time',
  ],
});

export const transactionWrites = recordWrites<Transaction, TransactionFields & Partial<Pick<Transaction, 'refundOf'>>>({
  table: 'Transaction',
  reader: transactions,
  writable: [
    ...(['dealId', 'refundOf', 'contactId', 'userId', 'value', 'currency', 'name', 'email', 'phoneNumber'] as const),
    ...(['source', 'description', 'time'] as const),
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

/** Locks the transactions of a deal, in the order of their ids. */
export async function lockPaymentsOf(
  client: ClientBase,
  key: RecordKey,
): Promise<Pick<Transaction, 'id' | 'updatedAt'>[]> {
  const { rows } = await client.query<Pick<Transaction, 'id' | 'updatedAt'>>(
    `SELECT "id", "updatedAt" FROM "Transaction" WHERE "workspaceId" = $1 AND "dealId" = $2 ORDER BY "id" FOR UPDATE`,
    [...key],
  );
  return rows;
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

/** Locks the payment that a transaction refunds, if it does. It is locked before its refunds. */
export async function lockPaymentOf(client: ClientBase, key: RecordKey): Promise<void> {
  await client.query(
    `SELECT FROM "Transaction" WHERE "workspaceId" = $1
       AND "id" = (SELECT "refundOf" FROM "Transaction" WHERE "workspaceId" = $1 AND "id" = $2) FOR NO KEY UPDATE`,
    [...key],
  );
}

/** What was refunded of a payment and what is left of it, as decimal text, and whether that is enough for another refund. */
export async function leftOfPayment(
  client: ClientBase,
  key: RecordKey,
  {
    value,
    refund,
    id = null,
  }: { readonly value: string; readonly refund: string; readonly id?: number | null | undefined },
): Promise<{ readonly refunded: string; readonly left: string; readonly isEnough: boolean }> {
  const { rows } = await client.query<{ refunded: string; left: string; isEnough: boolean }>(
    `SELECT ${amountSql('(-r."sum")')} AS "refunded", ${amountSql('($3::numeric + r."sum")')} AS "left", $3::numeric + r."sum" + $4::numeric >= 0 AS "isEnough"
     FROM (SELECT coalesce(sum("value"), 0.00) AS "sum" FROM "Transaction"
       WHERE "workspaceId" = $1 AND "refundOf" = $2 AND "id" IS DISTINCT FROM $5::int) r`,
    [...key, value, refund, id],
  );
  return rows[0] as { refunded: string; left: string; isEnough: boolean };
}

/** Changes the refunds of a payment as the payment was changed, and returns them. */
export async function changeRefunds(
  client: ClientBase,
  key: RecordKey,
  changes: Partial<Pick<Transaction, 'refundOf' | 'dealId' | 'contactId'>>,
): Promise<Transaction[]> {
  const { updates, values } = presentColumns(changes);
  const { rows } = await client.query<Transaction>(
    `UPDATE "Transaction" r SET ${updates}"updatedAt" = now()
     WHERE r."workspaceId" = $1 AND r."refundOf" = $2 RETURNING ${transactions.columns}`,
    [...key, ...values],
  );
  return rows.sort((one, other) => one.id - other.id);
}

/** $2 is the contact, $3 its deals, $4 its e-mails in lower case and $5 its phone numbers. */
const ofBuyer = `"contactId" = $2 OR "dealId" = ANY ($3::int[]) OR lower("email") = ANY ($4::text[]) OR "phoneNumber" = ANY ($5::text[])`;

/**
 * Removes a contact from its deals and payments. Other payments with its e-mail address or phone number, and refunds of these, lose
 * the data of the payer, and keep their own contact.
 */
export async function eraseBuyer(
  client: ClientBase,
  key: RecordKey,
  { emails, phoneNumbers }: ContactData,
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
       AND (${ofBuyer} OR "refundOf" IN (SELECT "id" FROM "Transaction" WHERE "workspaceId" = $1 AND (${ofBuyer})))
     RETURNING "id"`,
    [...key, dealIds, emails.map((email) => email.toLowerCase()), phoneNumbers],
  );
  return { dealIds, transactionIds: rows.map(({ id }) => id) };
}
