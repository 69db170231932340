import type { Prisma } from '#src/db/generated/prisma/client.ts';
import { queriesOf } from '#src/db/queries-of-prisma.ts';
import { findLink, insertLink } from '#src/db/writes/account-links.ts';
import { lockUserIn } from '#src/db/writes/members.ts';
import {
  maxOwnedWorkspaces,
  type NewOwnerInput,
  type OwnWorkspaceInput,
  type SignUpInput,
} from '#src/domain/accounts/input.ts';
import { isLinkToken, linkLifetimeMs, linkTo, newLinkToken } from '#src/domain/accounts/links.ts';
import { knownAddressMail, signUpMail } from '#src/domain/accounts/mails.ts';
import { DomainError, fieldError } from '#src/domain/errors.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import type { AuditContext, RequestOrigin } from '../audit/context.ts';
import { memberWith, recordAuditOf } from '../audit/record-audit.ts';
import type { CallerContext, ServiceContext } from '../context.ts';
import { ensureUser, type Person } from '../members/members.ts';
import { addWorkingHours } from '../schedules/working-hours.ts';
import { workspaceOf } from '../workspaces.ts';
import type { AccountContext } from './context.ts';
import { refuseWeakPassword } from './password-checks.ts';
import { hashPassword } from './passwords.ts';

interface NewOwner {
  readonly workspaceId: number;
  readonly userId: number;
}

/**
 * Sends an address the link that continues a sign-up, or a message that it already has an account. Nothing is created before
 * the link is opened, and its holder chooses the password: so nobody can prepare an account for another person's address.
 */
export function requestSignUp({ db, clock, mailer, appUrl, background }: AccountContext, email: string): void {
  if (!mailer) throw new Error('A sign-up by email needs a mail server.');
  background.run(async () => {
    const isKnown = (await db.prisma.user.count({ where: { email } })) > 0;
    if (isKnown) {
      const ways = { signIn: `${appUrl}/sign-in`, forgot: `${appUrl}/forgot-password` };
      return mailer.send(knownAddressMail(email, ways));
    }
    const token = newLinkToken();
    const expiresAt = new Date(clock.now().getTime() + linkLifetimeMs.signUp);
    await insertLink(db.pool, { tokenHash: sha256(token), email, expiresAt });
    await mailer.send(signUpMail(email, linkTo(appUrl, 'signUp', token)));
  });
}

/** The address that a sign-up link proves; undefined if the link was used, has expired or never existed. */
export async function signUpOf({ db, clock }: ServiceContext, token: string): Promise<string | undefined> {
  if (!isLinkToken(token)) return undefined;
  return (await findLink(db.pool, [sha256(token), clock.now(), true]))?.email;
}

/** Creates the account and its workspace, and consumes the link. Returns undefined if the link is no longer valid. */
export async function confirmSignUp(
  context: ServiceContext & AuditContext & RequestOrigin,
  { token, ...input }: NewOwnerInput & { readonly token: string },
): Promise<NewOwner | undefined> {
  const email = await signUpOf(context, token);
  if (email === undefined) return undefined;
  await refuseWeakOwner({ ...input, email });
  const { db, clock } = context;
  const passwordHash = await hashPassword(token, input.password);
  const where = { tokenHash: sha256(token), expiresAt: { gt: clock.now() }, userId: null };
  return db.prisma.$transaction(async (tx) => {
    const link = await tx.accountLink.findFirst({ where });
    // Of two concurrent requests, exactly one deletes the link.
    if (!link || (await tx.accountLink.deleteMany({ where })).count === 0) return undefined;
    await tx.accountLink.deleteMany({ where: { email: link.email, userId: null } });
    return newOwner(tx, context, { ...input, email: link.email, passwordHash });
  });
}

/** Throws a validation error if the password of a new owner is easy to guess. */
export function refuseWeakOwner({ password, workspaceName, ...owner }: SignUpInput): Promise<void> {
  return refuseWeakPassword(password, { ...owner, workspaceNames: [workspaceName] });
}

/** Creates an account and its workspace at once, if no e-mail can prove the address. Reports an address that is taken. */
export async function signUp(
  context: ServiceContext & AuditContext & RequestOrigin,
  input: SignUpInput,
): Promise<NewOwner> {
  await refuseWeakOwner(input);
  const passwordHash = await hashPassword(input.email, input.password);
  return context.db.prisma.$transaction((tx) => newOwner(tx, context, { ...input, passwordHash }));
}

async function newOwner(
  tx: Prisma.TransactionClient,
  context: AuditContext & RequestOrigin,
  { workspaceName, timeZone, ...person }: Person & Pick<NewOwnerInput, 'workspaceName' | 'timeZone'>,
): Promise<NewOwner> {
  const { userId, isNew } = await ensureUser(tx, { ...person, timeZone });
  if (!isNew) throw fieldError('email', 'taken', 'Already has an account: sign in instead');
  return { userId, workspaceId: await newWorkspace(tx, context, { name: workspaceName, timeZone }, userId) };
}

async function newWorkspace(
  tx: Prisma.TransactionClient,
  context: AuditContext & RequestOrigin,
  { name, timeZone }: OwnWorkspaceInput,
  userId: number,
): Promise<number> {
  const data = workspaceOf({ name, timeZone, plan: 'STARTUP' }, userId);
  const { id: workspaceId } = await tx.workspace.create({ data, select: { id: true } });
  await addWorkingHours(tx, { workspaceId, userId, timeZone });
  const actor = memberWith(userId, context);
  await recordAuditOf(queriesOf(tx), context, { workspaceId, action: 'workspace.created', actor });
  return workspaceId;
}

/** Creates another workspace for a user who has an account. */
export async function createOwnWorkspace(
  context: CallerContext & Pick<AccountContext, 'signUp'>,
  input: OwnWorkspaceInput,
): Promise<{ workspaceId: number }> {
  const { db, principal, signUp: isOpen } = context;
  const { userId } = principal;
  if (!isOpen) {
    const message = 'On this server, only the operator can create workspaces: `npm run -s cli -- workspace create`';
    throw new DomainError('FORBIDDEN', { message });
  }
  return db.prisma.$transaction(async (tx) => {
    // Keeps two requests of one person from both creating the last workspace that the limit allows.
    await lockUserIn(tx, userId);
    const owned = await tx.membership.count({ where: { userId, role: 'OWNER', removedAt: null } });
    if (owned >= maxOwnedWorkspaces) {
      throw fieldError(
        'name',
        'limit_reached',
        `You already own ${maxOwnedWorkspaces} workspaces, which is the maximum`,
      );
    }
    return { workspaceId: await newWorkspace(tx, context, input, userId) };
  });
}
