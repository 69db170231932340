import { recordPolicies } from '#src/domain/principal/policy.ts';
import {
  createTransactionInput,
  deleteTransactionInput,
  transactionListInput,
  updateTransactionInput,
} from '#src/domain/transactions/transaction.ts';
import { createTransaction, deleteTransaction, updateTransaction } from '#src/services/sales/change-transactions.ts';
import { listTransactions } from '#src/services/sales/read-sales.ts';
import { contactTarget } from '../contacts/types.ts';
import { dealTarget, dealViews, SaleOrderColumnEnum } from '../deals/types.ts';
import { CallTypeEnum, OrderByEnum } from '../event-calls/types.ts';
import { memberTarget } from '../members/types.ts';
import { addRelationFields } from '../relations/relation-fields.ts';
import { mutation, query, recordById, relationsOfPage } from '../root-fields.ts';
import { TransactionPageType, TransactionSourceEnum, TransactionType, transactionTarget } from './types.ts';

const { read, write } = recordPolicies.Transaction;
const types = { source: TransactionSourceEnum, value: 'Decimal' } as const;
const wire = { value: { type: 'number' } } as const;
const whose =
  'Owners and admins can change all transactions of the workspace, closers and setters only transactions in which they are the closer; NOT_FOUND otherwise.';

query('transactions', {
  type: TransactionPageType,
  description:
    'Transactions, paginated, newest time first by default. Owners and admins see all transactions of the workspace, closers and setters only transactions in which they are the closer.',
  access: read,
  input: transactionListInput,
  types: { callTypes: CallTypeEnum, orderColumn: SaleOrderColumnEnum, orderBy: OrderByEnum },
  rest: { method: 'GET', path: '/transactions', wire },
  read: listTransactions,
  addRelations: relationsOfPage('transactions', transactionTarget),
});

recordById('transaction', transactionTarget, {
  description: 'One transaction by id. NOT_FOUND if it does not exist or you cannot see it.',
  rest: { path: '/transactions/detail', wire },
});

mutation('createTransaction', {
  type: TransactionType,
  description:
    'Creates a transaction, or the refund of one. NOT_FOUND if the contact, the deal or the refunded transaction does not exist in the workspace, or you cannot see the deal or the refunded transaction.',
  access: write,
  input: { schema: createTransactionInput, description: 'A new transaction.', types, argument: 'The transaction.' },
  rest: { method: 'POST', path: '/transactions', status: 201, idempotent: true, notFound: 'NOT_FOUND', wire },
  perform: createTransaction,
  changes: ['transactions', ...dealViews],
});

mutation('updateTransaction', {
  type: TransactionType,
  description: `Changes a transaction. ${whose} If nothing differs, \`updatedAt\` does not change.`,
  access: write,
  input: {
    schema: updateTransactionInput,
    description: 'Changes to a transaction. Omitted fields stay as they are; null clears a field.',
    types,
    argument: 'The changes.',
  },
  rest: { method: 'PUT', path: '/transactions', notFound: 'NOT_FOUND', wire },
  perform: updateTransaction,
  changes: ['transactions', ...dealViews],
});

mutation('deleteTransaction', {
  type: TransactionType,
  description: `Deletes a transaction and returns its last state. Its refunds stay, without the transaction that they refunded. ${whose}`,
  access: write,
  input: { schema: deleteTransactionInput, description: 'The transaction to delete.', argument: 'The transaction.' },
  rest: { method: 'DELETE', path: '/transactions', notFound: 'NOT_FOUND', wire },
  perform: deleteTransaction,
  changes: ['transactions', ...dealViews],
  deletes: transactionTarget,
});

addRelationFields(TransactionType, {
  deal: {
    one: dealTarget,
    description: 'The deal that the transaction belongs to; null if there is none or you cannot see it.',
  },
  refunded: {
    one: transactionTarget,
    description: 'The transaction that this one refunds; null if you cannot see it.',
  },
  refunds: { many: transactionTarget, description: 'The refunds of the transaction, newest first.' },
  contact: { one: contactTarget, description: 'The payer.' },
  closerMember: { one: memberTarget, description: 'The closer.' },
});
