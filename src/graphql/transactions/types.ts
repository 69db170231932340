import { saleOfRow } from '#src/db/reads/sales.ts';
import { transactionSources } from '#src/domain/transactions/transaction.ts';
import { builder, enumType } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';

export const TransactionSourceEnum = enumType(
  'TransactionSource',
  transactionSources,
  'Where a transaction was entered from.',
);

export const TransactionType = builder.prismaObject('Transaction', {
  findUnique: byId,
  description: 'Money that came in.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Transaction id.' }),
    dealId: t.exposeInt('dealId', { nullable: true, description: 'Id of the deal that it belongs to.' }),
    contactId: t.exposeInt('contactId', { nullable: true, description: 'Contact id of the payer.' }),
    userId: t.exposeInt('userId', { nullable: true, description: 'User id of the closer.' }),
    value: t.expose('value', { type: 'Decimal', description: 'Amount: decimal text here, a number in `/v1`.' }),
    currency: t.exposeString('currency', { description: 'ISO 4217 code.' }),
    name: t.exposeString('name', { nullable: true, description: "The payer's name." }),
    email: t.exposeString('email', { nullable: true, description: "The payer's e-mail address." }),
    phoneNumber: t.exposeString('phoneNumber', { nullable: true, description: "The payer's phone number, E.164." }),
    source: t.expose('source', { type: TransactionSourceEnum, description: 'Where it was entered from.' }),
    description: t.exposeString('description', { nullable: true, description: 'What it was for.' }),
    time: t.expose('time', { type: 'DateTime', description: 'When it was paid.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was entered.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

export const TransactionPageType = pageType('transactions', TransactionType, {
  of: 'transactions',
  count: 'All transactions that match.',
});

export const transactionTarget: RelationTarget<Parameters<typeof saleOfRow>[0]> = {
  type: TransactionType,
  record: 'Transaction',
  model: 'transaction',
  toRecord: saleOfRow,
  orderBy: [{ time: 'desc' }, { id: 'desc' }],
};
