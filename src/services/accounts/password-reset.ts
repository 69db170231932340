import type { ClientBase } from 'pg';
import {
  type AccountLink,
  clearLinkNotice,
  deleteLinksOfUser,
  findLink,
  insertLink,
  type LinkMaker,
  setLinkNotice,
  takeLink,
} from '#src/db/writes/account-links.ts';
import {
  deleteSessionsOfUser,
  isMemberElsewhere,
  lockMember,
  lockUser,
  setPasswordHash,
} from '#src/db/writes/members.ts';
import { lockMembers } from '#src/db/writes/removed-members.ts';
import type { PasswordLinkNoticeInput, PasswordResetLinkInput } from '#src/domain/accounts/input.ts';
import { isLinkToken, linkLifetimeMs, linkTo, newLinkToken } from '#src/domain/accounts/links.ts';
import { passwordResetMail } from '#src/domain/accounts/mails.ts';
import { DomainError, fieldError, requireFound } from '#src/domain/errors.ts';
import { mayChangeRole } from '#src/domain/principal/roles.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { memberWith, recordAudit } from '../audit/record-audit.ts';
import { recordOfPerson } from '../audit/record-of-person.ts';
import type { CallerContext, ServiceContext } from '../context.ts';
import type { AccountContext } from './context.ts';
import { makerOf } from './makers.ts';
import { passwordOwner, refuseWeakPassword } from './password-checks.ts';
import { mailPasswordChange, type NoticeContext } from './password-notice.ts';
import { hashPassword } from './passwords.ts';

interface User {
  readonly id: number;
  readonly email: string;
}

/**
 * Sends a link if the address has an account. The work runs in the background, so that neither the response nor its timing
 * shows the caller whether there is one.
 */
export function requestPasswordReset({ db, clock, mailer, appUrl, background }: AccountContext, email: string): void {
  if (!mailer) throw new Error('A password reset by email needs a mail server.');
  background.run(async () => {
    const user = await db.prisma.user.findUnique({ where: { email }, select: { id: true, email: true } });
    if (user) await mailer.send(passwordResetMail(email, await newLink({ db, clock, appUrl }, user)));
  });
}

type LinkContext = Pick<AccountContext, 'db' | 'clock' | 'appUrl'>;

/** Creates a link that replaces any earlier one. If its creator sees the link, the user gets a notice. */
async function newLink(
  { db, clock, appUrl }: LinkContext,
  { id: userId, email }: User,
  { maker, record }: { readonly maker?: LinkMaker; readonly record?: (client: ClientBase) => Promise<void> } = {},
): Promise<string> {
  const token = newLinkToken();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + linkLifetimeMs.passwordReset);
  await db.write(async (client) => {
    await lockUser(client, userId);
    await deleteLinksOfUser(client, userId);
    await insertLink(client, { tokenHash: sha256(token), email, userId, maker, expiresAt });
    if (maker) await setLinkNotice(client, userId, { madeAt: now, madeBy: maker.userId });
    await record?.(client);
  });
  return linkTo(appUrl, 'passwordReset', token);
}

/**
 * Creates a link for a member on behalf of an owner or admin. The member gets it by e-mail, and its creator does not see it.
 * Without a mail server, the creator hands it over, and the member sees a notice in the app.
 */
export async function createPasswordResetLink(
  context: CallerContext & AccountContext,
  { userId }: PasswordResetLinkInput,
): Promise<{ link: string | null }> {
  const { db, principal, mailer } = context;
  const { workspaceId } = principal;
  if (userId === principal.userId) {
    throw fieldError('userId', 'not_allowed', 'Is your own account: change your password with changePassword instead');
  }
  const member = await db.write(async (client) => {
    const found = requireFound(await lockMember(client, workspaceId, userId));
    if (!mayChangeRole(principal.role, found.role, found.role)) {
      throw new DomainError('FORBIDDEN', { message: `Only an owner can do this, or ${operatorCommand(userId)}` });
    }
    if (await isMemberElsewhere(client, workspaceId, userId)) {
      const message = `This person also belongs to other workspaces: only they can reset their password, or ${operatorCommand(userId)}`;
      throw new DomainError('FORBIDDEN', { message });
    }
    return found;
  });
  const link = await newLink(context, member, {
    ...(!mailer && { maker: principal }),
    record: (client) => recordAudit(client, context, 'password.link_created', userId),
  });
  if (!mailer) return { link };
  await mailer.send(passwordResetMail(member.email, link, await makerOf(context))).catch((cause: unknown) => {
    context.background.report(cause);
    throw new DomainError('UNAVAILABLE', {
      message: 'The email could not be sent: try again later, or ask the operator',
      cause,
    });
  });
  return { link: null };
}

function operatorCommand(userId: number): string {
  return `the operator by \`npm run -s cli -- user set-password --user ${userId} --password -\``;
}

/** Removes the notice of a link that somebody else created, unless a later link has replaced it. */
export async function dismissLinkNotice(
  { db, principal: { userId } }: CallerContext,
  { madeAt }: PasswordLinkNoticeInput,
): Promise<void> {
  await clearLinkNotice(db, userId, madeAt);
}

/** The user whose password the link resets; undefined if the link was used, has expired or never existed. */
export async function passwordResetOf({ db, clock }: ServiceContext, token: string): Promise<User | undefined> {
  if (!isLinkToken(token)) return undefined;
  return db.write(async (client) => {
    const link = await findLink(client, [sha256(token), clock.now(), false]);
    if (link?.userId == null || !(await mayMakerStill(client, link))) return undefined;
    return { id: link.userId, email: link.email };
  });
}

/** True if the creator of the link could still create it. Otherwise it would open data that the member has gained since. */
async function mayMakerStill(client: ClientBase, { userId, madeBy, madeIn }: AccountLink): Promise<boolean> {
  if (madeBy === null || madeIn === null) return true;
  if (userId === null) return false;
  const members = await lockMembers(client, madeIn, [userId, madeBy]);
  const [member, maker] = [members.get(userId), members.get(madeBy)];
  if (!member || !maker || !mayChangeRole(maker.role, member.role, member.role)) return false;
  return !(await isMemberElsewhere(client, madeIn, userId));
}

/** Sets the password, and ends all sessions and other links of the user. Returns false if the link is no longer valid. */
export async function resetPassword(
  context: NoticeContext,
  { token, password, address }: { readonly token: string; readonly password: string; readonly address: string },
): Promise<boolean> {
  const reset = await passwordResetOf(context, token);
  const owner = reset && (await passwordOwner(context, reset.id));
  if (!owner) return false;
  await refuseWeakPassword(password, owner);
  const { db, clock } = context;
  const passwordHash = await hashPassword(token, password);
  const isReset = await db.write(async (client) => {
    const link = await takeLink(client, [sha256(token), clock.now(), false]);
    if (link?.userId == null || !(await mayMakerStill(client, link))) return false;
    await setPasswordHash(client, link.userId, passwordHash);
    await deleteLinksOfUser(client, link.userId);
    await deleteSessionsOfUser(client, link.userId);
    const actor = memberWith(link.userId, { address });
    await recordOfPerson(client, context, link.userId, { action: 'password.reset', actor });
    return true;
  });
  if (isReset) mailPasswordChange(context, { userId: reset.id, address });
  return isReset;
}
