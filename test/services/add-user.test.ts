import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usernameFrom } from '#src/domain/accounts/user.ts';
import { type AddUserInput, addUserInput } from '#src/domain/members/member.ts';
import { verifyPassword } from '#src/lib/secrets/password.ts';
import { addUser } from '#src/services/members/members.ts';
import { detailsWith } from '../support/errors.ts';
import { newEmail, password, type TestServices, testServices } from '../support/service-context.ts';

describe('addUser()', () => {
  let services: TestServices;
  let workspaceId: number;
  const add = (changes: Partial<AddUserInput>) =>
    addUser(services.context, addUserInput.parse({ workspaceId, password, role: 'CLOSER', ...changes }));
  const userOf = (email: string) => services.context.db.prisma.user.findUnique({ where: { email } });

  beforeAll(async () => {
    services = await testServices();
    ({ workspaceId } = await services.workspace());
  });

  afterAll(() => services.close());

  test('adds a new user with the role of the input', async () => {
    const email = newEmail();
    const { userId, isNewUser } = await add({ email, role: 'SETTER', firstName: 'Grace', lastName: 'Hopper' });
    expect(isNewUser).toBe(true);
    const membership = await services.context.db.prisma.membership.findMany({ where: { userId } });
    expect(membership).toMatchObject([{ workspaceId, role: 'SETTER' }]);
    expect(await userOf(email)).toMatchObject({ id: userId, firstName: 'Grace', lastName: 'Hopper' });
  });

  test('lets a user of another workspace join as they are', async () => {
    const other = await services.workspace();
    const before = await userOf(other.email);
    const joined = await add({ email: other.email, password: 'a different password', firstName: 'Else' });
    expect(joined).toEqual({ userId: other.userId, isNewUser: false });
    expect(await userOf(other.email)).toEqual(before);
    await expect(verifyPassword(before?.passwordHash, password)).resolves.toBe(true);
  });

  test('refuses a member, whose role stays', async () => {
    const email = newEmail();
    const { userId } = await add({ email });
    await expect(add({ email, role: 'ADMIN' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: detailsWith({ fieldErrors: { email: ['Is already a member of this workspace'] } }),
    });
    const membership = await services.context.db.prisma.membership.findMany({ where: { userId } });
    expect(membership).toMatchObject([{ role: 'CLOSER' }]);
  });

  test('refuses a workspace that does not exist, and leaves no user behind', async () => {
    const email = newEmail();
    await expect(add({ email, workspaceId: 2_000_000_000 })).rejects.toMatchObject({
      details: { fieldErrors: { workspaceId: ['There is no workspace with this id'] } },
    });
    expect(await userOf(email)).toBeNull();
  });

  test('creates distinct usernames for the same local part in parallel', async () => {
    const emails = Array.from({ length: 8 }, (_, index) => `mary@company${index}.example`);
    await Promise.all(emails.map((email) => add({ email })));
    const users = await services.context.db.prisma.user.findMany({ where: { email: { in: emails } } });
    const usernames = users.map(({ username }) => username).sort();
    expect(new Set(usernames).size).toBe(8);
    expect(usernames[0]).toBe('mary');
    for (const username of usernames.slice(1)) expect(username).toMatch(/^mary-[0-9a-f]{6}$/);
  });

  test('adds an address once if two calls send it in parallel', async () => {
    const email = newEmail();
    const outcomes = await Promise.allSettled([add({ email }), add({ email }), add({ email })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });
});

describe('usernameFrom()', () => {
  test.each([
    ['ada@example.com', 'ada'],
    ['Ada.Lovelace+news@example.com', 'ada-lovelace'],
    ['__x--y__@example.com', 'x-y'],
    ['ж@example.com', 'user'],
    [`${'long'.repeat(15)}@example.com`, 'long'.repeat(10)],
  ])('makes of %s the username %s', (email, username) => {
    expect(usernameFrom(email)).toBe(username);
  });
});
