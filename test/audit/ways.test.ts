import { describe, expect, test } from 'vitest';
import { acceptAs, acceptWithNewAccount } from '#src/services/accounts/accept-invitation.ts';
import { resetPassword } from '#src/services/accounts/password-reset.ts';
import { signUp } from '#src/services/accounts/sign-up.ts';
import { endConnection } from '#src/services/oauth-clients/connections.ts';
import { useApp } from '../support/app.ts';
import { auditLog } from '../support/audit.ts';
import { bookableEvent } from '../support/bookable-events.ts';
import { json } from '../support/cli.ts';
import type { Member } from '../support/factories.ts';
import { connect, oauthApp, revoke } from '../support/oauth.ts';
import { password, person, signInMutation } from '../support/people.ts';

// What is recorded that no mutation of the schema does, or that a mutation does for somebody else than the owner with a session.

const app = await useApp();
const origin = { address: '203.0.113.7', userAgent: 'Firefox' };
const joining = { ...app.context, ...origin };
const invite = async (owner: Member, email: string, role = 'SETTER') => {
  const document = `mutation ($input: CreateInvitationInput!) { createInvitation(input: $input) { link } }`;
  const { body } = await app.graphql(document, await app.session(owner), { input: { email, role } });
  return String(body.data.createInvitation.link).slice(-43);
};
const last = async (owner: Pick<Member, 'workspaceId'>) => (await auditLog(app, owner)).at(-1);
const actions = async (owner: Pick<Member, 'workspaceId'>) => (await auditLog(app, owner)).map(({ action }) => action);

describe('signing in', () => {
  const attempt = (email: string, typed: string) => app.graphql(signInMutation, undefined, { email, password: typed });

  test('is recorded in the workspace of the session, a wrong password in each workspace, once a minute', async () => {
    const ada = await person(app);
    const second = await app.workspace();
    await app.sql('INSERT INTO "Membership" ("workspaceId", "userId", "role") VALUES ($1, $2, $3)', [
      ...[second.workspaceId, ada.userId, 'CLOSER'],
    ]);
    for (const typed of ['wrong', 'wrong again']) {
      await attempt(ada.email, typed);
      await app.background.settled();
    }
    expect([await actions(ada), await actions(second)]).toEqual([['session.refused'], ['session.refused']]);
    app.clock.set(new Date(app.clock.now().getTime() + 60_001).toISOString());
    await attempt(ada.email, 'wrong');
    await app.background.settled();
    await attempt(ada.email, password);
    expect(await actions(ada)).toEqual(['session.refused', 'session.refused', 'session.created']);
    expect(await actions(second)).toEqual(['session.refused', 'session.refused']);
    expect(await last(ada)).toMatchObject({ actorType: 'USER', userId: ada.userId, targetId: `${ada.userId}` });
  });

  test('with an address that nobody has, or before the workspace that a member has left, records nothing there', async () => {
    const ada = await person(app);
    await app.sql('UPDATE "Membership" SET "removedAt" = now() WHERE "userId" = $1', [ada.userId]);
    await attempt('nobody@example.com', 'wrong');
    await attempt(ada.email, 'wrong');
    await app.background.settled();
    expect(await actions(ada)).toEqual([]);
  });

  test('a session that moves to another workspace is recorded there', async () => {
    const ada = await person(app);
    const other = await app.workspace();
    await app.sql('INSERT INTO "Membership" ("workspaceId", "userId", "role") VALUES ($1, $2, $3)', [
      ...[other.workspaceId, ada.userId, 'ADMIN'],
    ]);
    const document = 'mutation ($id: Int!) { switchWorkspace(input: { workspaceId: $id }) { id } }';
    await app.graphql(document, await app.session(ada), { id: other.workspaceId });
    expect([await actions(ada), await actions(other)]).toEqual([[], ['session.moved']]);
  });
});

describe('a person', () => {
  test('who accepts an invitation, with an account or without, has joined', async () => {
    const owner = await app.workspace();
    const ada = await person(app);
    await acceptAs(joining, await invite(owner, ada.email), ada.userId);
    expect(await last(owner)).toMatchObject({
      ...{ action: 'member.joined', actorType: 'USER', userId: ada.userId, targetId: `${ada.userId}`, ...origin },
      changes: { role: { to: 'SETTER' } },
    });
    const token = await invite(owner, 'new@example.com', 'ADMIN');
    const joined = await acceptWithNewAccount(joining, { token, firstName: 'Bo', lastName: 'Hart', password });
    expect(await last(owner)).toMatchObject({
      ...{ action: 'member.joined', userId: joined?.userId, changes: { role: { to: 'ADMIN' } } },
    });
    expect(JSON.stringify(await auditLog(app, owner))).not.toMatch(/new@example\.com|Hart/);
  });

  test('who changes their name is recorded without it', async () => {
    const ada = await person(app);
    const document = 'mutation { updateViewer(input: { firstName: "Zelda", timeZone: "Asia/Tokyo" }) { role } }';
    expect((await app.graphql(document, await app.session(ada))).body.errors).toBeUndefined();
    expect(await auditLog(app, ada)).toMatchObject([
      { action: 'member.updated', changes: { firstName: {}, timeZone: { from: 'UTC', to: 'Asia/Tokyo' } } },
    ]);
    expect((await last(ada))?.changes?.firstName).toEqual({});
  });

  test('who signs up has created a workspace', async () => {
    const input = { email: 'founder@example.com', firstName: 'Cy', lastName: '', password };
    const made = await signUp(joining, { ...input, workspaceName: 'Acme', timeZone: 'UTC' });
    expect(await auditLog(app, made)).toMatchObject([
      { action: 'workspace.created', actorType: 'USER', userId: made.userId, targetId: null, ...origin },
    ]);
  });

  test('who chooses a new password with a link has reset it', async () => {
    const [owner, ada] = [await app.workspace(), await app.workspace()];
    await app.sql('UPDATE "Membership" SET "workspaceId" = $1, "role" = $3 WHERE "userId" = $2', [
      ...[owner.workspaceId, ada.userId, 'CLOSER'],
    ]);
    const document = 'mutation ($id: Int!) { createPasswordResetLink(input: { userId: $id }) { link } }';
    const { body } = await app.graphql(document, await app.session(owner), { id: ada.userId });
    const token = String(body.data.createPasswordResetLink.link).slice(-43);
    expect(await resetPassword(app.context, { token, password: 'a whole new battery', address: '203.0.113.9' })).toBe(
      true,
    );
    expect(await auditLog(app, owner)).toMatchObject([
      { action: 'password.link_created', userId: owner.userId, targetId: `${ada.userId}` },
      { action: 'password.reset', userId: ada.userId, targetId: `${ada.userId}`, address: '203.0.113.9' },
    ]);
  });
});

describe('an app', () => {
  test('that a member connects and that gives its access back is recorded, and what it does in their name', async () => {
    const owner = await app.workspace();
    const client = await oauthApp(app, owner, { allowedScopes: ['events:read', 'events:write'] });
    const tokens = await connect(app, await app.session(owner), client);
    const [connected] = await auditLog(app, owner);
    expect(connected).toMatchObject({
      ...{ action: 'connection.created', actorType: 'USER', userId: owner.userId },
      changes: { clientId: { to: client.clientId }, scopes: { to: ['events:read', 'events:write'] } },
    });
    const id = await bookableEvent(app, owner);
    await app.sql('UPDATE "Event" SET "name" = $2 WHERE "id" = $1', [id, 'Intro']);
    const answer = await app.request('/v1/events', {
      ...{
        method: 'PUT',
        headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
      },
      body: JSON.stringify({ id, name: 'First call' }),
    });
    expect(answer.status).toBe(200);
    expect(await last(owner)).toMatchObject({
      ...{
        action: 'event.updated',
        actorType: 'APP',
        userId: owner.userId,
        clientId: client.clientId,
        targetId: `${id}`,
      },
      changes: { name: { from: 'Intro', to: 'First call' } },
    });
    await revoke(app, client, tokens.refresh_token);
    const { workspaceId, userId } = owner;
    const again = { workspaceId, userId, clientId: client.clientId, id: String(connected?.targetId) };
    await endConnection(app.context, again);
    const ends = (await auditLog(app, owner)).filter(({ action }) => action === 'connection.revoked');
    expect(ends).toMatchObject([{ actorType: 'APP', clientId: client.clientId, targetId: connected?.targetId }]);
  });

  test('and a key: what a key does names it', async () => {
    const owner = await app.workspace();
    const key = await app.apiKey(owner, { scopes: ['webhooks:read', 'webhooks:write'] });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ url: 'https://93.184.216.34/secret/path?token=1', kinds: ['webhook.paused'] });

    const made = await app.request('/v1/webhooks', { method: 'POST', headers, body });
    expect(made.status).toBe(201);
    const entry = await last(owner);
    expect(entry).toMatchObject({ action: 'webhook.created', actorType: 'API_KEY', userId: owner.userId });
    expect(entry?.apiKeyId).toEqual(expect.any(Number));
    // The path and the query of an address may be its secret.
    expect(entry?.changes?.url).toEqual({ to: 'https://93.184.216.34' });
  });
});

describe('the operator', () => {
  const run = (...args: string[]) => json(args, { DATABASE_URL: app.databaseUrl });

  test('is recorded with what each command changed', async () => {
    const owner = await app.workspace();
    const workspace = ['--workspace', `${owner.workspaceId}`];
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const user = ['--user', `${closer.userId}`];
    await run('workspace', 'set', '--id', `${owner.workspaceId}`, '--plan', 'BUSINESS');
    await run('user', 'set-role', ...workspace, ...user, '--role', 'SETTER');
    await run('user', 'set-role', ...workspace, ...user, '--role', 'SETTER');
    await run('session', 'create', ...workspace, ...user);
    const { apiKeyId } = await run(
      'key',
      'create',
      ...workspace,
      ...user,
      '--name',
      'Sync',
      '--scopes',
      'contacts:read',
    );
    for (const _ of [1, 2]) await run('key', 'revoke', ...workspace, '--key', `${apiKeyId}`);
    await run('user', 'set-password', ...user, '--password', 'a whole new battery');
    const { clientId } = await oauthApp(app, owner, { status: 'PENDING' });
    await run('client', 'approve', '--client-id', clientId);
    await run('user', 'remove', ...workspace, ...user);
    const entries = await auditLog(app, owner);
    expect(
      entries.every(({ actorType, userId, address }) => actorType === 'OPERATOR' && userId === null && !address),
    ).toBe(true);
    const member = `${closer.userId}`;
    expect(entries.map(({ action, targetId, changes }) => [action, targetId, changes])).toEqual([
      ['workspace.updated', null, { plan: { from: 'STARTUP', to: 'BUSINESS' } }],
      ['member.updated', member, { role: { from: 'CLOSER', to: 'SETTER' } }],
      ['session.created', member, null],
      [
        'api_key.created',
        `${apiKeyId}`,
        {
          name: { to: 'Sync' },
          userId: { to: closer.userId },
          scopes: { to: ['contacts:read'] },
        },
      ],
      ['api_key.revoked', `${apiKeyId}`, null],
      ['password.reset', member, null],
      ['oauth_client.updated', expect.any(String), { status: { from: 'PENDING', to: 'APPROVED' } }],
      ['member.removed', member, { role: { from: 'SETTER', to: null } }],
    ]);
  });

  test('is recorded in a workspace that a command creates, and for a member whom a command adds', async () => {
    const owner = ['--owner-email', 'own@example.com', '--owner-password', password];
    const made = (await run('workspace', 'create', '--name', 'Acme', ...owner)) as { workspaceId: number };
    const added = ['--email', 'dee@example.com', '--password', password, '--role', 'CLOSER'];
    const { userId } = await run('user', 'add', '--workspace', `${made.workspaceId}`, ...added);
    expect((await auditLog(app, made)).map(({ action, actorType, targetId }) => [action, actorType, targetId])).toEqual(
      [
        ['workspace.created', 'OPERATOR', null],
        ['member.joined', 'OPERATOR', `${userId}`],
      ],
    );
  });
});
