import { type PasswordOwner, passwordProblem } from '#src/domain/accounts/password-rule.ts';
import { fieldError } from '#src/domain/errors.ts';
import type { ServiceContext } from '../context.ts';
import { commonPasswords } from './common-passwords.ts';

/** Throws a validation error of the field if the password is easy to guess. Runs before each hash of a new password. */
export async function refuseWeakPassword(password: string, owner: PasswordOwner, field = 'password'): Promise<void> {
  const problem = passwordProblem(password, { owner, isCommon: await commonPasswords() });
  if (problem !== undefined) throw fieldError(field, 'too_weak', problem);
}

/** The texts of a user that must not be their password; undefined if there is no such user. */
export async function passwordOwner({ db }: ServiceContext, userId: number): Promise<PasswordOwner | undefined> {
  const user = await db.prisma.user.findUnique({
    // A distributed PostgreSQL does not join rows of a workspace to a row of a reference table.
    relationLoadStrategy: 'query',
    where: { id: userId },
    select: {
      email: true,
      firstName: true,
      lastName: true,
      memberships: { where: { removedAt: null }, select: { workspace: { select: { name: true } } } },
    },
  });
  if (!user) return undefined;
  const { memberships, ...person } = user;
  return { ...person, workspaceNames: memberships.map(({ workspace }) => workspace.name) };
}

/** True if today's rules would refuse a password in use. This is only a hint: if the check fails, people still sign in. */
export async function isWeakPassword(context: ServiceContext, userId: number, password: string): Promise<boolean> {
  const owner = await passwordOwner(context, userId).catch(() => undefined);
  const isCommon = await commonPasswords().catch(() => () => false);
  return owner !== undefined && passwordProblem(password, { owner, isCommon }) !== undefined;
}
