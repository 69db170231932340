import { beforeEach, describe, expect, test } from 'vitest';
import { newLinkToken } from '#src/domain/accounts/links.ts';
import { maxApiKeyLifetimeMs } from '#src/domain/api-keys/api-key.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { acceptAs, openInvitation } from '#src/services/accounts/accept-invitation.ts';
import { passwordResetOf } from '#src/services/accounts/password-reset.ts';
import { signUpOf } from '#src/services/accounts/sign-up.ts';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { nextSerial } from '../support/serial.ts';

const app = await useApp();
const now = '2026-03-04T12:00:00.000Z';
const end = '2026-03-04T13:00:00.000Z';
const lastMillisecond = '2026-03-04T12:59:59.999Z';
const longAfter = '2026-04-04T12:00:00.000Z';
let owner: Member;
beforeEach(async () => {
  app.clock.set(now);
  owner = await app.workspace();
});

async function emailOf(userId: number): Promise<string> {
  const [user] = await app.sql<{ email: string }>('SELECT "email" FROM "User" WHERE "id" = $1', [userId]);
  return user?.email ?? '';
}

/** The token of a link whose lifetime ends with the hour. */
async function link(row: { userId?: number; email: string }): Promise<string> {
  const token = newLinkToken();
  await app.insert('AccountLink', { tokenHash: sha256(token), expiresAt: end, ...row });
  return token;
}

async function invitation(email: string): Promise<string> {
  const token = newLinkToken();
  const { workspaceId, userId: invitedBy } = owner;
  await app.insert('Invitation', {
    workspaceId,
    email,
    role: 'SETTER',
    tokenHash: sha256(token),
    invitedBy,
    expiresAt: end,
  });
  return token;
}

describe('counts to its last millisecond, and not in the next:', () => {
  test('a link to reset a password', async () => {
    const { userId } = owner;
    const email = await emailOf(userId);
    const token = await link({ userId, email });
    app.clock.set(end);
    expect(await passwordResetOf(app.context, token)).toBeUndefined();
    app.clock.set(lastMillisecond);
    expect(await passwordResetOf(app.context, token)).toEqual({ id: userId, email });
    // The link of one kind is none of the other.
    expect(await signUpOf(app.context, token)).toBeUndefined();
  });

  test('a link to sign up', async () => {
    const email = `new-${nextSerial()}@example.com`;
    const token = await link({ email });
    app.clock.set(end);
    expect(await signUpOf(app.context, token)).toBeUndefined();
    app.clock.set(lastMillisecond);
    expect(await signUpOf(app.context, token)).toBe(email);
    expect(await passwordResetOf(app.context, token)).toBeUndefined();
  });

  test('an invitation that is opened and accepted', async () => {
    const { userId } = await app.workspace();
    const token = await invitation(await emailOf(userId));
    app.clock.set(end);
    expect(await openInvitation(app.context, token)).toBeUndefined();
    expect(await acceptAs(app.context, token, userId)).toBeUndefined();
    app.clock.set(lastMillisecond);
    expect(await openInvitation(app.context, token)).toMatchObject({ workspaceId: owner.workspaceId });
    expect(await acceptAs(app.context, token, userId)).toEqual({ workspaceId: owner.workspaceId, userId });
  });

  test('a session in the list of sessions', async () => {
    const other = await app.session(owner, { expiresAt: end });
    const session = await app.session(owner, { expiresAt: longAfter });
    const listed = async () => (await app.graphql('{ sessions { id } }', session)).body.data.sessions.length;
    app.clock.set(end);
    expect(await listed()).toBe(1);
    app.clock.set(lastMillisecond);
    expect(await listed()).toBe(2);
    expect((await app.graphql('{ viewer { role } }', other)).status).toBe(200);
  });
});

describe('the end of a new API key', () => {
  const at = (ms: number) => new Date(Date.parse(now) + ms).toISOString();

  test.each([
    ['now', at(0), 'out_of_range'],
    ['in the next millisecond', at(1), undefined],
    ['as late as it can be', at(maxApiKeyLifetimeMs), undefined],
    ['a millisecond later than that', at(maxApiKeyLifetimeMs + 1), 'out_of_range'],
  ])('%s is accepted or refused', async (_name, expiresAt, code) => {
    const document = `mutation { createApiKey(input: { name: "x", scopes: ["eventCalls:read"], expiresAt: "${expiresAt}" }) { secret } }`;
    const { body } = await app.graphql(document, await app.session(owner));
    expect(body.errors?.[0].extensions.details.errors[0].code).toBe(code);
  });
});
