import { readMembers } from '#src/db/reads/members.ts';
import type { MemberListInput, MemberPage } from '#src/domain/users/user.ts';
import type { CallerContext } from '../context.ts';
import { nonEmpty, searchWords } from '../filters.ts';

/** A page of the workspace's members. */
export function listMembers({ db, principal }: CallerContext, input: MemberListInput): Promise<MemberPage> {
  return readMembers(db, {
    workspaceId: principal.workspaceId,
    offset: input.page * input.limit,
    limit: input.limit,
    searchWords: searchWords(input.search),
    roles: nonEmpty(input.role),
  });
}
