import { createDealInput, dealListInput, deleteDealInput, updateDealInput } from '#src/domain/deals/deal.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { createDeal, deleteDeal, updateDeal } from '#src/services/sales/change-deals.ts';
import { listDeals } from '#src/services/sales/read-sales.ts';
import { answerTarget, contactTarget } from '../contacts/types.ts';
import { eventCallTarget, OrderByEnum } from '../event-calls/types.ts';
import { memberTarget } from '../members/types.ts';
import { addRelationFields } from '../relations/relation-fields.ts';
import { mutation, query, recordById, relationsOfPage } from '../root-fields.ts';
import { transactionTarget } from '../transactions/types.ts';
import { DealPageType, DealTransactionTypeEnum, DealType, dealTarget, SaleOrderColumnEnum } from './types.ts';

const { read, write } = recordPolicies.Deal;
const types = { transactionType: DealTransactionTypeEnum, value: 'Decimal' } as const;
const wire = { value: { type: 'number' } } as const;

query('deals', {
  type: DealPageType,
  description:
    'Deals, newest time first unless orderColumn and orderBy say otherwise, a page at a time. Owners and admins see all deals of the workspace, closers and setters those in which they are the closer.',
  access: read,
  input: dealListInput,
  enums: { transactionType: DealTransactionTypeEnum, orderColumn: SaleOrderColumnEnum, orderBy: OrderByEnum },
  rest: { method: 'GET', path: '/deals', wire },
  read: listDeals,
  addRelations: relationsOfPage('deals', dealTarget),
});

recordById('deal', dealTarget, {
  description: 'One deal; NOT_FOUND if there is none that you see.',
  rest: { path: '/deals/detail', includes: ['customFieldAnswers'], wire },
});

mutation('createDeal', {
  type: DealType,
  description:
    'Creates a deal. NOT_FOUND for a contact or a call that is not in the workspace, and for a call that you do not see.',
  access: write,
  input: { schema: createDealInput, description: 'A new deal.', types, argument: 'The deal.' },
  rest: { method: 'POST', path: '/deals', status: 201, idempotent: true, notFound: 'NOT_FOUND', wire },
  perform: createDeal,
});

mutation('updateDeal', {
  type: DealType,
  description:
    'Changes a deal. Owners and admins change all deals of the workspace, closers and setters those in which they are the closer; NOT_FOUND for others. If nothing differs, `updatedAt` stays as it is.',
  access: write,
  input: {
    schema: updateDealInput,
    description: 'Changes to a deal. What is left out stays as it is; null clears a field.',
    types,
    argument: 'The changes.',
  },
  rest: { method: 'PUT', path: '/deals', notFound: 'NOT_FOUND', wire },
  perform: updateDeal,
});

mutation('deleteDeal', {
  type: DealType,
  description:
    'Deletes a deal with its answers to custom fields, and returns it as it was. Its transactions stay, without a deal. Owners and admins may name every deal of the workspace, closers and setters those in which they are the closer; NOT_FOUND for others.',
  access: write,
  input: { schema: deleteDealInput, description: 'Which deal is deleted.', argument: 'The deal.' },
  rest: { method: 'DELETE', path: '/deals', notFound: 'NOT_FOUND', wire },
  perform: deleteDeal,
  deletes: dealTarget,
});

addRelationFields(DealType, {
  contact: { one: contactTarget, description: 'The buyer.' },
  eventCall: {
    one: eventCallTarget,
    description: 'The call that it came of, if there is one that the caller may see.',
  },
  closerMember: { one: memberTarget, description: 'The closer.' },
  transactions: { many: transactionTarget, description: 'The money that came in for it, newest first.' },
  customFieldAnswers: {
    many: answerTarget('DealAnswer', "A deal's answer to a custom field."),
    relation: 'answers',
    isWhole: true,
    description: 'Answers to custom fields.',
  },
});
