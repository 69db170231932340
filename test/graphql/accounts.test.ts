import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resetPassword } from '../../src/services/accounts/password-reset.ts';
import { type TestApp, useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { mailServer } from '../support/mail-server.ts';
import { person, setPassword } from '../support/people.ts';

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
  const notice = 'user { passwordLinkNotice { madeAt madeBy } }';
  const noticeOf = async (token: string) =>
    (await app.graphql(`{ viewer { ${notice} } }`, token)).body.data.viewer.user.passwordLinkNotice;
  const dismissMutation = `mutation ($input: PasswordLinkNoticeInput!) { dismissPasswordLinkNotice(input: $input) { ${notice} } }`;

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

  test('sends a member five an hour', async () => {
    const owner = await app.workspace();
    const { userId } = await app.member(owner.workspaceId, 'CLOSER');
    const other = await app.member(owner.workspaceId, 'CLOSER');
    const session = await app.session(owner);
    const sent = mail.received.length;
    for (let time = 0; time < 5; time++) expect((await make(session, userId, closed)).body.errors).toBeUndefined();
    expect((await make(session, userId, closed)).body.errors[0].extensions.code).toBe('RATE_LIMIT_EXCEEDED');
    expect(mail.received.length - sent).toBe(5);
    expect((await make(session, other.userId, closed)).body.errors).toBeUndefined();
  });

  test('mails the member a link that names who asked for it, and leaves no notice', async () => {
    const owner = await person(app);
    await app.sql('UPDATE "User" SET "firstName" = $2, "lastName" = $3 WHERE "id" = $1', [
      owner.userId,
      'Ada',
      'Price',
    ]);
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const email = await setPassword(app, closer.userId);
    const { body } = await make(await app.session(owner), closer.userId, closed);
    expect(JSON.stringify(body)).not.toContain('token=');
    const [{ text = '' } = {}] = mail.received.filter(({ to }) => to.includes(email));
    expect(text).toContain(`Ada Price (${owner.email}) from the workspace “Acme” asked us to send you a link`);
    expect(text).toContain('If you did not expect this, you can ignore this email. Your password will not change.');
    expect(await noticeOf(await app.session(closer))).toBeNull();
  });

  test('ends the links before, also those made at the same time, and no link of anybody else', async () => {
    const owner = await app.workspace();
    const token = await app.session(owner);
    const [{ userId }, other] = [
      await app.member(owner.workspaceId, 'CLOSER'),
      await app.member(owner.workspaceId, 'SETTER'),
    ];
    const linkOf = async (user: number) => (await make(token, user)).body.data.createPasswordResetLink.link as string;
    const good = async (link: string) => (await fetch(app.url + link.slice('http://app.test'.length))).status === 200;
    const [first, others] = [await linkOf(userId), await linkOf(other.userId)];
    expect(await good(first)).toBe(true);
    const second = await linkOf(userId);
    expect([await good(first), await good(second), await good(others)]).toEqual([false, true, true]);
    const several = await Promise.all(Array.from({ length: 3 }, () => linkOf(userId)));
    expect((await Promise.all(several.map(good))).filter(Boolean)).toHaveLength(1);
  });

  test('where no e-mail is sent, leaves the member a notice until they dismiss it', async () => {
    const owner = await person(app);
    await app.sql('UPDATE "User" SET "firstName" = $2, "lastName" = $3 WHERE "id" = $1', [
      owner.userId,
      'Ada',
      'Price',
    ]);
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const session = await app.session(closer);
    expect(await noticeOf(session)).toBeNull();
    await make(await app.session(owner), closer.userId);
    const madeAt = app.clock.now().toISOString();
    expect(await noticeOf(session)).toEqual({ madeAt, madeBy: `Ada Price (${owner.email})` });
    expect(await noticeOf(await app.apiKey(closer))).toBeNull();
    expect(await noticeOf(await app.session(owner))).toBeNull();

    const dismiss = async (read: string) =>
      (await app.graphql(dismissMutation, session, { input: { madeAt: read } })).body.data.dismissPasswordLinkNotice;
    const earlier = new Date(Date.parse(madeAt) - 1).toISOString();
    expect((await dismiss(earlier)).user.passwordLinkNotice).toEqual({ madeAt, madeBy: expect.any(String) });
    expect((await dismiss(madeAt)).user.passwordLinkNotice).toBeNull();
    expect(await noticeOf(session)).toBeNull();
    const bad = await app.graphql(dismissMutation, session, { input: { madeAt: 'yesterday' } });
    expect(bad.body.errors[0].extensions.details.fieldErrors).toEqual({
      madeAt: [expect.stringContaining('ISO 8601')],
    });
  });

  test('the notice outlives the use of the link', async () => {
    const owner = await app.workspace();
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const { link } = (await make(await app.session(owner), closer.userId)).body.data.createPasswordResetLink;
    expect(
      await resetPassword(app.context, { token: link.slice(-43), password: 'a whole new battery', address: '' }),
    ).toBe(true);
    expect(await noticeOf(await app.session(closer))).not.toBeNull();
  });

  test('a refused request leaves no notice', async () => {
    const owner = await app.workspace();
    const admin = await app.member(owner.workspaceId, 'ADMIN');
    await make(await app.session(admin), owner.userId);
    expect(await noticeOf(await app.session(owner))).toBeNull();
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
