import { recordPolicies } from '#src/domain/access/policy.ts';
import { transactionListInput } from '#src/domain/transactions/transaction.ts';
import { listTransactions } from '#src/services/sales.ts';
import { builder } from '../builder.ts';
import { contactTarget } from '../contacts/types.ts';
import { dealTarget } from '../deals/types.ts';
import { oneOf } from '../relations/relation-fields.ts';
import { query, recordById, relationsOfPage } from '../root-fields.ts';
import { memberTarget } from '../users/types.ts';
import { TransactionPageType, TransactionType, transactionTarget } from './types.ts';

query('transactions', {
  type: TransactionPageType,
  description:
    'Transactions, newest first, a page at a time. Owners and admins see all transactions of the workspace, closers and setters those in which they are the closer.',
  access: recordPolicies.Transaction.read,
  input: transactionListInput,
  rest: { method: 'GET', path: '/transactions', wire: { value: { type: 'number' } } },
  read: listTransactions,
  addRelations: relationsOfPage('transactions', transactionTarget),
});

recordById('transaction', transactionTarget, {
  description: 'One transaction; NOT_FOUND if there is none that you see.',
});

builder.prismaObjectFields(TransactionType, (t) => ({
  deal: oneOf(t, dealTarget, {
    relation: 'deal',
    description: 'The deal that it belongs to, if there is one that the caller may see.',
  }),
  contact: oneOf(t, contactTarget, { relation: 'contact', description: 'The payer.' }),
  closerMember: oneOf(t, memberTarget, { relation: 'closerMember', description: 'The closer.' }),
}));
