import { recordPolicies } from '#src/domain/access/policy.ts';
import { dealListInput } from '#src/domain/deals/deal.ts';
import { listDeals } from '#src/services/sales.ts';
import { builder } from '../builder.ts';
import { contactTarget } from '../contacts/types.ts';
import { eventCallTarget } from '../event-calls/types.ts';
import { listOf, oneOf } from '../relations/relation-fields.ts';
import { query, recordById, relationsOfPage } from '../root-fields.ts';
import { transactionTarget } from '../transactions/types.ts';
import { memberTarget } from '../users/types.ts';
import { DealPageType, DealTransactionTypeEnum, DealType, dealTarget } from './types.ts';

query('deals', {
  type: DealPageType,
  description:
    'Deals, newest first, a page at a time. Owners and admins see all deals of the workspace, closers and setters those in which they are the closer.',
  access: recordPolicies.Deal.read,
  input: dealListInput,
  enums: { transactionType: DealTransactionTypeEnum },
  rest: { method: 'GET', path: '/deals', wire: { value: { type: 'number' } } },
  read: listDeals,
  addRelations: relationsOfPage('deals', dealTarget),
});

recordById('deal', dealTarget, { description: 'One deal; NOT_FOUND if there is none that you see.' });

builder.prismaObjectFields(DealType, (t) => ({
  contact: oneOf(t, contactTarget, { relation: 'contact', description: 'The buyer.' }),
  eventCall: oneOf(t, eventCallTarget, {
    relation: 'eventCall',
    description: 'The call that it came of, if there is one that the caller may see.',
  }),
  closerMember: oneOf(t, memberTarget, { relation: 'closerMember', description: 'The closer.' }),
  transactions: listOf(t, transactionTarget, {
    relation: 'transactions',
    description: 'The money that came in for it, newest first.',
  }),
}));
