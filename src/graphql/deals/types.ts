import { saleOfRow } from '#src/db/reads/sales.ts';
import { dealTransactionTypes } from '#src/domain/deals/deal.ts';
import { saleOrderColumns } from '#src/domain/sales/order.ts';
import { builder, enumType } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';

export const SaleOrderColumnEnum = enumType(
  'SaleOrderColumn',
  saleOrderColumns,
  'What deals and transactions can be sorted by.',
);

export const DealTransactionTypeEnum = enumType(
  'DealTransactionType',
  dealTransactionTypes,
  'What kind of payment a deal is.',
);

export const DealType = builder.prismaObject('Deal', {
  findUnique: byId,
  description: 'A sale that came of a call.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Deal id.' }),
    contactId: t.exposeInt('contactId', {
      nullable: true,
      description: 'Contact id of the buyer; null where the contact was erased.',
    }),
    eventCallId: t.exposeInt('eventCallId', { nullable: true, description: 'Id of the call that it came of.' }),
    userId: t.exposeInt('userId', { nullable: true, description: 'User id of the closer.' }),
    value: t.expose('value', { type: 'Decimal', description: 'Amount: decimal text here, a number in `/v1`.' }),
    currency: t.exposeString('currency', { description: 'ISO 4217 code.' }),
    transactionType: t.expose('transactionType', { type: DealTransactionTypeEnum, description: 'Type.' }),
    productName: t.exposeString('productName', { nullable: true, description: 'What was sold.' }),
    time: t.expose('time', { type: 'DateTime', description: 'When it was made.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was entered.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

export const DealPageType = pageType('deals', DealType, { of: 'deals', count: 'All deals that match.' });

export const dealTarget: RelationTarget<Parameters<typeof saleOfRow>[0]> = {
  type: DealType,
  record: 'Deal',
  model: 'deal',
  toRecord: saleOfRow,
  orderBy: [{ time: 'desc' }, { id: 'desc' }],
};
