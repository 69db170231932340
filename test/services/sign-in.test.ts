import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addUserInput } from '#src/domain/members/member.ts';
import { createSessionInput, signInInput } from '#src/domain/sessions/session.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { createSession, signIn, signOut } from '#src/services/accounts/sessions.ts';
import { resolveSession } from '#src/services/credentials.ts';
import { addUser } from '#src/services/members/members.ts';
import { retryWhenSlow } from '../support/retry-when-slow.ts';
import { newEmail, password, type TestServices, testServices } from '../support/service-context.ts';

const day = 86_400_000;

describe('sessions', () => {
  let services: TestServices;
  const enter = (input: { email: string; password: string }) => signIn(services.context, signInInput.parse(input));

  beforeAll(async () => {
    services = await testServices();
  });

  afterAll(() => services.close());

  test('signIn() creates a session of 30 days in the workspace that the user joined first', async () => {
    const owner = await services.workspace();
    const later = await services.workspace();
    const input = { workspaceId: later.workspaceId, email: owner.email, password, role: 'ADMIN' };
    await addUser(services.context, addUserInput.parse(input));
    const signedIn = await enter({ email: owner.email.toUpperCase(), password });
    expect(signedIn).toEqual({
      userId: owner.userId,
      workspaceId: owner.workspaceId,
      passwordIsWeak: false,
      token: expect.stringMatching(/^service_ses_[0-9A-Za-z]{43}$/),
      expiresAt: new Date(services.clock.now().getTime() + 30 * day),
    });
    const principal = await resolveSession(services.context, signedIn.token);
    expect(principal).toMatchObject({ workspaceId: owner.workspaceId, userId: owner.userId, role: 'OWNER' });
  });

  test('signIn() answers an unknown address and a wrong password with the same error after the same time', {
    retry: retryWhenSlow,
  }, async () => {
    const { email } = await services.workspace();
    const wrong = () => refused({ email, password: 'not the password' });
    const unknown = () => refused({ email: newEmail(), password });
    for (const warmUp of [wrong, unknown]) await warmUp();
    const leastMs = { wrong: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
    for (let attempt = 0; attempt < 12; attempt++) {
      leastMs.wrong = Math.min(leastMs.wrong, await processorMs(wrong));
      leastMs.unknown = Math.min(leastMs.unknown, await processorMs(unknown));
    }
    expect(leastMs.unknown / leastMs.wrong).toBeGreaterThan(0.5);
    expect(leastMs.unknown / leastMs.wrong).toBeLessThan(2);
  });

  test('signIn() refuses a user without a workspace, once the password is right', async () => {
    const { email, userId } = await services.workspace();
    await services.context.db.prisma.membership.deleteMany({ where: { userId } });
    await expect(enter({ email, password })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await refused({ email, password: 'not the password' });
  });

  test('createSession() stores the hash of its token alone', async () => {
    const { workspaceId, userId } = await services.workspace();
    const { token } = await createSession(services.context, createSessionInput.parse({ workspaceId, userId }));
    const sessions = await services.context.db.prisma.session.findMany({ where: { workspaceId } });
    expect(sessions).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        tokenHash: Uint8Array.from(sha256(token)),
        workspaceId,
        userId,
        createdAt: services.clock.now(),
        lastUsedAt: services.clock.now(),
        expiresAt: new Date(services.clock.now().getTime() + 30 * day),
        userAgent: null,
        address: null,
      },
    ]);
  });

  test('createSession() refuses a user who is no member', async () => {
    const { workspaceId } = await services.workspace();
    const stranger = await services.workspace();
    await expect(createSession(services.context, { workspaceId, userId: stranger.userId })).rejects.toMatchObject({
      details: { fieldErrors: { userId: ['Is not a member of this workspace'] } },
    });
  });

  test('signOut() ends this session at once and no other, and may be repeated', async () => {
    const member = await services.workspace();
    const [ended, other] = [
      await createSession(services.context, member),
      await createSession(services.context, member),
    ];
    await signOut(services.context, ended);
    await expect(resolveSession(services.context, ended.token)).rejects.toMatchObject({ code: 'INVALID_SESSION' });
    await expect(resolveSession(services.context, other.token)).resolves.toMatchObject({ userId: member.userId });
    await expect(signOut(services.context, ended)).resolves.toBeUndefined();
    await expect(signOut(services.context, { token: 'no token' })).resolves.toBeUndefined();
  });

  async function refused(input: { email: string; password: string }): Promise<void> {
    await expect(enter(input)).rejects.toMatchObject({
      code: 'INVALID_SIGN_IN',
      status: 401,
      message: 'Wrong email or password',
    });
  }
});

/**
 * The processor time of the process while the work runs, whatever other processes do. Garbage collection and compilation
 * add to some measurements and never subtract, so the least of several is that of the work.
 */
async function processorMs(work: () => Promise<void>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
