import { memberOfRow, memberParts } from '#src/db/reads/members.ts';
import type { Noun } from '../browsing/noun.ts';
import { MemberType } from './types.ts';

export const memberNoun: Noun<Parameters<typeof memberOfRow>[0]> = {
  type: MemberType,
  model: 'membership',
  key: 'userId',
  access: { scope: 'users:read' },
  parts: memberParts,
  recordOf: memberOfRow,
  orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }],
};
