import { transactionListInput } from '#src/domain/transactions/transaction.ts';
import { listTransactions } from '#src/services/sales.ts';
import { argumentsOf } from '../arguments.ts';
import { pageWithRelations } from '../browsing/with-relations.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { restEndpoint } from '../rest-endpoint.ts';
import { parsed, withoutNulls } from '../validation.ts';
import { transactionNoun } from './noun.ts';
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
    resolve: async (_root, args, context, info) =>
      pageWithRelations(
        await listTransactions(caller(context), parsed(transactionListInput, args)),
        'transactions',
        transactionNoun,
        context,
        info,
      ),
  }),
);
