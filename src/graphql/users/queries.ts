import { memberListInput } from '#src/domain/users/user.ts';
import { listMembers } from '#src/services/users.ts';
import { RoleEnum } from '../access/types.ts';
import { argumentsOf } from '../arguments.ts';
import { pageWithRelations } from '../browsing/with-relations.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { restEndpoint } from '../rest-endpoint.ts';
import { parsed, withoutNulls } from '../validation.ts';
import { memberNoun } from './noun.ts';
import { MemberPageType } from './types.ts';

builder.queryField('users', (t) =>
  t.field({
    type: MemberPageType,
    description: 'The members of the workspace, in the order in which they joined, a page at a time.',
    authScopes: { scope: 'users:read' },
    extensions: restEndpoint({ method: 'GET', path: '/users', scope: 'users:read', input: memberListInput }),
    args: t.validate(argumentsOf(t.arg, memberListInput, { role: RoleEnum }), withoutNulls(memberListInput)),
    resolve: async (_root, args, context, info) =>
      pageWithRelations(
        await listMembers(caller(context), parsed(memberListInput, args)),
        'users',
        memberNoun,
        context,
        info,
      ),
  }),
);
