import { memberOfRow, memberParts } from '#src/db/reads/members.ts';
import type {} from '#src/domain/users/user.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { pageType } from '../page-type.ts';
import type { RelationTarget } from '../relations/relation-target.ts';
import { RoleEnum } from '../viewer/types.ts';

export const MemberType = builder.prismaObject('Membership', {
  name: 'Member',
  findUnique: ({ id }, context) => ({
    workspaceId_userId: { workspaceId: caller(context).principal.workspaceId, userId: id },
  }),
  description: 'A person as a member of the workspace.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'User id.' }),
    email: t.exposeString('email', { description: 'E-mail address.' }),
    username: t.exposeString('username', { description: 'First part of the booking links.' }),
    firstName: t.exposeString('firstName', { description: 'First name.' }),
    lastName: t.exposeString('lastName', { description: 'Last name.' }),
    timeZone: t.exposeString('timeZone', { description: 'IANA time zone.' }),
    role: t.expose('role', { type: RoleEnum, description: 'Role in the workspace.' }),
    meetingLink: t.exposeString('meetingLink', {
      nullable: true,
      description: 'Where the member takes calls of events without a `locationLink`.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the person joined.' }),
  }),
});

export const MemberPageType = pageType('users', MemberType, { of: 'members', count: 'All members that match.' });

export const memberTarget: RelationTarget<Parameters<typeof memberOfRow>[0]> = {
  type: MemberType,
  record: 'Member',
  model: 'membership',
  key: 'userId',
  include: memberParts,
  where: { removedAt: null },
  toRecord: memberOfRow,
  orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }],
};
