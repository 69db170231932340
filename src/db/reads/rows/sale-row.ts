import type { Deal as DealRow, Transaction as TransactionRow } from '#src/db/generated/prisma/client.ts';
import type { Deal } from '#src/domain/deals/deal.ts';
import type { Transaction } from '#src/domain/transactions/transaction.ts';

/** Records of deals and transactions that were browsed to: the same as the lists read them. */

export function dealOfRow(row: DealRow): Deal {
  const { id, contactId, eventCallId, userId, currency, transactionType, productName } = row;
  return { id, contactId, eventCallId, userId, currency, transactionType, productName, ...amountAndTimes(row) };
}

export function transactionOfRow(row: TransactionRow): Transaction {
  const { id, dealId, contactId, userId, currency, name, email, phoneNumber, source, description } = row;
  const { value, ...times } = amountAndTimes(row);
  return { id, dealId, contactId, userId, value, currency, name, email, phoneNumber, source, description, ...times };
}

function amountAndTimes({ value, time, createdAt, updatedAt }: DealRow | TransactionRow) {
  return {
    value: value.toFixed(2),
    time: time.toISOString(),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
