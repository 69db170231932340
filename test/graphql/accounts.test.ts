import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { mailServer } from '../support/mail-server.ts';
import { person } from '../support/people.ts';

const app = await useApp();
const mail = await mailServer();
const closed = await useApp({ signUp: false, mailer: mail.mailer, databaseUrl: app.databaseUrl });
afterAll(async () => {
  await mail.close();
});

test('server says to everybody what it offers', async () => {
  const query = '{ server { signUp emails demo version webhookLoopback } }';
  const shared = { demo: false, version: expect.stringMatching(/^\d+\.\d+\.\d+/), webhookLoopback: true };
  expect((await app.graphql(query)).body.data.server).toEqual({ signUp: true, emails: false, ...shared });
  expect((await closed.graphql(query)).body.data.server).toEqual({ signUp: false, emails: true, ...shared });
});

describe('createPasswordResetLink', () => {
  const make = (token: string, userId: number, node = app) =>
    node.graphql(`mutation { createPasswordResetLink(input: { userId: ${userId} }) { link } }`, token);

  test('shows the link of a member who belongs to this workspace alone', async () => {
    const owner = await app.workspace();
    const { userId } = await app.member(owner.workspaceId, 'CLOSER');
    const { body } = await make(await app.session(owner), userId);
    expect(body.data.createPasswordResetLink.link).toMatch(
      /^http:\/\/app\.test\/reset-password\?token=[0-9A-Za-z]{43}$/,
    );
    expect((await make(await app.session(owner), userId, closed)).body.data.createPasswordResetLink.link).toBeNull();
    expect(mail.received.at(-1)?.link).toMatch(/^\/reset-password\?token=/);
  });

  test('is refused for one of other workspaces, with what the operator can do', async () => {
    const owner = await app.workspace();
    const { userId } = await app.member(owner.workspaceId, 'CLOSER');
    const { workspaceId } = await app.workspace();
    await app.insert('Membership', { workspaceId, userId, role: 'SETTER' });
    const { body } = await make(await app.session(owner), userId);
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
    expect(body.errors[0].message).toContain(`npm run -s cli -- user set-password --user ${userId}`);
  });

  test('is refused to an admin for an owner, for oneself, and for strangers', async () => {
    const owner = await app.workspace();
    const admin = await app.member(owner.workspaceId, 'ADMIN');
    const token = await app.session(admin);
    const code = async (userId: number) => (await make(token, userId)).body.errors[0].extensions.code;
    expect(await code(owner.userId)).toBe('FORBIDDEN');
    expect(await code(admin.userId)).toBe('VALIDATION_FAILED');
    expect(await code((await app.workspace()).userId)).toBe('NOT_FOUND');
  });
});

describe('createWorkspace', () => {
  const create = (node: TestApp, token: string, name: string, timeZone = 'Europe/Berlin') =>
    node.graphql(
      `mutation ($input: CreateWorkspaceInput!) { createWorkspace(input: $input) { id name timeZone } }`,
      ...([token, { input: { name, timeZone } }] as const),
    );

  test('makes one of one’s own, with its contact stage, in which the session can go on', async () => {
    const token = await app.session(await app.member((await app.workspace()).workspaceId, 'SETTER'));
    const { id, ...workspace } = (await create(app, token, 'Second')).body.data.createWorkspace;
    expect(workspace).toEqual({ name: 'Second', timeZone: 'Europe/Berlin' });
    await app.graphql(`mutation { switchWorkspace(input: { workspaceId: ${id} }) { id } }`, token);
    const { body } = await app.graphql('{ viewer { role } contactStage { identifier } }', token);
    expect(body.data).toEqual({ viewer: { role: 'OWNER' }, contactStage: { identifier: 'contact-stage' } });
  });

  test('is refused where sign-ups are off', async () => {
    const { body } = await create(closed, await app.session(await app.workspace()), 'Second');
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
    expect(body.errors[0].message).toContain('workspace create');
  });

  test('names the field of a bad value, and ends at 20', async () => {
    const owner = await person(app);
    const token = await app.session(owner);
    const errors = async (...input: [string, string?]) =>
      (await create(app, token, ...input)).body.errors[0].extensions.details.fieldErrors;
    expect(await errors(' ')).toEqual({ name: [expect.any(String)] });
    expect(await errors('x', 'Mars')).toEqual({ timeZone: [expect.stringContaining('IANA')] });
    for (let count = 1; count < 19; count++) {
      const { workspaceId } = await app.workspace();
      await app.insert('Membership', { workspaceId, userId: owner.userId, role: 'OWNER' });
    }
    const both = await Promise.all([create(app, token, 'a'), create(app, token, 'b')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('X-Slotline-Workspace', () => {
  let owner: Member;
  let other: number;
  let token: string;
  const send = async (named: string, query: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = { method: 'POST', body: JSON.stringify({ query }), headers };
    return app.request('/graphql', { ...init, headers: { ...headers, 'x-slotline-workspace': named } });
  };
  beforeAll(async () => {
    owner = await app.workspace();
    other = (await app.workspace()).workspaceId;
    await app.insert('Membership', { workspaceId: other, userId: owner.userId, role: 'OWNER' });
    token = await app.session(owner);
  });

  test('lets requests of the session’s workspace pass, switchWorkspace among them, and refuses others', async () => {
    const mine = String(owner.workspaceId);
    expect((await send(mine, '{ workspace { id } }')).body.data.workspace.id).toBe(owner.workspaceId);
    expect((await send(mine, `mutation { switchWorkspace(input: { workspaceId: ${other} }) { id } }`)).status).toBe(
      200,
    );
    const late = await send(mine, 'mutation { createContact(input: { email: "late@example.com" }) { created } }');
    expect([late.status, late.body.errors[0].extensions.code]).toEqual([409, 'WORKSPACE_CHANGED']);
    expect(await app.sql('SELECT 1 FROM "Contact" WHERE "email" = $1', ['late@example.com'])).toEqual([]);
    expect((await send(String(other), '{ workspace { id } }')).body.data.workspace.id).toBe(other);
  });

  test('must be an id', async () => {
    const { status, body } = await send('acme', '{ workspace { id } }');
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'VALIDATION_FAILED']);
  });
});
