import { saleOfRow } from '#src/db/reads/sales.ts';
import { dealRecord, dealTransactionTypes } from '#src/domain/deals/deal.ts';
import { saleOrderColumns } from '#src/domain/sales/order.ts';
import { builder, enumType } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { recordFields } from '../record-types.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';

export const SaleOrderColumnEnum = enumType(
  'SaleOrderColumn',
  saleOrderColumns,
  'The columns that deals and transactions can be sorted by.',
);

export const DealTransactionTypeEnum = enumType(
  'DealTransactionType',
  dealTransactionTypes,
  'The payment type of a deal.',
);

export const DealType = builder.prismaObject('Deal', {
  findUnique: byId,
  description: 'A deal: a sale to a contact.',
  fields: (t) => recordFields(t, dealRecord),
});

export const DealPageType = pageType('deals', DealType, { of: 'deals', count: 'Total number of matching deals.' });

export const dealTarget: RelationTarget<Parameters<typeof saleOfRow>[0]> = {
  type: DealType,
  record: 'Deal',
  model: 'deal',
  toRecord: saleOfRow,
  orderBy: [{ time: 'desc' }, { id: 'desc' }],
};
