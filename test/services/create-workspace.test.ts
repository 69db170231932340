import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CreateWorkspaceInput, createWorkspaceInput } from '#src/domain/workspaces/workspace.ts';
import { verifyPassword } from '#src/lib/secrets/password.ts';
import { createWorkspace } from '#src/services/workspaces.ts';
import { detailsWith } from '../support/errors.ts';
import { newEmail, password, type TestServices, testServices } from '../support/service-context.ts';

const inputOf = (changes: Partial<CreateWorkspaceInput> = {}) =>
  createWorkspaceInput.parse({ name: 'Acme', ownerEmail: newEmail(), ownerPassword: password, ...changes });

describe('createWorkspace()', () => {
  let services: TestServices;
  const create = (changes?: Partial<CreateWorkspaceInput>) => createWorkspace(services.context, inputOf(changes));
  const prisma = () => services.context.db.prisma;

  beforeAll(async () => {
    services = await testServices();
  });

  afterAll(() => services.close());

  test('makes a workspace and its owner, named after the address until they say otherwise', async () => {
    const { workspaceId, userId } = await create({
      name: '  Acme Sales ',
      ownerEmail: 'Ada.Lovelace+sales@Example.com',
      plan: 'BUSINESS',
      timeZone: 'Europe/Berlin',
    });
    const workspace = await prisma().workspace.findUniqueOrThrow({ where: { id: workspaceId } });
    expect(workspace).toMatchObject({
      name: 'Acme Sales',
      plan: 'BUSINESS',
      timeZone: 'Europe/Berlin',
      rateLimitPoints: 20,
      isDemo: false,
    });
    const memberships = await prisma().membership.findMany({ where: { workspaceId } });
    expect(memberships).toMatchObject([{ userId, role: 'OWNER' }]);
    const user = await prisma().user.findUniqueOrThrow({ where: { id: userId } });
    expect(user).toMatchObject({
      email: 'ada.lovelace+sales@example.com',
      username: 'ada-lovelace',
      firstName: 'Ada',
      lastName: 'Lovelace',
      timeZone: 'Europe/Berlin',
    });
    expect(user.passwordHash).toMatch(/^\$argon2id\$/);
    await expect(verifyPassword(user.passwordHash, password)).resolves.toBe(true);
  });

  test('gives every workspace its contact stage', async () => {
    const { workspaceId } = await create();
    const fields = await prisma().customField.findMany({
      where: { workspaceId },
      include: { options: { orderBy: { displayIndex: 'asc' } } },
    });
    expect(fields).toMatchObject([
      { identifier: 'contact-stage', name: 'Contact stage', type: 'CONTACT', inputType: 'SINGLE_SELECT' },
    ]);
    expect(fields[0]).toMatchObject({ isSystemField: true, hidden: false });
    const names = fields[0]?.options.map(({ name }) => name);
    expect(names).toEqual(['Lead', 'Qualified', 'Opportunity', 'Customer', 'Lost']);
  });

  test('lets a known user own another workspace with their password, and changes nothing of them', async () => {
    const ownerEmail = newEmail();
    const first = await create({ ownerEmail });
    const before = await prisma().user.findUniqueOrThrow({ where: { id: first.userId } });
    const second = await create({ ownerEmail: ownerEmail.toUpperCase(), ownerFirstName: 'Else' });
    expect(second.userId).toBe(first.userId);
    expect(second.workspaceId).not.toBe(first.workspaceId);
    await expect(prisma().user.findUniqueOrThrow({ where: { id: first.userId } })).resolves.toEqual(before);
  });

  test('refuses a known user with another password, and writes nothing', async () => {
    const ownerEmail = newEmail();
    const { userId } = await create({ ownerEmail });
    const workspaces = await prisma().workspace.count();
    await expect(create({ ownerEmail, ownerPassword: 'not the password' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: detailsWith({
        fieldErrors: { ownerPassword: ['A user with this email address already exists with a different password'] },
      }),
    });
    await expect(prisma().workspace.count()).resolves.toBe(workspaces);
    const { passwordHash } = await prisma().user.findUniqueOrThrow({ where: { id: userId } });
    await expect(verifyPassword(passwordHash, password)).resolves.toBe(true);
  });

  test('creates one user if two calls send the same address in parallel', async () => {
    const ownerEmail = newEmail();
    const made = await Promise.all([create({ ownerEmail }), create({ ownerEmail }), create({ ownerEmail })]);
    expect(new Set(made.map(({ userId }) => userId)).size).toBe(1);
    expect(new Set(made.map(({ workspaceId }) => workspaceId)).size).toBe(3);
  });
});

describe('createWorkspaceInput', () => {
  test.each([
    ['name', ' ', 'Must not be empty'],
    ['name', 'x'.repeat(256), 'Must be at most 255 characters'],
    ['ownerEmail', 'nobody', 'Invalid email format'],
    ['ownerEmail', `${'x'.repeat(250)}@example.com`, 'Must be at most 255 characters'],
    ['ownerPassword', '1234567', 'Must be at least 8 characters'],
    ['ownerPassword', 'x'.repeat(201), 'Must be at most 200 characters'],
    ['plan', 'FREE', 'Must be one of: STARTUP, BUSINESS, ENTERPRISE'],
    ['timeZone', 'Mars/Olympus', 'Must be an IANA time zone such as Europe/Berlin'],
    ['timeZone', '+02:00', 'Must be an IANA time zone such as Europe/Berlin'],
  ])('refuses the %s %s', (field, value, message) => {
    const input = { name: 'Acme', ownerEmail: 'owner@example.com', ownerPassword: password, [field]: value };
    const result = createWorkspaceInput.safeParse(input);
    expect(result.error?.issues).toMatchObject([{ path: [field], message }]);
  });

  test('changes nothing when it checks what it has checked', () => {
    const once = inputOf({ name: ' Acme ', ownerEmail: 'Owner@Example.com' });
    expect(once).toMatchObject({ name: 'Acme', ownerEmail: 'owner@example.com', plan: 'STARTUP', timeZone: 'UTC' });
    expect(createWorkspaceInput.parse(once)).toEqual(once);
  });
});
