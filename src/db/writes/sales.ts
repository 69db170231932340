import type { Deal, DealFields } from '#src/domain/deals/deal.ts';
import type { Transaction, TransactionFields } from '#src/domain/transactions/transaction.ts';
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
