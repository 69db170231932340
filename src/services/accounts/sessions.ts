import type { Prisma } from '#src/db/generated/prisma/client.ts';
import { queriesOf } from '#src/db/queries-of-prisma.ts';
import { lockPassword } from '#src/db/writes/members.ts';
import { deleteSessionOfToken, moveSession } from '#src/db/writes/sessions.ts';
import { DomainError } from '#src/domain/errors.ts';
import { generateSessionToken } from '#src/domain/principal/credentials.ts';
import {
  type CreateSessionInput,
  isWellFormedSessionToken,
  type SessionOrigin,
  type SignInInput,
  type SignOutInput,
  type SwitchWorkspaceInput,
  sessionEnd,
} from '#src/domain/sessions/session.ts';
import { addressBlocks } from '#src/lib/network/addresses.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import type { AuditContext } from '#src/services/audit/context.ts';
import { memberWith, operator, recordAuditOf } from '#src/services/audit/record-audit.ts';
import { recordOfPerson } from '#src/services/audit/record-of-person.ts';
import type { CallerContext, ServiceContext } from '#src/services/context.ts';
import type { CredentialContext } from '#src/services/credentials.ts';
import { requireMember } from '#src/services/members/members.ts';
import { isDemoAddress } from '../closed-demos.ts';
import type { AccountContext } from './context.ts';
import { isWeakPassword } from './password-checks.ts';
import { verifyPassword } from './passwords.ts';

export interface SignedIn extends NewSession {
  userId: number;
  workspaceId: number;
  /** True if today's rules for new passwords would refuse this one. */
  passwordIsWeak: boolean;
}

export type PasswordContext = Pick<AccountContext, 'db' | 'clock' | 'auditKeys' | 'background'> &
  Pick<CredentialContext, 'closedDemos'>;

/** Creates a session in the workspace that the user joined first. The error does not reveal whether the address is known. */
export async function signIn(
  context: PasswordContext,
  { email, password }: SignInInput,
  origin: SessionOrigin = {},
): Promise<SignedIn> {
  const user = await requirePassword(context, { email, password }, origin);
  const workspaceId = user.memberships[0]?.workspaceId;
  if (workspaceId === undefined) {
    throw new DomainError('FORBIDDEN', { message: 'You are not a member of any workspace' });
  }
  const session = await context.db.prisma.$transaction(async (tx) => {
    // A concurrent password change waits until the session exists, and then ends it.
    if (!(await lockPassword(tx, user))) throw new DomainError('INVALID_SIGN_IN');
    const session = await insertSession(tx, { ...origin, workspaceId, userId: user.id, now: context.clock.now() });
    const actor = memberWith(user.id, origin);
    await recordAuditOf(queriesOf(tx), context, { workspaceId, action: 'session.created', actor, targetId: user.id });
    return session;
  });
  const passwordIsWeak = await isWeakPassword(context, user.id, password);
  return { userId: user.id, workspaceId, passwordIsWeak, ...session };
}

/** Finds the user by address and password. INVALID_SIGN_IN takes equally long for an unknown address and a wrong password. */
export async function requirePassword(
  context: PasswordContext,
  { email, password }: SignInInput,
  origin: SessionOrigin = {},
) {
  const { address = '' } = origin;
  const user = await findUser(context, email);
  const isPassword = await verifyPassword(addressBlocks(address).at(-1) ?? address, user?.passwordHash, password);
  const isClosed = context.closedDemos !== undefined && isDemoAddress(email);
  if (user && !isPassword && !isClosed) recordRefusal(context, user.id, origin);
  if (!user || !isPassword || isClosed) throw new DomainError('INVALID_SIGN_IN');
  return user;
}

/** Attempts from one address are recorded once within this time. */
const refusalMs = 60_000;

/** Records a wrong password, in the background: the response must not take longer for an address that has an account. */
function recordRefusal(context: PasswordContext, userId: number, origin: SessionOrigin): void {
  const what = { action: 'session.refused', actor: memberWith(userId, origin), oncePerMs: refusalMs } as const;
  context.background.run(() => context.db.write((client) => recordOfPerson(client, context, userId, what)));
}

/** True if a sign-in failed only because the e-mail address or the password was wrong. */
export function isWrongSignIn(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'INVALID_SIGN_IN';
}

function findUser(context: ServiceContext, email: string) {
  return context.db.prisma.user.findUnique({
    // A distributed PostgreSQL does not join rows of a workspace to a row of a reference table.
    relationLoadStrategy: 'query',
    where: { email },
    select: {
      id: true,
      passwordHash: true,
      memberships: {
        where: { removedAt: null },
        select: { workspaceId: true },
        orderBy: [{ createdAt: 'asc' }, { workspaceId: 'asc' }],
        take: 1,
      },
    },
  });
}

interface NewSession {
  /** Only its hash is stored. */
  token: string;
  expiresAt: Date;
}

/** Creates a session of a member in the workspace, as if they had signed in. Without an address, the operator creates it. */
export async function createSession(
  context: ServiceContext & AuditContext,
  { workspaceId, userId }: CreateSessionInput,
  origin: SessionOrigin = {},
): Promise<NewSession> {
  await requireMember(context, { workspaceId, userId });
  return context.db.prisma.$transaction(async (tx) => {
    const session = await insertSession(tx, { ...origin, workspaceId, userId, now: context.clock.now() });
    const actor = origin.address === undefined ? operator : memberWith(userId, origin);
    await recordAuditOf(queriesOf(tx), context, { workspaceId, action: 'session.created', actor, targetId: userId });
    return session;
  });
}

async function insertSession(
  client: Pick<Prisma.TransactionClient, 'session'>,
  { workspaceId, userId, now, userAgent, address }: CreateSessionInput & SessionOrigin & { readonly now: Date },
): Promise<NewSession> {
  const token = generateSessionToken();
  const expiresAt = sessionEnd(now, now);
  await client.session.create({
    data: {
      tokenHash: sha256(token),
      workspaceId,
      userId,
      expiresAt,
      lastUsedAt: now,
      createdAt: now,
      userAgent: storedText(userAgent, 255),
      address: storedText(address, 45),
    },
  });
  return { token, expiresAt };
}

/** Fits a header into its column: a header may have any length, and PostgreSQL text cannot contain NUL. */
function storedText(text: string | undefined, maxCharacters: number): string | null {
  const visible = text?.replaceAll(/\p{Cc}/gu, '').trim();
  return visible ? visible.toWellFormed().slice(0, maxCharacters).toWellFormed() : null;
}

/** Moves the session to another workspace. Throws the error of an unknown workspace if the user is not a member. */
export async function switchWorkspace(
  context: CallerContext,
  { token, workspaceId }: SwitchWorkspaceInput & { token: string },
): Promise<{ workspaceId: number }> {
  const { db, clock, principal } = context;
  const { userId } = principal;
  const member = await db.prisma.membership.findFirst({ where: { workspaceId, userId, removedAt: null } });
  if (!member) throw new DomainError('NOT_FOUND');
  await db.write(async (client) => {
    await moveSession(client, { tokenHash: sha256(token), userId }, { workspaceId, now: clock.now() });
    const actor = memberWith(userId, context);
    await recordAuditOf(client, context, { workspaceId, action: 'session.moved', actor, targetId: userId });
  });
  return { workspaceId };
}

/** Ends the session. A session that has already ended is no error. */
export async function signOut(
  context: ServiceContext & AuditContext,
  { token }: SignOutInput,
  origin: SessionOrigin = {},
): Promise<void> {
  if (!isWellFormedSessionToken(token)) return;
  await context.db.write(async (client) => {
    const ended = await deleteSessionOfToken(client, sha256(token));
    if (!ended) return;
    const { userId, workspaceId } = ended;
    const actor = memberWith(userId, origin);
    await recordAuditOf(client, context, { workspaceId, action: 'session.ended', actor, targetId: userId });
  });
}
