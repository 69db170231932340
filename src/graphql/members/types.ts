import { memberOfRow, memberParts } from '#src/db/reads/members.ts';
import { memberRecord } from '#src/domain/members/member.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { pageType } from '../page-type.ts';
import { recordFields } from '../record-types.ts';
import type { RelationTarget } from '../relations/relation-target.ts';

export const MemberType = builder.prismaObject('Membership', {
  name: 'Member',
  findUnique: ({ id }, context) => ({
    workspaceId_userId: { workspaceId: caller(context).principal.workspaceId, userId: id },
  }),
  description: 'A person as a member of the workspace.',
  fields: (t) => recordFields(t, memberRecord),
});

export const MemberPageType = pageType('users', MemberType, {
  of: 'members',
  count: 'Total number of matching members.',
});

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
