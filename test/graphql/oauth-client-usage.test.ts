import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { connect, type OAuthApp, oauthApp, ownerWithApp } from '../support/oauth.ts';
import { roomyLimiter } from '../support/roomy-limiter.ts';

const now = '2026-03-04T12:00:00.000Z';

let owner: Member;
let session: string;
let client: OAuthApp;
const app = await useApp({ limiter: roomyLimiter() });
beforeEach(async () => {
  app.clock.set(now);
  ({ owner, session, client } = await ownerWithApp(app));
});

const usage = `usage { connectionCount workspaceCount memberCount lastUsedAt
  members { userId email firstName lastName connections lastUsedAt } }`;

async function list(credential = session) {
  const { body } = await app.graphql(`{ oauthClients { oauthClients { id clientId ${usage} } } }`, credential);
  return body.data.oauthClients.oauthClients;
}

/** A stored connection, live unless the row says otherwise. */
function grant({ workspaceId, userId }: Member, row: object = {}): Promise<unknown> {
  const times = { createdAt: now, lastUsedAt: now, expiresAt: '2026-04-01T00:00:00Z' };
  const { clientId } = client;
  const id = `con_${randomUUID()}`;
  return app.insert('OAuthGrant', { id, workspaceId, userId, clientId, scopes: ['contacts:read'], ...times, ...row });
}

const emailOf = async ({ userId }: Member) =>
  (await app.sql<{ email: string }>('SELECT "email" FROM "User" WHERE "id" = $1', [userId]))[0]?.email;

describe('the usage of an OAuth client', () => {
  test('is nothing before it is connected', async () => {
    expect((await list())[0].usage).toEqual({
      connectionCount: 0,
      workspaceCount: 0,
      memberCount: 0,
      lastUsedAt: null,
      members: [],
    });
  });

  test('counts a connection from the exchange of its code on', async () => {
    await connect(app, session, client);
    expect((await list())[0].usage).toMatchObject({ connectionCount: 1, memberCount: 1, lastUsedAt: now });
  });

  test('counts live connections in all workspaces, and names members of the own one alone', async () => {
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const stranger = await app.workspace();
    await grant(closer);
    await grant(closer, { lastUsedAt: '2026-03-04T11:00:00Z' });
    await grant(owner, { lastUsedAt: '2026-03-04T10:00:00Z' });
    await grant(stranger, { lastUsedAt: '2026-03-04T11:59:00Z' });
    await grant(owner, { revokedAt: now });
    await grant(owner, { expiresAt: now });
    await grant(await app.workspace(), { lastUsedAt: null });
    const [{ usage: found }] = await list();
    expect(found).toEqual({
      connectionCount: 4,
      workspaceCount: 2,
      memberCount: 2,
      lastUsedAt: now,
      members: [
        expect.objectContaining({
          userId: closer.userId,
          email: await emailOf(closer),
          connections: 2,
          lastUsedAt: now,
        }),
        expect.objectContaining({ userId: owner.userId, connections: 1, lastUsedAt: '2026-03-04T10:00:00.000Z' }),
      ],
    });
    const [strangers] = await list(await app.session(stranger));
    expect(strangers).toBeUndefined();
  });

  test('names nobody where only others have connected it', async () => {
    await grant(await app.workspace(), { lastUsedAt: '2026-03-04T11:00:00Z' });
    const [{ usage: found }] = await list();
    expect(found).toEqual({
      ...{ connectionCount: 1, workspaceCount: 1, memberCount: 0 },
      ...{ lastUsedAt: '2026-03-04T11:00:00.000Z', members: [] },
    });
  });

  test('names a hundred members, and counts all', async () => {
    await app.sql(
      `WITH "people" AS (
        INSERT INTO "User" ("email", "username", "firstName", "lastName", "passwordHash")
        SELECT 'many-' || $2 || '-' || n || '@example.com', 'many-' || $2 || '-' || n, 'Many', n::text, ''
        FROM generate_series(1, 120) n RETURNING "id"
      ), "members" AS (
        INSERT INTO "Membership" ("workspaceId", "userId", "role") SELECT $1::int, "id", 'CLOSER' FROM "people" RETURNING "userId"
      )
      SELECT count(*) FROM "members"`,
      [owner.workspaceId, String(owner.workspaceId)],
    );
    await app.sql(
      `INSERT INTO "OAuthGrant" ("workspaceId", "id", "userId", "clientId", "scopes", "lastUsedAt", "expiresAt")
       SELECT m."workspaceId", 'con_' || m."workspaceId" || '_' || m."userId", m."userId", $2, '{}', $3::timestamptz,
         $3::timestamptz + interval '1 day'
       FROM "Membership" m WHERE m."workspaceId" = $1 AND m."role" = 'CLOSER'`,
      [owner.workspaceId, client.clientId, now],
    );
    const [{ usage: found }] = await list();
    expect([found.memberCount, found.members.length]).toEqual([120, 100]);
  });

  test('is read by one statement for all clients of a page', async () => {
    for (let number = 0; number < 5; number++) await oauthApp(app, owner);
    await connect(app, session, client);
    app.statements.length = 0;
    const listed = await list();
    expect(listed).toHaveLength(6);
    expect(listed.filter(({ usage: found }: { usage: { connectionCount: number } }) => found.connectionCount)).toEqual([
      expect.objectContaining({ clientId: client.clientId }),
    ]);
    expect(app.statements.filter((name) => name === 'oauthClients.usage')).toHaveLength(1);
  });

  test('is beside one client, and empty once it is deleted', async () => {
    await connect(app, session, client);
    const [listed] = await list();
    const document = `query ($id: Int!) { oauthClient(id: $id) { id clientId ${usage} } }`;
    expect((await app.graphql(document, session, { id: listed.id })).body.data.oauthClient).toEqual(listed);
    const deletion = `mutation ($id: Int!) { deleteOAuthClient(input: { id: $id }) { clientId ${usage} } }`;
    const { body } = await app.graphql(deletion, session, { id: listed.id });
    expect(body.data.deleteOAuthClient).toMatchObject({ clientId: client.clientId, usage: { connectionCount: 0 } });
    expect((await app.graphql(document, session, { id: listed.id })).body.errors[0].extensions.code).toBe('NOT_FOUND');
  });
});
