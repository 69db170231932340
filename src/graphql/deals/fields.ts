import {
  createDealInput,
  dealBoardInput,
  dealListInput,
  dealSumsInput,
  deleteDealInput,
  updateDealInput,
} from '#src/domain/deals/deal.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { createDeal, deleteDeal, updateDeal } from '#src/services/sales/change-deals.ts';
import { listDeals, readDealBoard, sumDeals } from '#src/services/sales/read-sales.ts';
import { answerTarget, contactTarget } from '../contacts/types.ts';
import { CallTypeEnum, eventCallTarget, OrderByEnum } from '../event-calls/types.ts';
import { memberTarget } from '../members/types.ts';
import { productTarget } from '../products/types.ts';
import { addRelationFields } from '../relations/relation-fields.ts';
import { mutation, query, recordById, relationsOfPage } from '../root-fields.ts';
import { transactionTarget } from '../transactions/types.ts';
import {
  DealColumnType,
  DealPageType,
  DealSumType,
  DealTransactionTypeEnum,
  DealType,
  dealTarget,
  dealViews,
  SaleOrderColumnEnum,
} from './types.ts';

const { read, write } = recordPolicies.Deal;
const types = { transactionType: DealTransactionTypeEnum, value: 'Decimal' } as const;
const filterTypes = { transactionType: DealTransactionTypeEnum, callTypes: CallTypeEnum } as const;
const wire = { value: { type: 'number' } } as const;

/** The document cost of sums, which read every deal that matches. */
const sumsCost = 20;

query('deals', {
  type: DealPageType,
  description:
    'Deals, paginated, newest time first by default. Owners and admins see all deals of the workspace, closers and setters only deals in which they are the closer.',
  access: read,
  input: dealListInput,
  types: { ...filterTypes, orderColumn: SaleOrderColumnEnum, orderBy: OrderByEnum },
  rest: { method: 'GET', path: '/deals', wire },
  read: listDeals,
  addRelations: relationsOfPage('deals', dealTarget),
});

query('dealSums', {
  type: [DealSumType],
  description:
    'The sums of all visible deals that match the filters, which are those of deals, by currency: the currency of most deals first. Empty if no deal matches.',
  access: read,
  input: dealSumsInput,
  ownCost: sumsCost,
  types: filterTypes,
  follows: ['deals', 'transactions'],
  read: sumDeals,
});

query('dealBoard', {
  type: [DealColumnType],
  description:
    'The visible deals by their type: for WON, RECURRING and DEPOSIT the first deals, and the sums of all. Filters are those of deals.',
  access: read,
  input: dealBoardInput,
  ownCost: sumsCost,
  types: { callTypes: CallTypeEnum, orderColumn: SaleOrderColumnEnum, orderBy: OrderByEnum },
  follows: ['deals', 'transactions'],
  read: readDealBoard,
  addRelations: async (columns, load) => {
    const loaded = await load(
      columns.flatMap(({ deals }) => deals),
      dealTarget,
      ['deals'],
    );
    const byId = new Map(loaded.map((deal) => [deal.id, deal]));
    return columns.map((column) => ({ ...column, deals: column.deals.flatMap(({ id }) => byId.get(id) ?? []) }));
  },
});

recordById('deal', dealTarget, {
  description: 'One deal by id. NOT_FOUND if it does not exist or you cannot see it.',
  rest: { path: '/deals/detail', includes: ['customFieldAnswers'], wire },
});

mutation('createDeal', {
  type: DealType,
  description:
    'Creates a deal. NOT_FOUND if the contact, the call or the product does not exist in the workspace, or you cannot see the call.',
  access: write,
  input: { schema: createDealInput, description: 'A new deal.', types, argument: 'The deal.' },
  rest: { method: 'POST', path: '/deals', status: 201, idempotent: true, notFound: 'NOT_FOUND', wire },
  perform: createDeal,
  changes: [...dealViews, 'transactions'],
});

mutation('updateDeal', {
  type: DealType,
  description:
    'Changes a deal. Owners and admins can change all deals of the workspace, closers and setters only deals in which they are the closer; NOT_FOUND otherwise. If nothing differs, `updatedAt` does not change.',
  access: write,
  input: {
    schema: updateDealInput,
    description: 'Changes to a deal. Omitted fields stay as they are; null clears a field.',
    types,
    argument: 'The changes.',
  },
  rest: { method: 'PUT', path: '/deals', notFound: 'NOT_FOUND', wire },
  perform: updateDeal,
  changes: [...dealViews, 'transactions'],
});

mutation('deleteDeal', {
  type: DealType,
  description:
    'Deletes a deal with its answers to custom fields, and returns its last state. Its transactions stay, without a deal. Owners and admins can delete all deals of the workspace, closers and setters only deals in which they are the closer; NOT_FOUND otherwise.',
  access: write,
  input: { schema: deleteDealInput, description: 'The deal to delete.', argument: 'The deal.' },
  rest: { method: 'DELETE', path: '/deals', notFound: 'NOT_FOUND', wire },
  perform: deleteDeal,
  changes: [...dealViews, 'transactions'],
  deletes: dealTarget,
});

addRelationFields(DealType, {
  contact: { one: contactTarget, description: 'The buyer.' },
  eventCall: {
    one: eventCallTarget,
    description: 'The call that led to the deal; null if there is none or you cannot see it.',
  },
  closerMember: { one: memberTarget, description: 'The closer.' },
  product: { one: productTarget, description: 'The product that was sold.' },
  transactions: { many: transactionTarget, description: 'The transactions of the deal, newest first.' },
  customFieldAnswers: {
    many: answerTarget('DealAnswer', "A deal's answer to a custom field."),
    relation: 'answers',
    isWhole: true,
    description: 'Answers to custom fields.',
  },
});
