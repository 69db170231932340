import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { WorkspaceType } from '../workspaces/types.ts';
import { ViewerType } from './types.ts';

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerType,
    description: 'Who is calling. Any credential will do.',
    authScopes: { signedIn: true },
    resolve: (_root, _args, context) => caller(context).principal,
  }),
);

builder.queryField('workspace', (t) =>
  t.prismaField({
    type: WorkspaceType,
    description:
      'The workspace that the credential is for, and the way to its members, events, contacts, calls and sales.',
    authScopes: { signedIn: true },
    resolve: (query, _root, _args, context) =>
      context.db.prisma.workspace.findUniqueOrThrow({
        ...query,
        where: { id: caller(context).principal.workspaceId },
      }),
  }),
);
