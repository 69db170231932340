import { beforeEach, describe, expect, test } from 'vitest';
import { type Answer, useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { callWith, connect, type OAuthApp, oauthApp, ownerWithApp, refresh, revoke } from '../support/oauth.ts';
import { roomyLimiter } from '../support/roomy-limiter.ts';
import { eventsOf } from '../support/webhook-rows.ts';

const start = '2026-03-04T12:00:00.000Z';

let owner: Member;
let session: string;
let client: OAuthApp;
const app = await useApp({ limiter: roomyLimiter() });
beforeEach(async () => {
  app.clock.set(start);
  ({ owner, session, client } = await ownerWithApp(app, { homepageUrl: 'https://dialer.example/' }));
});

const fields =
  'id app { clientId name homepageUrl logoUrl } workspace { id name } scopes createdAt lastUsedAt expiresAt accessTokenExpiresAt revokedAt';

async function list(credential = session, args = '') {
  const { body } = await app.graphql(`{ connections${args} { count connections { ${fields} } } }`, credential);
  return body.data.connections;
}

function revokeOne(id: string, credential = session): Promise<Answer> {
  const document = `mutation ($id: String!) { revokeConnection(input: { id: $id }) { id revokedAt } }`;
  return app.graphql(document, credential, { id });
}

async function revokeAll(clientId: string, credential = session) {
  const document = `mutation ($id: String!) { revokeAllConnections(input: { clientId: $id }) { ids count } }`;
  return (await app.graphql(document, credential, { id: clientId })).body.data.revokeAllConnections;
}

describe('connections', () => {
  test('are listed with their app, their workspace and their times', async () => {
    await connect(app, session, client);
    expect(await list()).toEqual({
      count: 1,
      connections: [
        {
          id: expect.stringMatching(/^con_[0-9A-Za-z]{22}$/),
          app: { clientId: client.clientId, name: 'Dialer', homepageUrl: 'https://dialer.example/', logoUrl: null },
          workspace: { id: owner.workspaceId, name: 'Acme' },
          scopes: ['contacts:read', 'eventCalls:read'],
          createdAt: start,
          lastUsedAt: start,
          expiresAt: '2026-04-03T12:00:00.000Z',
          accessTokenExpiresAt: '2026-03-04T13:00:00.000Z',
          revokedAt: null,
        },
      ],
    });
  });

  test('move their expiry with each refresh, and their last use with each call', async () => {
    const { access_token, refresh_token } = await connect(app, session, client);
    app.clock.set('2026-03-04T12:30:00.000Z');
    await callWith(app, access_token);
    await app.context.lastUsed.flush();
    expect((await list()).connections[0].lastUsedAt).toBe('2026-03-04T12:30:00.000Z');
    app.clock.set('2026-03-14T12:00:00.000Z');
    await refresh(app, client, refresh_token);
    expect((await list()).connections[0]).toMatchObject({
      lastUsedAt: '2026-03-14T12:00:00.000Z',
      expiresAt: '2026-04-13T12:00:00.000Z',
    });
  });

  test('end by themselves', async () => {
    const { refresh_token } = await connect(app, session, client);
    app.clock.set('2026-04-03T12:00:00.000Z');
    const later = await app.session(owner, { expiresAt: '2027-01-01T00:00:00.000Z' });
    expect(await list(later)).toEqual({ count: 0, connections: [] });
    expect((await refresh(app, client, refresh_token)).status).toBe(400);
  });

  test('come in pages, newest first', async () => {
    const other = await oauthApp(app, owner, { name: 'Mailer' });
    for (const [at, each] of [
      ['2026-03-04T12:00:01.000Z', client],
      ['2026-03-04T12:00:02.000Z', other],
      ['2026-03-04T12:00:03.000Z', client],
    ] as const) {
      app.clock.set(at);
      await connect(app, session, each);
    }
    const names = async (args: string) => {
      const { count, connections } = await list(session, args);
      return [count, ...connections.map((each: Answer['body']) => each.app.name)];
    };
    expect(await names('')).toEqual([3, 'Dialer', 'Mailer', 'Dialer']);
    expect(await names('(page: 1, limit: 2)')).toEqual([3, 'Dialer']);
    expect(await names('(page: 5, limit: 2)')).toEqual([3]);
  });

  test("are one's own, in one's own workspace", async () => {
    await connect(app, session, client);
    const colleague = await app.session(await app.member(owner.workspaceId, 'OWNER'));
    const stranger = await app.session(await app.workspace());
    const { id: workspaceId } = await app.insert('Workspace', { name: 'Beta' });
    await app.insert('Membership', { workspaceId, userId: owner.userId, role: 'OWNER' });
    const elsewhere = await app.session({ workspaceId, userId: owner.userId });
    const [{ id }] = (await list()).connections;
    for (const credential of [colleague, stranger, elsewhere]) {
      expect(await list(credential)).toEqual({ count: 0, connections: [] });
      expect((await revokeOne(id, credential)).body.errors[0].extensions.code).toBe('NOT_FOUND');
      expect(await revokeAll(client.clientId, credential)).toEqual({ ids: [], count: 0 });
    }
    expect((await list()).count).toBe(1);
  });
});

describe('revokeConnection', () => {
  test('ends one connection at once, and writes one webhook event', async () => {
    const [first, second] = [await connect(app, session, client), await connect(app, session, client)];
    const { connections } = await list();
    app.clock.set('2026-03-04T12:00:05.000Z');
    const ended = connections.find((each: { id: string }) => each.id === connections[0].id);
    for (let time = 0; time < 2; time++) {
      expect((await revokeOne(ended.id)).body.data.revokeConnection).toEqual({
        id: ended.id,
        revokedAt: '2026-03-04T12:00:05.000Z',
      });
      app.clock.set('2026-03-04T12:00:09.000Z');
    }
    const statuses = await Promise.all([first, second].map(({ access_token }) => callWith(app, access_token)));
    expect(statuses.sort()).toEqual([200, 401]);
    expect(await eventsOf(app, owner.workspaceId)).toEqual([
      {
        kind: 'connection.revoked',
        payload: {
          id: ended.id,
          clientId: client.clientId,
          name: 'Dialer',
          userId: owner.userId,
          scopes: ['contacts:read', 'eventCalls:read'],
          createdAt: start,
          revokedAt: '2026-03-04T12:00:05.000Z',
        },
      },
    ]);
  });

  test('is a 404 for one that is not there', async () => {
    expect((await revokeOne('con_x')).body.errors[0].extensions.code).toBe('NOT_FOUND');
  });
});

describe('connection', () => {
  const one = async (id: string, credential = session) =>
    (await app.graphql(`query ($id: String!) { connection(id: $id) { ${fields} } }`, credential, { id })).body;

  test('is the one of the list, with the expiry of its newest access token', async () => {
    const { refresh_token } = await connect(app, session, client);
    app.clock.set('2026-03-04T12:20:00.000Z');
    await refresh(app, client, refresh_token);
    const [listed] = (await list()).connections;
    expect(listed.accessTokenExpiresAt).toBe('2026-03-04T13:20:00.000Z');
    expect((await one(listed.id)).data.connection).toEqual(listed);
    app.clock.set('2026-03-04T13:20:00.000Z');
    expect((await one(listed.id)).data.connection.accessTokenExpiresAt).toBeNull();
    expect((await list()).connections[0].accessTokenExpiresAt).toBeNull();
  });

  test('is there after its end, without a token', async () => {
    await connect(app, session, client);
    const [{ id }] = (await list()).connections;
    await revokeOne(id);
    expect((await one(id)).data.connection).toMatchObject({ id, revokedAt: start, accessTokenExpiresAt: null });
  });

  test('of a colleague is NOT_FOUND', async () => {
    await connect(app, session, client);
    const [{ id }] = (await list()).connections;
    const colleague = await app.session(await app.member(owner.workspaceId, 'OWNER'));
    expect((await one(id, colleague)).errors[0].extensions.code).toBe('NOT_FOUND');
  });
});

describe('revokeAllConnections', () => {
  test('ends all connections with an app, and those with others live on', async () => {
    const other = await oauthApp(app, owner);
    const pairs = [await connect(app, session, client), await connect(app, session, client)];
    const mailer = await connect(app, session, other);
    expect(await revokeAll(client.clientId)).toEqual({ ids: [expect.any(String), expect.any(String)], count: 2 });
    expect(await revokeAll(client.clientId)).toEqual({ ids: [], count: 0 });
    for (const { access_token } of pairs) expect(await callWith(app, access_token)).toBe(401);
    expect(await callWith(app, mailer.access_token)).toBe(200);
    expect(await eventsOf(app, owner.workspaceId)).toHaveLength(2);
  });
});

test('an app that revokes its token causes a webhook event too', async () => {
  const { access_token } = await connect(app, session, client);
  await revoke(app, client, access_token);
  await revoke(app, client, access_token);
  expect((await eventsOf(app, owner.workspaceId)).map(({ kind }) => kind)).toEqual(['connection.revoked']);
  expect(await list()).toEqual({ count: 0, connections: [] });
});
