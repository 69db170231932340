import { beforeEach, describe, expect, test } from 'vitest';
import { newLinkToken } from '#src/domain/accounts/links.ts';
import { removeMemberInput } from '#src/domain/members/member.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { acceptAs, openInvitation } from '#src/services/accounts/accept-invitation.ts';
import { passwordResetOf, resetPassword } from '#src/services/accounts/password-reset.ts';
import { setPassword } from '#src/services/members/member-administration.ts';
import { removeMember } from '#src/services/members/remove-member.ts';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { setPassword as givePassword, password } from '../support/people.ts';

const app = await useApp();
const longAfter = '2026-04-04T12:00:00.000Z';
let owner: Member;
let admin: Member;
let member: Member;
beforeEach(async () => {
  owner = await app.workspace();
  admin = await app.member(owner.workspaceId, 'ADMIN');
  member = await app.member(owner.workspaceId, 'SETTER');
});

async function emailOf({ userId }: Member): Promise<string> {
  const [user] = await app.sql<{ email: string }>('SELECT "email" FROM "User" WHERE "id" = $1', [userId]);
  return user?.email ?? '';
}

/** The token of a link to the password of the member, made by the admin where it is handed over. */
async function link(isHandedOver = false): Promise<string> {
  const token = newLinkToken();
  const maker = isHandedOver ? { madeBy: admin.userId, madeIn: admin.workspaceId } : {};
  const row = { tokenHash: sha256(token), userId: member.userId, email: await emailOf(member), expiresAt: longAfter };
  await app.insert('AccountLink', { ...row, ...maker });
  return token;
}

const isGood = async (token: string) => (await passwordResetOf(app.context, token)) !== undefined;
const demote = ({ userId }: Member) =>
  app.sql(`UPDATE "Membership" SET "role" = 'SETTER' WHERE "userId" = $1`, [userId]);
const remove = (who: Member) => removeMember({ ...app.context, sendsMail: false }, removeMemberInput.parse(who));
const sessions = async ({ userId }: Member) =>
  (await app.sql('SELECT FROM "Session" WHERE "userId" = $1', [userId])).length;

describe('links to a password, and sessions, end with', () => {
  const next = 'another correct horse';

  test('a password that the operator sets', async () => {
    const token = await link();
    await app.session(member);
    expect(await setPassword(app.context, { userId: member.userId, password: next })).toMatchObject({
      sessionsEnded: 1,
    });
    expect([await isGood(token), await sessions(member)]).toEqual([false, 0]);
  });

  test('a password that the member changes, but for the session that changes it', async () => {
    await givePassword(app, member.userId);
    const token = await link();
    await app.session(member);
    const document = `mutation { changePassword(input: { currentPassword: "${password}", newPassword: "${next}" }) { sessionsEnded } }`;
    const { body } = await app.graphql(document, await app.session(member));
    expect(body.data.changePassword).toEqual({ sessionsEnded: 1 });
    expect([await isGood(token), await sessions(member)]).toEqual([false, 1]);
  });

  test('the use of one of them, which works once', async () => {
    const [token, other] = [await link(), await link()];
    await app.session(member);
    expect(await resetPassword(app.context, { token, password: next, address: '' })).toBe(true);
    expect([await isGood(other), await sessions(member)]).toEqual([false, 0]);
    expect(await resetPassword(app.context, { token, password: next, address: '' })).toBe(false);
  });
});

describe('a link to a password that was handed over ends where its maker', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['manages the member no more', () => demote(admin)],
    ['has left', () => remove(admin)],
    [
      'would lead into another workspace of the member',
      async () => app.insert('Membership', { ...(await app.workspace()), userId: member.userId, role: 'SETTER' }),
    ],
  ])('%s', async (_name, change) => {
    const [token, sent] = [await link(true), await link()];
    expect(await isGood(token)).toBe(true);
    await change();
    expect([await isGood(token), await isGood(sent)]).toEqual([false, true]);
  });
});

describe('an invitation ends where its inviter', () => {
  async function invitation() {
    const token = newLinkToken();
    const otherOwner = await app.workspace();
    const { workspaceId, userId: invitedBy } = admin;
    const email = await emailOf(otherOwner);
    await app.insert('Invitation', {
      ...{ workspaceId, email, role: 'SETTER', tokenHash: sha256(token), invitedBy, expiresAt: longAfter },
    });
    return { token, otherOwner };
  }

  test.each<[string, () => Promise<unknown>]>([
    ['invites nobody any more', () => demote(admin)],
    ['has left', () => app.sql('UPDATE "Membership" SET "removedAt" = now() WHERE "userId" = $1', [admin.userId])],
  ])('%s', async (_name, change) => {
    const { token, otherOwner } = await invitation();
    expect(await openInvitation(app.context, token)).toMatchObject({ workspaceId: admin.workspaceId });
    await change();
    expect(await openInvitation(app.context, token)).toBeUndefined();
    expect(await acceptAs(app.context, token, otherOwner.userId)).toBeUndefined();
  });

  test('is removed, with its row', async () => {
    await invitation();
    await remove(admin);
    expect(await app.sql('SELECT FROM "Invitation" WHERE "workspaceId" = $1', [admin.workspaceId])).toEqual([]);
  });
});
