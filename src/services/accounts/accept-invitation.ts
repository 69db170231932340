import type { Prisma } from '#src/db/generated/prisma/client.ts';
import { queriesOf } from '#src/db/queries-of-prisma.ts';
import type { NewPersonInput } from '#src/domain/accounts/input.ts';
import { isLinkToken } from '#src/domain/accounts/links.ts';
import { fieldError } from '#src/domain/errors.ts';
import { mayChangeRole, type Role } from '#src/domain/principal/roles.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { auditedChanges } from '../audit/audited-changes.ts';
import type { AuditContext, RequestOrigin } from '../audit/context.ts';
import { memberWith, recordAuditOf } from '../audit/record-audit.ts';
import type { ServiceContext } from '../context.ts';
import { ensureUser, join } from '../members/members.ts';
import { refuseWeakPassword } from './password-checks.ts';
import { hashPassword } from './passwords.ts';

/** The invitation as its link shows it to anyone who has the link. */
export interface OpenInvitation {
  readonly workspaceId: number;
  readonly workspaceName: string;
  readonly email: string;
  readonly role: Role;
  /** True if the address has an account: its user accepts by signing in. */
  readonly hasAccount: boolean;
}

interface Joined {
  readonly workspaceId: number;
  readonly userId: number;
}

/** Finds the invitation of a link. Returns undefined if the link was used, revoked, has expired or never existed. */
export async function openInvitation(
  { db, clock }: ServiceContext,
  token: string,
): Promise<OpenInvitation | undefined> {
  if (!isLinkToken(token)) return undefined;
  const found = await db.prisma.invitation.findFirst({
    where: { tokenHash: sha256(token), expiresAt: { gt: clock.now() } },
    include: { workspace: { select: { name: true } } },
  });
  if (!found || !(await mayStillInvite(db.prisma, found))) return undefined;
  const { workspaceId, email, role, workspace } = found;
  const hasAccount = (await db.prisma.user.count({ where: { email } })) > 0;
  return { workspaceId, workspaceName: workspace.name, email, role, hasAccount };
}

/** What joining needs, with the address and the browser of whoever joins. */
type JoinContext = ServiceContext & AuditContext & RequestOrigin;

/** Creates an account for the invited address and makes it a member. Returns undefined if the link is no longer valid. */
export async function acceptWithNewAccount(
  context: JoinContext,
  { token, ...person }: NewPersonInput & { readonly token: string },
): Promise<Joined | undefined> {
  const invitation = await openInvitation(context, token);
  if (!invitation) return undefined;
  const { email: invited, workspaceName } = invitation;
  const { firstName, lastName } = person;
  await refuseWeakPassword(person.password, { email: invited, firstName, lastName, workspaceNames: [workspaceName] });
  const passwordHash = await hashPassword(token, person.password);
  return accept(context, token, async (tx, email) => {
    const { userId, isNew } = await ensureUser(tx, { ...person, email, passwordHash });
    if (!isNew) throw fieldError('email', 'taken', 'Already has an account: sign in with it');
    return userId;
  });
}

/** Makes a signed-in user a member if the invited address is theirs. Returns undefined if the link is no longer valid. */
export function acceptAs(context: JoinContext, token: string, userId: number): Promise<Joined | undefined> {
  return accept(context, token, async (tx, email) => {
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
    if (user.email !== email)
      throw fieldError('email', 'not_allowed', 'The invitation is for a different email address');
    return userId;
  });
}

/** Consumes the link once: of two concurrent requests, exactly one deletes the row. */
async function accept(
  context: JoinContext,
  token: string,
  userOf: (tx: Prisma.TransactionClient, email: string) => Promise<number>,
): Promise<Joined | undefined> {
  const { db, clock } = context;
  if (!isLinkToken(token)) return undefined;
  const now = clock.now();
  return db.prisma.$transaction(async (tx) => {
    const found = await tx.invitation.findFirst({ where: { tokenHash: sha256(token), expiresAt: { gt: now } } });
    if (!found || !(await mayStillInvite(tx, found))) return undefined;
    const { workspaceId, id, email, role } = found;
    if ((await tx.invitation.deleteMany({ where: { workspaceId, id } })).count === 0) return undefined;
    const userId = await userOf(tx, email);
    await join(tx, { workspaceId, userId, role, now });
    const actor = memberWith(userId, context);
    const joined = {
      workspaceId,
      action: 'member.joined',
      actor,
      targetId: userId,
      changes: auditedChanges({ role }),
    } as const;
    await recordAuditOf(queriesOf(tx), context, joined);
    return { workspaceId, userId };
  });
}

/** Returns false if the inviter has left, or may no longer grant the role. */
async function mayStillInvite(
  client: Pick<Prisma.TransactionClient, 'membership'>,
  { workspaceId, invitedBy, role }: { workspaceId: number; invitedBy: number; role: Role },
): Promise<boolean> {
  const inviter = await client.membership.findFirst({ where: { workspaceId, userId: invitedBy, removedAt: null } });
  return inviter !== null && mayChangeRole(inviter.role, role, role);
}
