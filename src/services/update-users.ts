import type { ClientBase } from 'pg';
import { isMemberElsewhere, lockMember, updateProfile, updateRole } from '#src/db/writes/members.ts';
import { lockWorkspace } from '#src/db/writes/rows.ts';
import { DomainError, requireFound } from '#src/domain/errors.ts';
import { mayChangeRole, type Principal, type Role } from '#src/domain/principal/policy.ts';
import type { Member, UpdateUserInput, UpdateViewerInput } from '#src/domain/users/user.ts';
import { changesOf } from './changes.ts';
import type { CallerContext } from './context.ts';
import { requireOtherOwner } from './member-administration.ts';

/** Changes the present fields of a member: name and time zone of the person, and the role in this workspace. */
export function updateUser(
  { db, principal }: CallerContext,
  { id, role, ...profile }: UpdateUserInput,
): Promise<Member> {
  const { workspaceId } = principal;
  return db.write(async (client) => {
    if (role !== undefined) await lockWorkspace(client, workspaceId);
    const before = requireFound(await lockMember(client, workspaceId, id));
    const changes = changesOf(before, profile);
    const newRole = role === before.role ? undefined : role;
    if (changes) await requireOwnProfile(client, principal, id);
    if (newRole !== undefined) await requireRoleChange(client, principal, [before.role, newRole]);
    if (changes) await updateProfile(client, id, changes);
    if (newRole !== undefined) await updateRole(client, [workspaceId, id], newRole);
    return { ...before, ...changes, role: newRole ?? before.role };
  });
}

/** Changes name and time zone of the caller. Returns who is calling. */
export async function updateViewer({ db, principal }: CallerContext, input: UpdateViewerInput): Promise<Principal> {
  const { workspaceId, userId } = principal;
  return db.write(async (client) => {
    const before = requireFound(await lockMember(client, workspaceId, userId));
    const changes = changesOf(before, input);
    if (changes) await updateProfile(client, userId, changes);
    return principal;
  });
}

/** A person's name and time zone are the same in all their workspaces, so those of one must not change them for others. */
async function requireOwnProfile(client: ClientBase, { workspaceId, userId }: Principal, id: number): Promise<void> {
  if (id === userId || !(await isMemberElsewhere(client, workspaceId, id))) return;
  throw new DomainError('FORBIDDEN', {
    message: 'This person belongs to other workspaces too: only they can change their name and time zone',
  });
}

async function requireRoleChange(
  client: ClientBase,
  { workspaceId, role }: Principal,
  [from, to]: readonly [from: Role, to: Role],
): Promise<void> {
  if (!mayChangeRole(role, from, to)) {
    throw new DomainError('FORBIDDEN', { message: 'Only an owner can make or unmake an owner' });
  }
  if (from === 'OWNER') await requireOtherOwner(client, workspaceId, 'role');
}
