import { dealListInput } from '#src/domain/deals/deal.ts';
import { listDeals } from '#src/services/sales.ts';
import { argumentsOf } from '../arguments.ts';
import { pageWithRelations } from '../browsing/with-relations.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { restEndpoint } from '../rest-endpoint.ts';
import { parsed, withoutNulls } from '../validation.ts';
import { dealNoun } from './noun.ts';
import { DealPageType, DealTransactionTypeEnum } from './types.ts';

const enums = { transactionType: DealTransactionTypeEnum };

builder.queryField('deals', (t) =>
  t.field({
    type: DealPageType,
    description:
      'Deals, newest first, a page at a time. Owners and admins see all deals of the workspace, closers and setters those in which they are the closer.',
    authScopes: { scope: 'deals:read' },
    extensions: restEndpoint({
      method: 'GET',
      path: '/deals',
      scope: 'deals:read',
      input: dealListInput,
      wire: { value: { type: 'number' } },
    }),
    args: t.validate(argumentsOf(t.arg, dealListInput, enums), withoutNulls(dealListInput)),
    resolve: async (_root, args, context, info) =>
      pageWithRelations(
        await listDeals(caller(context), parsed(dealListInput, args)),
        'deals',
        dealNoun,
        context,
        info,
      ),
  }),
);
