import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { mailServer } from '../support/mail-server.ts';
import { person } from '../support/people.ts';
import { nextSerial } from '../support/serial.ts';

let owner: Member;
const app = await useApp();
const mail = await mailServer();
const mailing = await useApp({ mailer: mail.mailer, databaseUrl: app.databaseUrl });
beforeEach(async () => {
  owner = await app.workspace();
});
afterAll(async () => {
  await mail.close();
});

const address = () => `invited-${nextSerial()}@example.com`;
const invite = (node: TestApp, token: string, email: string, role = 'CLOSER') =>
  node.graphql(
    `mutation ($input: CreateInvitationInput!) { createInvitation(input: $input) {
      invitation { id email role invitedBy createdAt expiresAt } link } }`,
    ...([token, { input: { email, role } }] as const),
  );
const list = async (token: string) =>
  (await app.graphql('{ invitations { id email role } }', token)).body.data.invitations;
const fieldErrors = ({ body }: { body: { errors: { extensions: { details: { fieldErrors: object } } }[] } }) =>
  body.errors[0]?.extensions.details.fieldErrors;

describe('createInvitation', () => {
  test('without a mail server shows a link to hand over, whose token is stored nowhere', async () => {
    const email = address();
    const { body } = await invite(app, await app.session(owner), email.toUpperCase(), 'ADMIN');
    const { invitation, link } = body.data.createInvitation;
    expect(invitation).toEqual({
      ...{ id: expect.any(Number), email, role: 'ADMIN', invitedBy: owner.userId },
      ...{ createdAt: '2026-03-04T12:00:00.000Z', expiresAt: '2026-03-11T12:00:00.000Z' },
    });
    expect(link).toMatch(/^http:\/\/app\.test\/invitation\?token=[0-9A-Za-z]{43}$/);
    const token = link.slice(-43);
    const [row] = await app.sql<object>('SELECT * FROM "Invitation" WHERE "id" = $1', [invitation.id]);
    expect(JSON.stringify(row)).not.toContain(token);
    expect(JSON.stringify(app.logged)).not.toContain(token);
  });

  test('with a mail server sends the link to the address, and shows it to nobody else', async () => {
    const email = address();
    const { body } = await invite(mailing, await app.session(owner), email);
    expect(body.data.createInvitation.link).toBeNull();
    const [received] = mail.received.filter(({ to }) => to.includes(email));
    expect(received).toMatchObject({ from: 'slotline@example.com', to: [email] });
    expect(received?.link).toMatch(/^\/invitation\?token=[0-9A-Za-z]{43}$/);
    expect(received?.source).toContain('Content-Type: text/html');
    expect(received?.text).toContain('to the workspace “Acme”');
  });

  test('says that the e-mail was not sent, and leaves no invitation whose link nobody has', async () => {
    const token = await app.session(owner);
    mail.refuses = true;
    const { status, body } = await invite(mailing, token, address()).finally(() => {
      mail.refuses = false;
    });
    expect([status, body.errors[0].extensions.code]).toEqual([503, 'UNAVAILABLE']);
    expect(body.errors[0].message).toMatch(/^The email could not be sent, so no invitation was created/);
    expect(await list(token)).toEqual([]);
    expect(mailing.logged.filter(({ message }) => message === 'work in the background failed')).toHaveLength(1);
    mailing.unexpected.length = 0;
  });

  test('replaces the one of the same address, also when two come at the same time', async () => {
    const [token, email] = [await app.session(owner), address()];
    await invite(app, token, email);
    await Promise.all([invite(app, token, email, 'SETTER'), invite(app, token, email, 'SETTER')]);
    expect(await list(token)).toEqual([{ id: expect.any(Number), email, role: 'SETTER' }]);
  });

  test('is only for roles that the caller manages', async () => {
    const admin = await app.session(await app.member(owner.workspaceId, 'ADMIN'));
    expect((await invite(app, admin, address(), 'OWNER')).body.errors[0].message).toBe(
      'Only an owner can invite an owner',
    );
    expect((await invite(app, admin, address(), 'ADMIN')).body.errors).toBeUndefined();
    const closer = await app.session(await app.member(owner.workspaceId, 'CLOSER'));
    expect((await invite(app, closer, address())).body.errors[0].extensions.code).toBe('FORBIDDEN');
  });

  test('names the field of an address that is a member, or is none', async () => {
    const { email, ...member } = await person(app);
    const token = await app.session(member);
    expect(fieldErrors(await invite(app, token, email))).toEqual({ email: ['Is already a member of this workspace'] });
    expect(fieldErrors(await invite(app, token, 'nobody'))).toEqual({ email: ['Invalid email format'] });
  });

  test('has at most 50 open, and 5 an hour for one address', async () => {
    const token = await app.session(owner);
    const row = {
      workspaceId: owner.workspaceId,
      role: 'CLOSER',
      invitedBy: owner.userId,
      tokenHash: Buffer.from('x'),
    };
    for (let count = 0; count < 50; count++) {
      await app.insert('Invitation', { ...row, email: address(), expiresAt: '2026-03-04T12:00:00.000Z' });
    }
    // Those have ended.
    expect((await invite(app, token, address())).body.errors).toBeUndefined();
    // All but one of the 51 are open again.
    await app.sql(
      `UPDATE "Invitation" SET "expiresAt" = '2026-03-04T12:00:00.001Z' WHERE "workspaceId" = $1
         AND "id" > (SELECT min("id") FROM "Invitation" WHERE "workspaceId" = $1)`,
      [owner.workspaceId],
    );
    expect(fieldErrors(await invite(app, token, address()))).toEqual({
      email: ['The workspace has 50 open invitations: revoke one first'],
    });
    const email = address();
    const statuses = [];
    for (let count = 0; count < 6; count++) statuses.push((await invite(app, token, email)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });
});

describe('revokeInvitation', () => {
  const revoke = (token: string, id: number) =>
    app.graphql(`mutation { revokeInvitation(input: { id: ${id} }) { email } }`, token);

  test('takes one back, once, and none of another workspace', async () => {
    const [token, email] = [await app.session(owner), address()];
    const { id } = (await invite(app, token, email)).body.data.createInvitation.invitation;
    const stranger = await app.session(await app.workspace());
    expect((await revoke(stranger, id)).body.errors[0].extensions.code).toBe('NOT_FOUND');
    expect((await revoke(token, id)).body.data.revokeInvitation).toEqual({ email });
    expect((await revoke(token, id)).body.errors[0].extensions.code).toBe('NOT_FOUND');
  });

  test('of an owner is for owners, and leaves it as it was', async () => {
    const token = await app.session(owner);
    const { id } = (await invite(app, token, address(), 'OWNER')).body.data.createInvitation.invitation;
    const admin = await app.session(await app.member(owner.workspaceId, 'ADMIN'));
    expect((await revoke(admin, id)).body.errors[0].extensions.code).toBe('FORBIDDEN');
    expect(await list(token)).toHaveLength(1);
  });
});
