import { beforeEach, describe, expect, test } from 'vitest';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { setRole } from '#src/services/members/member-administration.ts';
import { type Answer, useApp } from '../support/app.ts';
import { during, type Sql } from '../support/during.ts';
import { detailsWith } from '../support/errors.ts';
import type { Member } from '../support/factories.ts';
import { type OAuthClients, oauthClientDraft, oauthClientFields, oauthClients } from '../support/oauth-clients.ts';
import { eventsOf } from '../support/webhook-rows.ts';

let owner: Member;
let session: string;
let clients: OAuthClients;
const now = '2026-03-04T12:00:00.000Z';
const later = '2026-03-04T13:00:00.000Z';
const app = await useApp();
beforeEach(async () => {
  app.clock.set(now);
  owner = await app.workspace();
  session = await app.session(owner);
  clients = oauthClients(app, session);
});

const errorOf = ({ status, body }: Answer) => ({ status, ...body.errors[0].extensions });
const invalid = (field: string, message: string) => ({
  status: 400,
  code: 'VALIDATION_FAILED',
  details: detailsWith({ fieldErrors: { [field]: [message] } }),
});
const rowsOf = (id: number) => app.sql<{ secretHash: Buffer }>('SELECT * FROM "OAuthClient" WHERE "id" = $1', [id]);

describe('createOAuthClient', () => {
  test('registers a confidential client as Pending, and returns its secret once', async () => {
    const { client, clientSecret } = await clients.made({ homepageUrl: 'https://acme.example/' });
    expect(client).toEqual({
      ...oauthClientDraft,
      homepageUrl: 'https://acme.example/',
      logoUrl: null,
      id: expect.any(Number),
      userId: owner.userId,
      clientId: expect.stringMatching(/^ocl_[0-9A-Za-z]{24}$/),
      status: 'PENDING',
      previousSecretUntil: null,
      approvalRequestedAt: null,
      createdAt: now,
      updatedAt: now,
    });
    expect(clientSecret).toMatch(/^service_cs_[0-9A-Za-z]{43}$/);
    expect(JSON.stringify((await clients.list()).body)).not.toContain(clientSecret);
    const [stored] = await rowsOf(client.id);
    expect(stored?.secretHash).toEqual(sha256(clientSecret));
    expect(JSON.stringify(Object.values(stored ?? {}).map(String))).not.toContain(clientSecret);
  });

  test('gives a public client no secret', async () => {
    const { client, clientSecret } = await clients.made({ clientType: 'PUBLIC' });
    expect([client.clientType, clientSecret]).toEqual(['PUBLIC', null]);
    expect((await rowsOf(client.id))[0]?.secretHash).toBeNull();
  });

  test('stores repeated values once, and both grant types by default', async () => {
    const uri = 'https://a.example/cb';
    const input = { redirectUris: [uri, uri], allowedScopes: ['deals:read', 'deals:read'], grantTypes: undefined };
    expect((await clients.made(input)).client).toMatchObject({
      redirectUris: [uri],
      allowedScopes: ['deals:read'],
      grantTypes: ['AUTHORIZATION_CODE', 'REFRESH_TOKEN'],
    });
  });

  test.each([
    'https://a.example/cb',
    'https://a.example/',
    'https://a.example',
    'https://a.example:8443/cb?tenant=7',
    'http://localhost/cb',
    'http://localhost:3000/cb',
    'http://localhost',
    'https://127.0.0.1/cb',
  ])('stores the redirect URI %s unchanged', async (uri) => {
    expect((await clients.made({ redirectUris: [uri] })).client.redirectUris).toEqual([uri]);
  });

  const notSecure = 'must be https, or http with the host localhost';
  test.each([
    ['http://a.example/cb', notSecure],
    ['http://127.0.0.1/cb', notSecure],
    ['http://[::1]/cb', notSecure],
    ['http://localhost.a.example/cb', notSecure],
    ['http://a.localhost/cb', notSecure],
    ['com.example.app:/cb', notSecure],
    ['javascript:alert(1)', notSecure],
    ['data:text/html,x', notSecure],
    ['//a.example/cb', 'must be a full URL, such as https://example.com/callback'],
    ['', 'must be a full URL, such as https://example.com/callback'],
    ['https://', 'must be a full URL, such as https://example.com/callback'],
    ['https://a.example/cb#part', 'must not contain a fragment'],
    ['https://a.example/cb#', 'must not contain a fragment'],
    ['https://me:pw@a.example/cb', 'must not contain a user name or password'],
    ['https://a.example@evil.example/', 'must not contain a user name or password'],
    ['https://@a.example/cb', 'must not contain a user name or password'],
    ['https://*.a.example/cb', 'must not contain a wildcard, because it is compared character for character'],
    ['https://a.example/*', 'must not contain a wildcard, because it is compared character for character'],
    ['HTTPS://a.example/cb', 'must be written as https://a.example/cb'],
    ['https://A.example/cb', 'must be written as https://a.example/cb'],
    ['https://a.example:443/cb', 'must be written as https://a.example/cb'],
    ['https://a.example/x/../cb', 'must be written as https://a.example/cb'],
    ['https://a.example/a b', 'must be written as https://a.example/a%20b'],
    [' https://a.example/cb', 'must be written as https://a.example/cb'],
    ['https:\\\\a.example\\cb', 'must be written as https://a.example/cb'],
    ['https://a.example?tenant=7', 'must be written as https://a.example/?tenant=7'],
    ['https://ex\u00e4mple.test/cb', 'must be written as https://xn--exmple-cua.test/cb'],
    ['https://a.example/cb?code=1', 'must not contain the query parameter "code", because the response adds it'],
    ['https://a.example/cb?a=1&state=', 'must not contain the query parameter "state", because the response adds it'],
    ['https://a.example/cb?iss=x', 'must not contain the query parameter "iss", because the response adds it'],
    ['https://a.example/cb?error=x', 'must not contain the query parameter "error", because the response adds it'],
    [`https://a.example/${'x'.repeat(2048)}`, 'must be at most 2048 characters'],
  ])('refuses the redirect URI %j, and names it', async (uri, problem) => {
    const answer = await clients.create({ redirectUris: ['https://right.example/cb', uri] });
    expect(errorOf(answer)).toEqual(invalid('redirectUris', `${JSON.stringify(uri)} ${problem}`));
    expect((await clients.list()).body.data.oauthClients.count).toBe(0);
  });

  const unseen = 'Must not contain line breaks or invisible characters';
  const eleven = Array.from({ length: 11 }, (_, index) => `https://a.example/${index}`);
  test.each<[string, object, string, string]>([
    ['an empty name', { name: ' ' }, 'name', 'Must not be empty'],
    ['a long name', { name: 'x'.repeat(101) }, 'name', 'Must be at most 100 characters'],
    ['a name that reads backwards', { name: 'Acme \u202egpj.exe' }, 'name', unseen],
    ['a name of two lines', { name: 'Acme\nis trusted' }, 'name', unseen],
    ['a name that looks empty', { name: '\u200b' }, 'name', unseen],
    ['a name of a letter that shows nothing', { name: '\u3164' }, 'name', unseen],
    ['a name of an empty pattern of dots', { name: 'A\u2800B' }, 'name', unseen],
    [
      'a homepage of no URL',
      { homepageUrl: 'acme' },
      'homepageUrl',
      '"acme" must be a URL that begins with https:// or http://',
    ],
    [
      'a homepage that runs',
      { homepageUrl: 'javascript:1' },
      'homepageUrl',
      '"javascript:1" must be a URL that begins with https:// or http://',
    ],
    [
      'a homepage in disguise',
      { homepageUrl: 'https://a.example@b.example' },
      'homepageUrl',
      '"https://a.example@b.example" must not contain a user name or password',
    ],
    ['no redirect URI', { redirectUris: [] }, 'redirectUris', 'Must have at least one redirect URI'],
    ['eleven redirect URIs', { redirectUris: eleven }, 'redirectUris', 'Must have at most 10 redirect URIs'],
    ['no grant type', { grantTypes: [] }, 'grantTypes', 'Must have at least one grant type'],
    [
      'no way to a first refresh token',
      { grantTypes: ['REFRESH_TOKEN'] },
      'grantTypes',
      'Must include AUTHORIZATION_CODE, because the first refresh token is issued for an authorization code',
    ],
    ['no scope', { allowedScopes: [] }, 'allowedScopes', 'Must have at least one scope'],
    [
      'an unknown scope',
      { allowedScopes: ['all'] },
      'allowedScopes',
      `Unknown scope "all"; known scopes: ${allScopes.join(', ')}`,
    ],
  ])('%s is reported under its field', async (_, input, field, message) => {
    expect(errorOf(await clients.create(input))).toEqual(invalid(field, message));
    expect((await clients.list()).body.data.oauthClients.count).toBe(0);
  });

  test('refuses the 21st, also for concurrent registrations; a deletion makes room', async () => {
    await Promise.all(Array.from({ length: 15 }, () => clients.made()));
    const answers = await Promise.all(Array.from({ length: 12 }, () => clients.create()));
    const refused = answers.filter(({ body }) => body.errors);
    expect(refused).toHaveLength(7);
    for (const answer of refused) {
      expect(errorOf(answer)).toEqual({
        status: 400,
        code: 'VALIDATION_FAILED',
        details: detailsWith({
          formErrors: ['A workspace may register at most 20 OAuth clients: delete one that is no longer used'],
        }),
      });
    }
    const { count, oauthClients: shown } = (await clients.list()).body.data.oauthClients;
    expect(count).toBe(20);
    expect((await clients.create({}, await app.session(await app.workspace()))).status).toBe(200);
    await clients.remove(shown[0].id);
    expect((await clients.create()).status).toBe(200);
  });
});

describe('updateOAuthClient', () => {
  test('changes the fields of the input only', async () => {
    const { client } = await clients.made({ homepageUrl: 'https://acme.example/' });
    app.clock.set(later);
    const changes = { name: 'Acme 2', redirectUris: ['https://b.example/cb'], allowedScopes: ['deals:read'] };
    const expected = { ...client, ...changes, updatedAt: later };
    expect(await clients.updated(client.id, changes)).toEqual(expected);
    expect((await clients.list()).body.data.oauthClients.oauthClients).toEqual([expected]);
    expect(await clients.updated(client.id, { homepageUrl: null })).toEqual({ ...expected, homepageUrl: null });
    expect(await clients.updated(client.id, { name: 'Acme 2' })).toEqual({ ...expected, homepageUrl: null });
  });

  test('validates like createOAuthClient', async () => {
    const { client } = await clients.made();
    const answer = await clients.update(client.id, { redirectUris: ['http://a.example'] });
    expect(errorOf(answer)).toEqual(
      invalid('redirectUris', '"http://a.example" must be https, or http with the host localhost'),
    );
    expect(errorOf(await clients.update(client.id, { name: null }))).toEqual(invalid('name', 'Must be a string'));
    expect((await clients.update(client.id, { clientType: 'PUBLIC' })).body.errors).toHaveLength(1);
    expect((await clients.list()).body.data.oauthClients.oauthClients).toEqual([client]);
  });
});

const hoursAfter = (instant: string, hours: number) => new Date(Date.parse(instant) + hours * 3_600_000).toISOString();

describe('rotateOAuthClientSecret', () => {
  test('replaces the secret', async () => {
    const { client, clientSecret } = await clients.made();
    app.clock.set(later);
    const rotated = (await clients.rotate(client.id)).body.data.rotateOAuthClientSecret;
    expect(rotated).toEqual({
      client: { ...client, previousSecretUntil: hoursAfter(later, 1), updatedAt: later },
      clientSecret: expect.stringMatching(/^service_cs_/),
    });
    expect(rotated.clientSecret).not.toBe(clientSecret);
    expect((await rowsOf(client.id))[0]?.secretHash).toEqual(sha256(rotated.clientSecret));
  });

  test('keeps the old one for as long as its owner chooses', async () => {
    const { client } = await clients.made();
    for (const [overlapHours, until] of [
      [24, hoursAfter(now, 24)],
      [0, null],
    ] as const) {
      const { client: rotated } = (await clients.rotate(client.id, undefined, { overlapHours })).body.data
        .rotateOAuthClientSecret;
      expect(rotated.previousSecretUntil).toBe(until);
    }
    for (const overlapHours of [2, -1, 25, 0.5]) {
      const { errors } = (await clients.rotate(client.id, undefined, { overlapHours })).body;
      expect(errors).toHaveLength(1);
    }
    expect(errorOf(await clients.rotate(client.id, undefined, { overlapHours: 2 }))).toEqual(
      invalid('overlapHours', 'Must be one of: 0, 1, 24'),
    );
  });

  test('creates none for a public client', async () => {
    const { client } = await clients.made({ clientType: 'PUBLIC' });
    expect(errorOf(await clients.rotate(client.id))).toEqual(invalid('id', 'The client is public and has no secret'));
    expect((await rowsOf(client.id))[0]?.secretHash).toBeNull();
  });
});

describe('requestOAuthClientApproval', () => {
  const request = async (id: number) =>
    (await clients.requestApproval(id)).body.data.requestOAuthClientApproval as { status: string };

  test('stores when it was first requested', async () => {
    const { client } = await clients.made();
    const requested = { ...client, approvalRequestedAt: now };
    expect(await request(client.id)).toEqual(requested);
    app.clock.set(later);
    expect(await request(client.id)).toEqual(requested);
  });

  test('changes nothing for a client that is approved; one that was rejected is Pending again', async () => {
    const { client } = await clients.made();
    for (const [status, outcome] of [
      ['APPROVED', 'APPROVED'],
      ['ACTIVE', 'ACTIVE'],
      ['REJECTED', 'PENDING'],
    ] as const) {
      await app.sql('UPDATE "OAuthClient" SET "status" = $2 WHERE "id" = $1', [client.id, status]);
      expect((await request(client.id)).status).toBe(outcome);
    }
  });
});

describe('deleteOAuthClient', () => {
  test('ends the connections in all workspaces, and sends each workspace its own event', async () => {
    const [{ client }, other] = [await clients.made({ name: 'Dialer' }), await clients.made()];
    const elsewhere = await app.workspace();
    const grant = (member: Member, id: string, clientId: string, revokedAt?: string) =>
      app.insert('OAuthGrant', { ...member, id, clientId, scopes: ['deals:read'], revokedAt, createdAt: now });
    await grant(owner, 'a', client.clientId);
    await grant(elsewhere, 'b', client.clientId);
    await grant(elsewhere, 'c', client.clientId, now);
    await grant(elsewhere, 'd', other.client.clientId);
    app.clock.set(later);
    expect((await clients.remove(client.id)).body.data.deleteOAuthClient).toEqual(client);
    const event = (id: string, { userId }: Member) => ({
      kind: 'connection.revoked',
      payload: {
        id,
        clientId: client.clientId,
        name: 'Dialer',
        userId,
        scopes: ['deals:read'],
        createdAt: now,
        revokedAt: later,
      },
    });
    expect(await eventsOf(app, owner.workspaceId)).toEqual([event('a', owner)]);
    expect(await eventsOf(app, elsewhere.workspaceId)).toEqual([event('b', elsewhere)]);
    const live = await app.sql('SELECT "id" FROM "OAuthGrant" WHERE "revokedAt" IS NULL AND "workspaceId" = ANY($1)', [
      [owner.workspaceId, elsewhere.workspaceId],
    ]);
    expect(live).toEqual([{ id: 'd' }]);
    expect((await clients.list()).body.data.oauthClients).toEqual({ count: 1, oauthClients: [other.client] });
  });
});

describe('oauthClients', () => {
  test('lists those of all members a page at a time, newest first', async () => {
    const first = (await clients.made({ name: 'First' })).client;
    app.clock.set(later);
    const admin = await app.session(await app.member(owner.workspaceId, 'ADMIN'));
    const second = (await clients.create({ name: 'Second' }, admin)).body.data.createOAuthClient.client;
    expect((await clients.list('(limit: 1)')).body.data.oauthClients).toEqual({ count: 2, oauthClients: [second] });
    expect((await clients.list('(limit: 1, page: 1)', admin)).body.data.oauthClients).toEqual({
      count: 2,
      oauthClients: [first],
    });
    expect(errorOf(await clients.list('(limit: 101)')).details.fieldErrors).toEqual({ limit: ['Must be at most 100'] });
  });
});

describe('access', () => {
  type Attempt = (id: number, credential: string) => Promise<Answer>;
  const change = 'Only the member who registered the client can change it';
  const deletion = 'Only the member who registered the client, or an owner of the workspace, can delete it';
  const changes: [string, Attempt, string][] = [
    ['updateOAuthClient', (id, credential) => clients.update(id, { name: 'Mine' }, credential), change],
    ['rotateOAuthClientSecret', (id, credential) => clients.rotate(id, credential), change],
    ['requestOAuthClientApproval', (id, credential) => clients.requestApproval(id, credential), change],
    ['deleteOAuthClient', (id, credential) => clients.remove(id, credential), deletion],
  ];
  const attempts: [string, Attempt, string?][] = [
    ['oauthClients', (_id, credential) => clients.list('', credential)],
    ['createOAuthClient', (_id, credential) => clients.create({}, credential)],
    ...changes,
  ];
  const state = (id: number) => app.sql(`SELECT * FROM "OAuthClient" WHERE "id" = $1`, [id]);

  test.each(attempts)('%s is for sessions of owners and admins', async (_, attempt) => {
    const { client } = await clients.made();
    const before = await state(client.id);
    for (const role of ['CLOSER', 'SETTER'] as const) {
      const credential = await app.session(await app.member(owner.workspaceId, role));
      expect(errorOf(await attempt(client.id, credential))).toEqual({ status: 403, code: 'FORBIDDEN' });
    }
    expect(errorOf(await attempt(client.id, await app.apiKey(owner)))).toEqual({ status: 403, code: 'FORBIDDEN' });
    expect(await state(client.id)).toEqual(before);
  });

  test.each(changes)('%s is for the member who registered the client', async (name, attempt, message) => {
    const { client } = await clients.made();
    const before = await state(client.id);
    const admin = await app.session(await app.member(owner.workspaceId, 'ADMIN'));
    const answer = await attempt(client.id, admin);
    expect(errorOf(answer)).toEqual({ status: 403, code: 'FORBIDDEN' });
    expect(answer.body.errors[0].message).toBe(message);
    expect(await state(client.id)).toEqual(before);
    expect((await attempt(client.id, session)).body.data).toHaveProperty(name);
  });

  test('an OWNER deletes the client of an admin, and changes none', async () => {
    const admin = await app.session(await app.member(owner.workspaceId, 'ADMIN'));
    const { client } = (await clients.create({}, admin)).body.data.createOAuthClient;
    expect(errorOf(await clients.rotate(client.id, session))).toEqual({ status: 403, code: 'FORBIDDEN' });
    expect((await clients.remove(client.id, session)).body.data.deleteOAuthClient.id).toBe(client.id);
    expect(await rowsOf(client.id)).toEqual([]);
  });

  test.each(changes)('%s does not know the clients of another workspace', async (_, attempt) => {
    const { client } = await clients.made();
    const before = await state(client.id);
    const stranger = await app.session(await app.workspace());
    expect(errorOf(await attempt(client.id, stranger))).toEqual({ status: 404, code: 'NOT_FOUND' });
    expect(errorOf(await attempt(2_000_000_000, stranger))).toEqual({ status: 404, code: 'NOT_FOUND' });
    expect((await clients.list('', stranger)).body.data.oauthClients.count).toBe(0);
    expect(await state(client.id)).toEqual(before);
  });

  test('a member whose role is lowered meanwhile registers none, which nobody could change', async () => {
    const admin = await app.member(owner.workspaceId, 'ADMIN');
    const token = await app.session(admin);
    const demote = async (sql: Sql) => {
      await sql('SELECT FROM "Workspace" WHERE "id" = $1 FOR NO KEY UPDATE', [owner.workspaceId]);
      const values = [owner.workspaceId, admin.userId];
      await sql(`UPDATE "Membership" SET "role" = 'SETTER' WHERE "workspaceId" = $1 AND "userId" = $2`, values);
    };
    const { body } = await during(app, demote, () => clients.create({}, token));
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
    const of = 'SELECT FROM "OAuthClient" WHERE "workspaceId" = $1 AND "userId" = $2';
    expect(await app.sql(of, [owner.workspaceId, admin.userId])).toEqual([]);
  });

  test('a member whose role is lowered can no longer manage clients', async () => {
    const { client } = await clients.made();
    await app.sql(`UPDATE "Membership" SET "role" = 'CLOSER' WHERE "userId" = $1`, [owner.userId]);
    expect(errorOf(await clients.update(client.id, { name: 'x' }))).toEqual({ status: 403, code: 'FORBIDDEN' });
  });

  test.each([
    [
      'a session',
      (id: number) => app.graphql(`mutation { updateUser(input: { id: ${id}, role: CLOSER }) { id } }`, session),
    ],
    [
      'the operator',
      (userId: number) => setRole(app.context, { workspaceId: owner.workspaceId, userId, role: 'SETTER' }),
    ],
  ])('where %s takes the role, the first owner can manage the clients', async (_, demote) => {
    const admin = await app.member(owner.workspaceId, 'ADMIN');
    await app.member(owner.workspaceId, 'OWNER');
    const { client } = (await clients.create({}, await app.session(admin))).body.data.createOAuthClient;
    await app.graphql(
      `mutation { updateUser(input: { id: ${admin.userId}, meetingLink: "https://x.example" }) { id } }`,
      session,
    );
    expect(await rowsOf(client.id)).toMatchObject([{ userId: admin.userId }]);
    await demote(admin.userId);
    expect(await rowsOf(client.id)).toMatchObject([{ userId: owner.userId }]);
    expect((await clients.update(client.id, { name: 'Ours' })).body.data.updateOAuthClient.name).toBe('Ours');
  });
});

test('these tests select every field of OAuthClient but its usage, which has tests of its own', async () => {
  const { body } = await app.graphql('{ __type(name: "OAuthClient") { fields { name } } }', session);
  const names = body.data.__type.fields.map(({ name }: { name: string }) => name);
  expect(names.sort()).toEqual([...oauthClientFields.split(' '), 'usage'].sort());
});
