import type { ClientBase } from 'pg';
import type { MemberKey } from '#src/db/keys.ts';
import { readMembersOfWorkspace } from '#src/db/reads/members.ts';
import { deleteLinksOfUser } from '#src/db/writes/account-links.ts';
import { deleteSessionsOfUser, lockMember, setPasswordHash, updateMembership } from '#src/db/writes/members.ts';
import { firstOtherOwner, transferClients } from '#src/db/writes/removed-members.ts';
import { lockAndCount, lockWorkspace } from '#src/db/writes/rows.ts';
import type { SetPasswordInput } from '#src/domain/accounts/user.ts';
import { fieldError } from '#src/domain/errors.ts';
import type { Member, SetRoleInput, WorkspaceMembersInput } from '#src/domain/members/member.ts';
import { rolePolicies } from '#src/domain/principal/roles.ts';
import { hashPassword } from '#src/lib/secrets/password.ts';
import { auditedChanges } from '#src/services/audit/audited-changes.ts';
import type { AuditContext } from '#src/services/audit/context.ts';
import { operator, recordAuditOf } from '#src/services/audit/record-audit.ts';
import { recordOfPerson } from '#src/services/audit/record-of-person.ts';
import { passwordOwner, refuseWeakPassword } from '../accounts/password-checks.ts';
import type { ServiceContext } from '../context.ts';
import { requireWorkspace } from '../workspaces.ts';
import { requireMember } from './members.ts';

// What the operator does with the members of any workspace.

/** Lists all members of a workspace in the order in which they joined. */
export async function membersOfWorkspace(
  context: ServiceContext,
  { workspaceId }: WorkspaceMembersInput,
): Promise<Member[]> {
  await requireWorkspace(context, workspaceId);
  return readMembersOfWorkspace(context.db, workspaceId);
}

/** Sets the role of a member. It takes effect with the member's next request. */
export async function setRole(
  context: ServiceContext & AuditContext,
  { workspaceId, userId, role }: SetRoleInput,
): Promise<Member> {
  await requireMember(context, { workspaceId, userId });
  return context.db.write(async (client) => {
    await lockWorkspace(client, workspaceId);
    const before = await lockMember(client, workspaceId, userId);
    if (!before) throw fieldError('userId', 'not_found', 'Is not a member of this workspace');
    if (before.role === role) return before;
    if (before.role === 'OWNER') await requireOtherOwner(client, workspaceId, 'role');
    await writeMembership(client, [workspaceId, userId], { role });
    const changes = auditedChanges({ role }, before);
    const updated = { workspaceId, action: 'member.updated', actor: operator, targetId: userId, changes } as const;
    await recordAuditOf(client, context, updated);
    return { ...before, role };
  });
}

/** Updates a locked member. If the new role may not manage apps, their apps go to the owner who joined first. */
export async function writeMembership(
  client: ClientBase,
  key: MemberKey,
  changes: Parameters<typeof updateMembership>[2],
): Promise<void> {
  await updateMembership(client, key, changes);
  if (changes.role === undefined || rolePolicies[changes.role].developerArea) return;
  const owner = await firstOtherOwner(client, key);
  if (owner !== undefined) await transferClients(client, key, owner);
}

/** The lock on the workspace ensures that only one change at a time removes an owner. */
export async function requireOtherOwner(client: ClientBase, workspaceId: number, field: string): Promise<void> {
  const condition = `"role" = 'OWNER' AND "removedAt" IS NULL`;
  const owners = await lockAndCount(client, workspaceId, { table: 'Membership', condition });
  if (owners <= 1) throw fieldError(field, 'not_allowed', 'The workspace must have at least one owner');
}

/** Sets a user's password and ends all their sessions. API keys and connected apps stay, because they hold no password. */
export async function setPassword(
  context: ServiceContext & AuditContext,
  { userId, password }: SetPasswordInput,
): Promise<{ userId: number; sessionsEnded: number }> {
  const owner = await passwordOwner(context, userId);
  if (!owner) throw fieldError('userId', 'not_found', 'There is no user with this id');
  await refuseWeakPassword(password, owner);
  const passwordHash = await hashPassword(password);
  return context.db.write(async (client) => {
    const isUser = await setPasswordHash(client, userId, passwordHash);
    if (!isUser) throw fieldError('userId', 'not_found', 'There is no user with this id');
    await deleteLinksOfUser(client, userId);
    const sessionsEnded = await deleteSessionsOfUser(client, userId);
    await recordOfPerson(client, context, userId, { action: 'password.reset', actor: operator });
    return { userId, sessionsEnded };
  });
}
