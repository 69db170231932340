import { saleOfRow } from '#src/db/reads/sales.ts';
import { type DealSum, dealRecord, dealTransactionTypes } from '#src/domain/deals/deal.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { saleOrderColumns } from '#src/domain/sales/order.ts';
import { type DealColumn, paidOfDeals } from '#src/services/sales/read-sales.ts';
import { batched } from '../batches.ts';
import { builder, enumType } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { recordFields } from '../record-types.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';
import type { RestFields } from '../rest-endpoint.ts';

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

/** The access to what was paid, which is a sum of transactions. */
const paidAccess = {
  nullable: true,
  authScopes: recordPolicies.Transaction.read,
} as const;

/** One statement reads what was paid of all deals of a page. */
const paidOf = batched(paidOfDeals);

export const DealType = builder.prismaObject('Deal', {
  findUnique: byId,
  description: 'A deal: a sale to a contact.',
  fields: (t) =>
    recordFields(t, dealRecord, {
      paid: t.field({
        type: 'Decimal',
        ...paidAccess,
        description:
          'The sum of all transactions of the deal, in its currency; refunds are negative. Null with INSUFFICIENT_SCOPE without `transactions:read`.',
        extensions: { restFields: [] satisfies RestFields['restFields'] },
        resolve: async ({ id }, _args, context) => (await paidOf(context, id)) ?? '0.00',
      }),
    }),
});

export const DealSumType = builder.objectRef<DealSum>('DealSum').implement({
  description: 'The sums of deals in one currency. Amounts in different currencies are never added.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'Currency as an ISO 4217 code.' }),
    count: t.exposeInt('count', { description: 'Number of deals.' }),
    value: t.expose('value', { type: 'Decimal', description: 'The sum of their values.' }),
    paid: t.expose('paid', {
      type: 'Decimal',
      ...paidAccess,
      description:
        'The sum of all their transactions; refunds are negative. Null with INSUFFICIENT_SCOPE without `transactions:read`.',
    }),
  }),
});

export const DealColumnType = builder.objectRef<DealColumn>('DealColumn').implement({
  description: 'The deals of one type.',
  fields: (t) => ({
    transactionType: t.expose('transactionType', { type: DealTransactionTypeEnum, description: 'The type.' }),
    deals: t.expose('deals', { type: [DealType], description: 'The first deals of the type.' }),
    count: t.exposeInt('count', { description: 'All deals of the type that match.' }),
    sums: t.expose('sums', {
      type: [DealSumType],
      description: 'The sums of all deals of the type that match, by currency: the currency of most deals first.',
    }),
    nextCursor: t.exposeString('nextCursor', {
      nullable: true,
      description:
        'The `cursor` of the field deals for those that follow, with the same filters and transactionType; null at the end.',
    }),
  }),
});

export const DealPageType = pageType('deals', DealType, { of: 'deals', count: 'Total number of matching deals.' });

export const dealTarget: RelationTarget<Parameters<typeof saleOfRow>[0]> = {
  type: DealType,
  record: 'Deal',
  model: 'deal',
  toRecord: saleOfRow,
  orderBy: [{ time: 'desc' }, { id: 'desc' }],
};
/** The query fields that show deals, or what was paid of them. */
export const dealViews = [
  'deals',
  'deal',
  'dealSums',
  'dealBoard',
  'contactBoardValues',
  'contactStory',
  'contactValue',
  'contact',
  'eventCall',
] as const;
