import { transactionListInput } from '#src/domain/transactions/transaction.ts';
import { listTransactions } from '#src/services/transactions/list-transactions.ts';
import { argumentsOf } from '../arguments.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { restEndpoint } from '../rest-endpoint.ts';
import { parsed, withoutNulls } from '../validation.ts';
import { TransactionPageType } from './types.ts';

builder.queryField('transactions', (t) =>
  t.field({
    type: TransactionPageType,
    description:
      'Transactions, newest first, a page at a time. Owners and admins see all transactions of the workspace, closers and setters those in which they are the closer.',
    authScopes: { scope: 'transactions:read' },
    extensions: restEndpoint({
      method: 'GET',
      path: '/transactions',
      scope: 'transactions:read',
      input: transactionListInput,
      wire: { value: { type: 'number' } },
    }),
    args: t.validate(argumentsOf(t.arg, transactionListInput), withoutNulls(transactionListInput)),
    resolve: (_root, args, context) => listTransactions(caller(context), parsed(transactionListInput, args)),
  }),
);
