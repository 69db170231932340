import type { ClientBase } from 'pg';
import { eventNeedingLinkOf, isMemberElsewhere, lockMember, updateProfile } from '#src/db/writes/members.ts';
import { lockWorkspace } from '#src/db/writes/rows.ts';
import { DomainError, fieldError, requireFound } from '#src/domain/errors.ts';
import type { Member, UpdateUserInput, UpdateViewerInput } from '#src/domain/members/member.ts';
import type { Principal } from '#src/domain/principal/policy.ts';
import { mayChangeRole, type Role } from '#src/domain/principal/roles.ts';
import { auditedChanges } from '../audit/audited-changes.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { changesOf } from '../changes.ts';
import type { CallerContext } from '../context.ts';
import { switchWeeklyMail } from '../weekly-mails/switch.ts';
import { requireOtherOwner, writeMembership } from './member-administration.ts';

/** Updates the present fields of a member: the person's name and time zone, their role and meeting link in this workspace. */
export function updateUser(
  context: CallerContext,
  { id, role, meetingLink, ...profile }: UpdateUserInput,
): Promise<Member> {
  const { db, principal } = context;
  const { workspaceId } = principal;
  return db.write(async (client) => {
    if (role !== undefined) await lockWorkspace(client, workspaceId);
    const before = requireFound(await lockMember(client, workspaceId, id));
    const changes = changesOf(before, profile);
    const membership = changesOf(before, { role, meetingLink });
    if (changes) await requireOwnProfile(client, principal, id);
    if (membership?.role !== undefined) await requireRoleChange(client, principal, [before.role, membership.role]);
    if (changes) await updateProfile(client, id, changes);
    if (membership) await changeMembership(client, [workspaceId, id], membership);
    await recordChange(client, context, id, { before, changes: { ...changes, ...membership } });
    return { ...before, ...changes, ...membership };
  });
}

/** Updates the caller's name, time zone, meeting link and weekly mail. Returns the caller. */
export async function updateViewer(
  context: CallerContext,
  { meetingLink, weeklyMail, ...profile }: UpdateViewerInput,
): Promise<Principal> {
  const { db, principal, clock } = context;
  const { workspaceId, userId } = principal;
  return db.write(async (client) => {
    const before = requireFound(await lockMember(client, workspaceId, userId));
    const changes = changesOf(before, profile);
    const membership = changesOf(before, { meetingLink });
    if (changes) await updateProfile(client, userId, changes);
    if (membership) await changeMembership(client, [workspaceId, userId], membership);
    if (weeklyMail !== undefined) {
      const zones = { memberZone: changes?.timeZone ?? before.timeZone, workspaceZone: principal.timeZone };
      await switchWeeklyMail(client, [workspaceId, userId], { isOn: weeklyMail, zones, now: clock.now() });
    }
    await recordChange(client, context, userId, { before, changes: { ...changes, ...membership } });
    return principal;
  });
}

async function recordChange(
  client: ClientBase,
  context: CallerContext,
  userId: number,
  { before, changes }: { readonly before: object; readonly changes: object },
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await recordAudit(client, context, 'member.updated', userId, auditedChanges(changes, before));
}

/** A host must keep a meeting link that calls of an event need. The member is locked. */
async function changeMembership(...[client, key, changes]: Parameters<typeof writeMembership>): Promise<void> {
  const event = changes.meetingLink !== undefined && !changes.meetingLink && (await eventNeedingLinkOf(client, key));
  if (event)
    throw fieldError('meetingLink', 'in_use', `Is required for calls of the event ${event}, which has no locationLink`);
  await writeMembership(client, key, changes);
}

/** A person's name and time zone apply in all their workspaces, so one workspace must not change them for the others. */
async function requireOwnProfile(client: ClientBase, { workspaceId, userId }: Principal, id: number): Promise<void> {
  if (id === userId || !(await isMemberElsewhere(client, workspaceId, id))) return;
  throw new DomainError('FORBIDDEN', {
    message: 'This person also belongs to other workspaces: only they can change their name and time zone',
  });
}

async function requireRoleChange(
  client: ClientBase,
  { workspaceId, role, credential }: Principal,
  [from, to]: readonly [from: Role, to: Role],
): Promise<void> {
  // A leaked key or app must not be able to create owners.
  if (credential !== 'session') {
    throw new DomainError('FORBIDDEN', { message: 'Only a signed-in session can change a role' });
  }
  if (!mayChangeRole(role, from, to)) {
    throw new DomainError('FORBIDDEN', { message: 'Only an owner can grant or remove the owner role' });
  }
  if (from === 'OWNER') await requireOtherOwner(client, workspaceId, 'role');
}
