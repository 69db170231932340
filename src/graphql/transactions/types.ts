import { saleOfRow } from '#src/db/reads/sales.ts';
import { transactionRecord, transactionSources } from '#src/domain/transactions/transaction.ts';
import { builder, enumType } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { recordFields } from '../record-types.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';

export const TransactionSourceEnum = enumType('TransactionSource', transactionSources, 'The source of a transaction.');

export const TransactionType = builder.prismaObject('Transaction', {
  findUnique: byId,
  description: 'A transaction: a payment that was received, or a refund.',
  fields: (t) => recordFields(t, transactionRecord),
});

export const TransactionPageType = pageType('transactions', TransactionType, {
  of: 'transactions',
  count: 'Total number of matching transactions.',
});

export const transactionTarget: RelationTarget<Parameters<typeof saleOfRow>[0]> = {
  type: TransactionType,
  record: 'Transaction',
  model: 'transaction',
  toRecord: saleOfRow,
  orderBy: [{ time: 'desc' }, { id: 'desc' }],
};
