import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import {
  askConsent,
  authorizationQuery,
  connect,
  exchangeCode,
  newCode,
  type OAuthApp,
  oauthApp,
  ownerWithApp,
  redirected,
} from '../support/oauth.ts';

let owner: Member;
let session: string;
let client: OAuthApp;
const app = await useApp();
beforeEach(async () => {
  ({ owner, session, client } = await ownerWithApp(app));
});

const pendingText =
  'This app is waiting for approval: until it is approved, only members of the workspace that registered it can connect it';
const denied = (text: string) => ({
  status: 403,
  body: { error: 'access_denied', error_description: text, message: text },
});
const seen = ({ status, body }: { status: number; body: unknown }) => ({ status, body });

const statusOf = async ({ clientId }: OAuthApp) =>
  (await app.sql<{ status: string }>('SELECT "status" FROM "OAuthClient" WHERE "clientId" = $1', [clientId]))[0]
    ?.status;

/** The member is in another workspace too. */
async function secondWorkspace({ userId }: Member): Promise<Member> {
  const { id: workspaceId } = await app.insert('Workspace', { name: 'Beta', rateLimitPoints: 1_000_000 });
  await app.insert('Membership', { workspaceId, userId, role: 'CLOSER' });
  return { workspaceId, userId };
}

describe('GET /v1/oauth/authorize/preview', () => {
  const preview = (query: string) => askConsent(app, session, query, { endpoint: '/preview' });

  test('returns what the page shows, and writes nothing', async () => {
    const beta = await secondWorkspace(owner);
    await app.sql('UPDATE "OAuthClient" SET "homepageUrl" = $2 WHERE "clientId" = $1', [
      client.clientId,
      'https://dialer.example/',
    ]);
    expect(seen(await preview(authorizationQuery(client, { scope: 'eventCalls:read' })))).toEqual({
      status: 200,
      body: {
        data: {
          client: {
            clientId: client.clientId,
            name: 'Dialer',
            homepageUrl: 'https://dialer.example/',
            logoUrl: null,
            status: 'APPROVED',
          },
          scopes: [{ scope: 'eventCalls:read', description: 'See booked calls and their outcomes' }],
          workspaces: [
            { id: owner.workspaceId, name: 'Acme', scopes: ['eventCalls:read'], allowed: true, reason: null },
            { id: beta.workspaceId, name: 'Beta', scopes: ['eventCalls:read'], allowed: true, reason: null },
          ],
          basicAccess: 'See your name and email address, and the name of your workspace',
          pending: false,
        },
      },
    });
    expect(await app.sql('SELECT FROM "OAuthGrant" WHERE "clientId" = $1', [client.clientId])).toEqual([]);
    expect(await statusOf(client)).toBe('APPROVED');
  });

  test('names all that the app may ask for, when it names nothing', async () => {
    const { body } = await preview(authorizationQuery(client));
    expect(body.data.scopes.map(({ scope }: { scope: string }) => scope)).toEqual(['contacts:read', 'eventCalls:read']);
  });

  test('of a pending app returns which workspace may connect it', async () => {
    const pending = await oauthApp(app, owner, { status: 'PENDING' });
    await secondWorkspace(owner);
    const { body } = await preview(authorizationQuery(pending));
    expect(body.data.pending).toBe(true);
    expect(body.data.workspaces).toMatchObject([
      { allowed: true, reason: null },
      { allowed: false, reason: pendingText },
    ]);
  });

  test('returns the address of the logo', async () => {
    await app.sql(`UPDATE "OAuthClient" SET "logo" = '\\x00', "logoType" = 'image/png' WHERE "clientId" = $1`, [
      client.clientId,
    ]);
    const { body } = await preview(authorizationQuery(client));
    expect(body.data.client.logoUrl).toMatch(/^http:\/\/app\.test\/.*ocl_/);
  });
});

describe.each(['', '/preview', '/deny'] as const)('who may ask /v1/oauth/authorize%s', (endpoint) => {
  const ask = (headers: Record<string, string>) =>
    askConsent(app, undefined, authorizationQuery(client), { endpoint, headers });

  test('no request without a session', async () => {
    expect(seen(await ask({}))).toEqual({
      status: 401,
      body: { message: 'API key is required', code: 'MISSING_API_KEY' },
    });
    const unknown = await ask({ authorization: `Bearer service_ses_${'a'.repeat(43)}` });
    expect(seen(unknown)).toEqual({ status: 401, body: { message: 'Invalid session' } });
  });

  test('no API key and no app', async () => {
    const { access_token } = await connect(app, session, client);
    for (const credential of [await app.apiKey(owner), access_token]) {
      expect(seen(await ask({ authorization: `Bearer ${credential}` }))).toEqual({
        status: 403,
        body: { message: 'Only a signed-in session may do this', code: 'FORBIDDEN' },
      });
    }
  });

  test('a cookie together with the header of our own pages, and never alone', async () => {
    const cookie = { cookie: `session=${session}` };
    expect((await ask(cookie)).status).toBe(401);
    const { status, headers } = await ask({ ...cookie, 'x-slotline-client': '1' });
    expect(status).toBe(200);
    expect(headers.get('ratelimit-limit')).toBe('1000000');
    expect(headers.get('set-cookie')).toBe(null);
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('GET /v1/oauth/authorize', () => {
  const allow = (credential: string, query: string, headers = {}) => askConsent(app, credential, query, { headers });

  test('sends a browser that navigates there itself', async () => {
    const { status, headers } = await allow(session, authorizationQuery(client), {
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    });
    expect(status).toBe(303);
    expect(headers.get('location')).toMatch(/^https:\/\/dialer\.example\/callback\?code=service_ac_[\w-]{43}&state=a/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  test.each([{ state: '' }, { state: undefined }])('returns the state as it was sent: %j', async ({ state }) => {
    const states = async (fields: object, endpoint: '' | '/deny' = '') =>
      redirected(await askConsent(app, session, authorizationQuery(client, { state, ...fields }), { endpoint })).state;
    expect(await states({})).toBe(state);
    expect(await states({ scope: 'contacts:write' })).toBe(state);
    expect(await states({}, '/deny')).toBe(state);
  });

  test('keeps the query of the registered address', async () => {
    const withQuery = await oauthApp(app, owner, { redirectUris: ['http://localhost:8080/cb?tenant=5'] });
    const at = { ...withQuery, redirectUri: 'http://localhost:8080/cb?tenant=5' };
    const answer = await allow(session, authorizationQuery(at));
    expect(redirected(answer)).toMatchObject({ tenant: '5', state: 'a b&c' });
    expect((await exchangeCode(app, at, String(redirected(answer).code))).status).toBe(200);
  });

  test('connects the workspace that is chosen, and the one of the session when none is', async () => {
    const beta = await secondWorkspace(owner);
    for (const [workspaceId, expected] of [
      [undefined, owner],
      [String(owner.workspaceId), owner],
      [String(beta.workspaceId), beta],
    ] as const) {
      const { access_token } = await connect(app, session, client, { workspaceId });
      const { body } = await app.graphql('{ viewer { workspace { id } user { id } scopes } }', access_token);
      expect(body.data.viewer).toEqual({
        workspace: { id: expected.workspaceId },
        user: { id: owner.userId },
        scopes: ['contacts:read', 'eventCalls:read'],
      });
    }
  });

  test('cannot connect a workspace of others, whether or not it is there', async () => {
    const foreign = await app.workspace();
    for (const workspaceId of [String(foreign.workspaceId), '2147483647']) {
      const answer = await allow(session, authorizationQuery(client, { workspaceId }));
      expect(seen(answer)).toEqual(denied('You are not a member of the workspace in workspaceId'));
    }
    for (const workspaceId of ['x', '0', '-1', '1.5', '2147483648']) {
      const text = 'workspaceId must be an integer';
      expect(seen(await allow(session, authorizationQuery(client, { workspaceId })))).toEqual({
        status: 400,
        body: { error: 'invalid_request', error_description: text, message: text },
      });
    }
  });

  test.each(['PENDING', 'REJECTED'])(
    'of an app that is %s connects its own workspace, and no other',
    async (status) => {
      const unapproved = await oauthApp(app, owner, { status });
      const beta = await secondWorkspace(owner);
      const outsider = await app.workspace();
      expect(await newCode(app, session, unapproved)).toMatch(/^service_ac_/);
      const elsewhere = authorizationQuery(unapproved, { workspaceId: String(beta.workspaceId) });
      expect(seen(await allow(session, elsewhere))).toEqual(denied(pendingText));
      const strange = await allow(await app.session(outsider), authorizationQuery(unapproved), { accept: 'text/html' });
      expect(seen(strange)).toEqual(denied(pendingText));
      const intruding = authorizationQuery(unapproved, { workspaceId: String(owner.workspaceId) });
      const notMember = denied('You are not a member of the workspace in workspaceId');
      expect(seen(await allow(await app.session(outsider), intruding))).toEqual(notMember);
      const foreign = authorizationQuery(unapproved, { workspaceId: String(outsider.workspaceId) });
      expect(seen(await allow(session, foreign))).toEqual(notMember);
      expect(await statusOf(unapproved)).toBe(status);
    },
  );

  test('makes an approved app active with the first connection', async () => {
    const outsider = await app.workspace();
    expect(await statusOf(client)).toBe('APPROVED');
    await connect(app, await app.session(outsider), client);
    expect(await statusOf(client)).toBe('ACTIVE');
    await connect(app, session, client);
    expect(await statusOf(client)).toBe('ACTIVE');
  });

  test('is for members of every role', async () => {
    const setter = await app.member(owner.workspaceId, 'SETTER');
    expect((await connect(app, await app.session(setter), client)).access_token).toMatch(/^service_at_/);
  });

  test('grants no more than was requested', async () => {
    const code = await newCode(app, session, client, { scope: 'contacts:read' });
    expect((await exchangeCode(app, client, code)).body.scope).toBe('contacts:read');
  });

  test('is limited by the second', async () => {
    const busy = await app.workspace({ rateLimitPoints: 1 });
    const token = await app.session(busy);
    const answers = await Promise.all(Array.from({ length: 5 }, () => allow(token, authorizationQuery(client))));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(2);
  });
});

describe('GET /v1/oauth/authorize/deny', () => {
  test('informs the app that the user denied access', async () => {
    const answer = await askConsent(app, session, authorizationQuery(client), { endpoint: '/deny' });
    expect(answer.status).toBe(200);
    expect(redirected(answer)).toEqual({
      error: 'access_denied',
      error_description: 'The user denied access',
      state: 'a b&c',
      iss: 'http://api.test',
    });
    expect(await app.sql('SELECT FROM "OAuthGrant" WHERE "clientId" = $1', [client.clientId])).toEqual([]);
  });
});
