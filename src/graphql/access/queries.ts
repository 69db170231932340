import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { ViewerType } from './types.ts';

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerType,
    description: 'Who is calling. Any credential will do.',
    authScopes: { signedIn: true },
    resolve: (_root, _args, context) => caller(context).principal,
  }),
);
