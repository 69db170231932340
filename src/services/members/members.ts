import { randomBytes } from 'node:crypto';
import type { Prisma } from '#src/db/generated/prisma/client.ts';
import { queriesOf } from '#src/db/queries-of-prisma.ts';
import { readMembers } from '#src/db/reads/members.ts';
import { holdNameIn, type Profile } from '#src/db/writes/members.ts';
import { nameFrom, usernameFrom } from '#src/domain/accounts/user.ts';
import { fieldError } from '#src/domain/errors.ts';
import type { AddUserInput, MemberListInput, MemberPage } from '#src/domain/members/member.ts';
import type { Role } from '#src/domain/principal/roles.ts';
import { hashPassword } from '#src/lib/secrets/password.ts';
import { refuseWeakPassword } from '#src/services/accounts/password-checks.ts';
import { auditedChanges } from '#src/services/audit/audited-changes.ts';
import type { AuditContext } from '#src/services/audit/context.ts';
import { operator, recordAuditOf } from '#src/services/audit/record-audit.ts';
import type { CallerContext, ServiceContext } from '#src/services/context.ts';
import { searchWords } from '#src/services/filters.ts';
import { readPage } from '#src/services/pages.ts';
import { addWorkingHours } from '#src/services/schedules/working-hours.ts';

/** Adds a new or returning member. A user of another workspace keeps their password and name, whatever the input says. */
export async function addUser(
  context: ServiceContext & AuditContext,
  input: AddUserInput,
): Promise<{ userId: number; isNewUser: boolean }> {
  const { email, firstName, lastName } = input;
  const workspace = await workspaceToJoin(context, input.workspaceId);
  const isKnown = (await context.db.prisma.user.count({ where: { email } })) > 0;
  if (!isKnown) {
    await refuseWeakPassword(input.password, { email, firstName, lastName, workspaceNames: [workspace.name] });
  }
  const passwordHash = await hashPassword(input.password);
  return context.db.prisma.$transaction(async (tx) => {
    const { userId, isNew } = await ensureUser(tx, { ...input, passwordHash, timeZone: workspace.timeZone });
    await join(tx, { workspaceId: input.workspaceId, userId, role: input.role, now: context.clock.now() });
    const { workspaceId, role } = input;
    const joined = {
      workspaceId,
      action: 'member.joined',
      targetId: userId,
      changes: auditedChanges({ role }),
    } as const;
    await recordAuditOf(queriesOf(tx), context, { ...joined, actor: operator });
    return { userId, isNewUser: isNew };
  });
}

async function workspaceToJoin(
  { db }: ServiceContext,
  workspaceId: number,
): Promise<{ name: string; timeZone: string }> {
  const workspace = await db.prisma.workspace.findUnique({
    where: { id: workspaceId },
    select: { name: true, timeZone: true },
  });
  if (!workspace) throw fieldError('workspaceId', 'not_found', 'There is no workspace with this id');
  return workspace;
}

type Joining = { workspaceId: number; userId: number; role: Role; now: Date };

/** Makes a user a member, also after leaving. Both start with working hours, because leaving deletes a member's schedules. */
export async function join(tx: Prisma.TransactionClient, { now, ...membership }: Joining): Promise<void> {
  const { workspaceId, userId, role } = membership;
  const { count: rejoined } = await tx.membership.updateMany({
    where: { workspaceId, userId, removedAt: { not: null } },
    data: { role, removedAt: null, createdAt: now },
  });
  if (rejoined > 0) await endCredentials(tx, { workspaceId, userId }, now);
  else {
    const { count } = await tx.membership.createMany({ data: membership, skipDuplicates: true });
    if (count === 0) throw fieldError('email', 'taken', 'Is already a member of this workspace');
  }
  // A request that began before the removal may still have written a schedule.
  if ((await tx.schedule.count({ where: { workspaceId, userId } })) > 0) return;
  const { timeZone } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { timeZone: true } });
  await addWorkingHours(tx, { workspaceId, userId, timeZone });
}

/** Ends credentials that were created during the removal of the member, so that they do not become valid again. */
async function endCredentials(
  tx: Prisma.TransactionClient,
  where: { workspaceId: number; userId: number },
  revokedAt: Date,
): Promise<void> {
  await tx.session.deleteMany({ where });
  await tx.apiKey.updateMany({ where: { ...where, revokedAt: null }, data: { revokedAt } });
  await tx.oAuthGrant.updateMany({ where: { ...where, revokedAt: null }, data: { revokedAt } });
}

export interface Person extends Profile {
  email: string;
  passwordHash: string;
}

export interface EnsuredUser {
  userId: number;
  passwordHash: string | null;
  /** False if a user with this e-mail address existed, which is left unchanged. */
  isNew: boolean;
}

const maxAttempts = 5;

/** Finds or creates the user with this e-mail address, in the caller's transaction. */
export async function ensureUser(tx: Prisma.TransactionClient, person: Person): Promise<EnsuredUser> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const existing = await tx.user.findUnique({
      where: { email: person.email },
      select: { id: true, passwordHash: true },
    });
    if (existing) return { userId: existing.id, passwordHash: existing.passwordHash, isNew: false };
    const userId = await tryInsert(tx, person, attempt === 0 ? '' : `-${randomBytes(3).toString('hex')}`);
    if (userId !== undefined) return { userId, passwordHash: person.passwordHash, isNew: true };
  }
  throw new Error(`No free username was found in ${maxAttempts} attempts.`);
}

/** Returns undefined if the address or the username is taken: a unique violation would abort the transaction. */
async function tryInsert(tx: Prisma.TransactionClient, person: Person, suffix: string): Promise<number | undefined> {
  const name = nameFrom(person.email);
  const username = usernameFrom(person.email) + suffix;
  // A team's page may have this address.
  await holdNameIn(tx, username);
  if ((await tx.bookingLink.count({ where: { linkPrefix: username } })) > 0) return undefined;
  const [created] = await tx.user.createManyAndReturn({
    data: {
      email: person.email,
      username,
      passwordHash: person.passwordHash,
      firstName: person.firstName ?? name.firstName,
      lastName: person.lastName ?? name.lastName,
      timeZone: person.timeZone,
    },
    skipDuplicates: true,
    select: { id: true },
  });
  return created?.id;
}

/** Reads a page of the workspace's members. */
export function listMembers(context: CallerContext, input: MemberListInput): Promise<MemberPage> {
  return readPage(context, { list: 'users', input }, (query, { role, search }) =>
    readMembers(context.db, { ...query, roles: role, searchWords: searchWords(search) }),
  );
}

/** Throws a validation error of the field if the user is not a member of the workspace. */
export async function requireMember(
  context: ServiceContext,
  { workspaceId, userId }: { workspaceId: number; userId: number },
): Promise<void> {
  const { membership, workspace } = context.db.prisma;
  const isMember = await membership.count({ where: { workspaceId, userId, removedAt: null } });
  if (isMember) return;
  const isWorkspace = await workspace.count({ where: { id: workspaceId } });
  throw isWorkspace
    ? fieldError('userId', 'not_found', 'Is not a member of this workspace')
    : fieldError('workspaceId', 'not_found', 'There is no workspace with this id');
}

/** Reads the e-mail address of a user, to show who is signed in. */
export async function emailOf({ db }: ServiceContext, userId: number): Promise<string> {
  const user = await db.prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  return user.email;
}
