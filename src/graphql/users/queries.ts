import { type Member, type MemberPage, memberListInput } from '#src/domain/users/member.ts';
import { listMembers } from '#src/services/users/list-members.ts';
import { RoleEnum } from '../access/types.ts';
import { argumentsOf } from '../arguments.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { restEndpoint } from '../rest-endpoint.ts';
import { parsed, withoutNulls } from '../validation.ts';

const MemberType = builder.objectRef<Member>('Member').implement({
  description: 'A person as a member of the workspace.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'User id.' }),
    email: t.exposeString('email', { description: 'E-mail address.' }),
    username: t.exposeString('username', { description: 'First part of the booking links.' }),
    firstName: t.exposeString('firstName', { description: 'First name.' }),
    lastName: t.exposeString('lastName', { description: 'Last name.' }),
    timeZone: t.exposeString('timeZone', { description: 'IANA time zone.' }),
    role: t.expose('role', { type: RoleEnum, description: 'Role in the workspace.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the person joined.' }),
  }),
});

const MemberPageType = builder.objectRef<MemberPage>('MemberPage').implement({
  description: 'A page of members.',
  fields: (t) => ({
    users: t.expose('users', { type: [MemberType], description: 'The members of this page.' }),
    count: t.exposeInt('count', { description: 'All members that match.' }),
  }),
});

builder.queryField('users', (t) =>
  t.field({
    type: MemberPageType,
    description: 'The members of the workspace, in the order in which they joined, a page at a time.',
    authScopes: { scope: 'users:read' },
    extensions: restEndpoint({ method: 'GET', path: '/users', scope: 'users:read', input: memberListInput }),
    args: t.validate(argumentsOf(t.arg, memberListInput, { role: RoleEnum }), withoutNulls(memberListInput)),
    resolve: (_root, args, context) => listMembers(caller(context), parsed(memberListInput, args)),
  }),
);
