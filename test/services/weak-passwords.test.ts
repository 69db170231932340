import { describe, expect, test } from 'vitest';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import * as argon2id from '#src/lib/secrets/password.ts';
import { acceptWithNewAccount } from '#src/services/accounts/accept-invitation.ts';
import { commonPasswords } from '#src/services/accounts/common-passwords.ts';
import { changePassword } from '#src/services/accounts/own-sessions.ts';
import { resetPassword } from '#src/services/accounts/password-reset.ts';
import { signIn } from '#src/services/accounts/sessions.ts';
import { confirmSignUp, signUp } from '#src/services/accounts/sign-up.ts';
import { BackgroundWork } from '#src/services/background-work.ts';
import { setPassword } from '#src/services/members/member-administration.ts';
import { addUser } from '#src/services/members/members.ts';
import { createWorkspace } from '#src/services/workspaces.ts';
import { newEmail, password, useServices } from '../support/service-context.ts';

const services = await useServices();
const { context } = services;
const background = new BackgroundWork((error) => expect.fail(String(error)));
const withoutMail = { ...context, mailer: undefined, background, appUrl: 'http://app.test' };
const address = '127.0.0.1';
const token = 'a'.repeat(43);
const later = new Date('2999-01-01T00:00:00Z');

interface Way {
  /** The field that the error names. */
  readonly field: string;
  /** Texts that others would guess of this person. */
  readonly own: readonly string[];
  set(password: string): Promise<unknown>;
}

const person = { firstName: 'Grace', lastName: 'Hopperton' };

/** A link without a row that was left by the way before. */
async function link(email: string, userId?: number) {
  await context.db.prisma.accountLink.deleteMany({});
  await context.db.prisma.accountLink.create({
    data: { tokenHash: sha256(token), email, userId: userId ?? null, expiresAt: later },
  });
}

const ways: Record<string, () => Promise<Way>> = {
  'a sign-up': async () => ({
    ...{ field: 'password', own: ['hopperton1906', 'Limetree Ltd'] },
    set: (secret) =>
      signUp(context, {
        ...person,
        email: newEmail(),
        workspaceName: 'Limetree Ltd',
        timeZone: 'UTC',
        password: secret,
      }),
  }),
  'the end of a sign-up': async () => {
    const email = 'grace.murray@example.com';
    await link(email);
    return {
      ...{ field: 'password', own: ['GraceMurray!', 'Limetree Ltd', 'hopperton1906'] },
      set: (secret) =>
        confirmSignUp(context, { ...person, workspaceName: 'Limetree Ltd', timeZone: 'UTC', password: secret, token }),
    };
  },
  'an invitation': async () => {
    const { workspaceId, userId } = await services.workspace();
    await context.db.prisma.workspace.update({ where: { id: workspaceId }, data: { name: 'Juniper House' } });
    const email = `invited-${userId}@example.com`;
    await context.db.prisma.invitation.create({
      data: { workspaceId, email, role: 'CLOSER', tokenHash: sha256(token), invitedBy: userId, expiresAt: later },
    });
    return {
      ...{ field: 'password', own: [email, 'Juniper House', 'Grace Hopperton'] },
      set: (secret) => acceptWithNewAccount(context, { ...person, password: secret, token }),
    };
  },
  'a reset': async () => {
    const { userId, email } = await services.workspace();
    await link(email, userId);
    return {
      field: 'password',
      own: [email],
      set: (secret) => resetPassword(withoutMail, { token, password: secret, address }),
    };
  },
  'a change': async () => {
    const { userId, email } = await services.workspace();
    const principal = { userId } as Parameters<typeof changePassword>[0]['principal'];
    return {
      ...{ field: 'newPassword', own: [email] },
      set: (secret) =>
        changePassword(
          { ...withoutMail, principal },
          { currentPassword: password, newPassword: secret, token, address },
        ),
    };
  },
  'workspace create': async () => ({
    ...{ field: 'ownerPassword', own: ['Limetree Ltd', 'hopperton1906'] },
    set: (ownerPassword) =>
      createWorkspace(context, {
        ...{ name: 'Limetree Ltd', ownerEmail: newEmail(), ownerPassword, plan: 'STARTUP', timeZone: 'UTC' },
        ...{ ownerFirstName: person.firstName, ownerLastName: person.lastName },
      }),
  }),
  'user add': async () => {
    const { workspaceId } = await services.workspace();
    await context.db.prisma.workspace.update({ where: { id: workspaceId }, data: { name: 'Juniper House' } });
    const email = newEmail();
    return {
      ...{ field: 'password', own: [email, 'juniper2026', 'hopperton1906'] },
      set: (secret) => addUser(context, { ...person, workspaceId, email, role: 'CLOSER', password: secret }),
    };
  },
  'user set-password': async () => {
    const { workspaceId, userId, email } = await services.workspace();
    await context.db.prisma.workspace.update({ where: { id: workspaceId }, data: { name: 'Juniper House' } });
    return {
      ...{ field: 'password', own: [email, 'Juniper House!'] },
      set: (secret) => setPassword(context, { userId, password: secret }),
    };
  },
};

const hashes = async () =>
  (await context.db.prisma.user.findMany({ select: { id: true, passwordHash: true }, orderBy: { id: 'asc' } })).map(
    ({ id, passwordHash }) => `${id} ${passwordHash}`,
  );

describe.each(Object.entries(ways))('%s', (_, make) => {
  test('refuses what others would guess, writes nothing, and then accepts a better password', async () => {
    const { field, own, set } = await make();
    const before = await hashes();
    for (const weak of ['password', '12345678', '        ', 'Dragon2026!', 'Slotline1', ...own]) {
      await expect(set(weak), weak).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        details: { fieldErrors: { [field]: [expect.any(String)] }, errors: [{ path: field, code: 'too_weak' }] },
      });
    }
    expect(await hashes()).toEqual(before);
    expect(await set('a whole new battery')).toBeTruthy();
    expect(await hashes()).not.toEqual(before);
  });
});

describe('a known user', () => {
  const weakOwner = async () => {
    const owner = await services.workspace();
    await context.db.prisma.user.update({
      where: { id: owner.userId },
      data: { passwordHash: await argon2id.hashPassword('password') },
    });
    return owner;
  };

  test('with a weak password still owns another workspace, and joins one', async () => {
    const { userId, email } = await weakOwner();
    const input = { name: 'Acme', plan: 'STARTUP', timeZone: 'UTC' } as const;
    expect(await createWorkspace(context, { ...input, ownerEmail: email, ownerPassword: 'password' })).toMatchObject({
      userId,
    });
    const { workspaceId } = await services.workspace();
    expect(await addUser(context, { workspaceId, email, role: 'CLOSER', password: 'password' })).toEqual({
      ...{ userId, isNewUser: false },
    });
  });

  test('signs in with a weak password, and is asked for another', async () => {
    const { email } = await weakOwner();
    expect(await signIn(context, { email, password: 'password' })).toMatchObject({ passwordIsWeak: true });
    expect(await signIn(context, { email: (await services.workspace()).email, password })).toMatchObject({
      passwordIsWeak: false,
    });
  });

  test('signs in with a password that the name of any of their workspaces has made weak', async () => {
    const { userId, email } = await services.workspace();
    const { workspaceId } = await services.workspace();
    const isWeak = async () => (await signIn(context, { email, password })).passwordIsWeak;
    await context.db.prisma.workspace.update({ where: { id: workspaceId }, data: { name: 'Correct Horse Battery' } });
    expect(await isWeak()).toBe(false);
    await context.db.prisma.membership.create({ data: { workspaceId, userId, role: 'SETTER' } });
    expect(await isWeak()).toBe(true);
  });
});

test('the list of common passwords is the whole one', async () => {
  const isCommon = await commonPasswords();
  expect(['123456', 'password', 'dragon', 'xpcrew', 'trustno1'].filter(isCommon)).toHaveLength(5);
  expect(isCommon('correct horse battery')).toBe(false);
});
