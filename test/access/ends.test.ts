import { beforeEach, describe, expect, test } from 'vitest';
import { bearer, useApp } from '../support/app.ts';
import { authorizePath, openPage } from '../support/consent-pages.ts';
import { connect, exchangeCode, newCode, type OAuthApp, oauthApp, refresh } from '../support/oauth.ts';
import { type Person, password, person, signInMutation } from '../support/people.ts';
import { roomyLimiter } from '../support/roomy-limiter.ts';

// Whatever ends is good to its last millisecond, and not in the next, at every door that takes it.

const app = await useApp({ limiter: roomyLimiter() });
const began = '2026-03-04T12:00:00.000Z';
const hour = 3_600_000;
const day = 24 * hour;
let owner: Person;
let client: OAuthApp;
beforeEach(async () => {
  app.clock.set(began);
  owner = await person(app);
  client = await oauthApp(app, owner);
});

const setAfter = (ms: number) => app.clock.set(new Date(Date.parse(began) + ms).toISOString());
const headersOf = (session: string) => ({ cookie: `session=${session}`, 'x-slotline-client': '1' });

async function signIn(): Promise<string> {
  const { body } = await app.graphql(signInMutation, undefined, { email: owner.email, password });
  return body.data.signIn.token;
}

/** A session that is used every 20 days, and in which all is done that writes it. */
async function busySession(): Promise<string> {
  const token = await signIn();
  const { workspaceId } = await app.workspace();
  await app.insert('Membership', { workspaceId, userId: owner.userId, role: 'OWNER' });
  for (const [days, change] of [
    [20, `switchWorkspace(input: { workspaceId: ${workspaceId} }) { id }`],
    [40, `changePassword(input: { currentPassword: "${password}", newPassword: "another horse" }) { sessionsEnded }`],
    [60, `switchWorkspace(input: { workspaceId: ${owner.workspaceId} }) { id }`],
    [80, 'revokeOtherSessions'],
  ] as const) {
    setAfter(days * day);
    const { body } = await app.graphql(`mutation { ${change} }`, token);
    expect(body.errors).toBeUndefined();
    await app.context.lastUsed.flush();
  }
  return token;
}

async function rotatedKey(): Promise<string> {
  const session = await app.session(owner);
  const made = await app.graphql(
    'mutation { createApiKey(input: { name: "x", scopes: ["eventCalls:read"] }) { secret apiKey { id } } }',
    session,
  );
  const { secret, apiKey } = made.body.data.createApiKey;
  const rotation = `mutation { rotateApiKey(input: { id: ${apiKey.id}, overlapSeconds: 3600 }) { secret } }`;
  expect((await app.graphql(rotation, session)).body.errors).toBeUndefined();
  return secret;
}

type Door = (credential: string) => Promise<boolean>;

const status = async (path: string, init?: RequestInit) => (await app.request(path, init)).status;
const graphql = async (headers: Record<string, string>) => {
  const body = JSON.stringify({ query: '{ viewer { role } }' });
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
  return (await app.request('/graphql', init)).body.data?.viewer != null;
};

/** Whether a credential counts there. */
const doors: Readonly<Record<string, Door>> = {
  '/v1': async (token) => (await status('/v1/eventCalls', { headers: bearer(token) })) === 200,
  '/graphql': (token) => graphql(bearer(token)),
};

const doorsOfSessions: Readonly<Record<string, Door>> = {
  ...doors,
  'the logo of an app': async (token) =>
    (await status('/oauth-clients/999/logo', { method: 'DELETE', headers: bearer(token) })) === 404,
  'the consent of /v1': async (token) =>
    (await status(`/v1${authorizePath(client)}`, { headers: { accept: 'application/json', ...bearer(token) } })) ===
    200,
  '/v1 by cookie': async (token) => (await status('/v1/eventCalls', { headers: headersOf(token) })) === 200,
  '/graphql by cookie': (token) => graphql(headersOf(token)),
  'the page of sign-in': async (token) => (await openPage(app, '/sign-in', `session=${token}`)).status === 303,
  'the page of consent': async (token) =>
    (await openPage(app, authorizePath(client), `session=${token}`)).status === 200,
  'the page of an invitation': async (token) => {
    const { text } = await openPage(app, await invitation(), `session=${token}`);
    return !text.includes('type="password"');
  },
};

/** A link that invites the owner to another workspace. */
async function invitation(): Promise<string> {
  const query = `mutation { createInvitation(input: { email: "${owner.email}", role: SETTER }) { link } }`;
  const inviter = await app.session(await app.workspace(), { expiresAt: '2100-01-01T00:00:00Z' });
  return (await app.graphql(query, inviter)).body.data.createInvitation.link.slice('http://app.test'.length);
}

const endOf = (ms: number) => new Date(Date.parse(began) + ms).toISOString();

const credentials: readonly (readonly [string, number, () => Promise<string>, Readonly<Record<string, Door>>])[] = [
  ['an API key', day, () => app.apiKey(owner, { expiresAt: endOf(day) }), doors],
  ['an API key that was rotated', hour, rotatedKey, doors],
  ['an access token', hour, async () => (await connect(app, await app.session(owner), client)).access_token, doors],
  ['a session that nobody uses', 30 * day, signIn, doorsOfSessions],
  ['a session that is used', 90 * day, busySession, doorsOfSessions],
];

describe.each(credentials)('%s', (_, ms, make, doorsOfIt) => {
  test('counts to its last millisecond, and not in the next', async () => {
    const token = await make();
    const each = async () => {
      const counts: Record<string, boolean> = {};
      for (const [name, door] of Object.entries(doorsOfIt)) counts[name] = await door(token);
      return counts;
    };
    const all = (counts: boolean) => Object.fromEntries(Object.keys(doorsOfIt).map((name) => [name, counts]));
    setAfter(ms);
    expect(await each()).toEqual(all(false));
    setAfter(ms - 1);
    expect(await each()).toEqual(all(true));
  });
});

/** Whether the token endpoint takes it. */
const atTokenEndpoint: readonly (readonly [
  string,
  number,
  () => Promise<string>,
  (token: string) => Promise<{ status: number }>,
])[] = [
  [
    'a code',
    600_000,
    async () => newCode(app, await app.session(owner), client),
    (code) => exchangeCode(app, client, code),
  ],
  [
    'a refresh token',
    30 * day,
    async () => (await connect(app, await app.session(owner), client)).refresh_token,
    (token) => refresh(app, client, token),
  ],
];

test.each(atTokenEndpoint)(
  '%s is exchanged to its last millisecond, and not in the next',
  async (_, ms, make, exchange) => {
    const token = await make();
    setAfter(ms);
    expect(await exchange(token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    setAfter(ms - 1);
    expect(await exchange(token)).toMatchObject({ status: 200 });
  },
);

test('an invitation is listed to its last millisecond, and not in the next', async () => {
  const session = await app.session(owner, { expiresAt: '2100-01-01T00:00:00Z' });
  const create =
    'mutation { createInvitation(input: { email: "ira@example.com", role: SETTER }) { invitation { id } } }';
  const { id } = (await app.graphql(create, session)).body.data.createInvitation.invitation;
  const listed = async () => (await app.graphql('{ invitations { id } }', session)).body.data.invitations;
  setAfter(7 * day - 1);
  expect(await listed()).toEqual([{ id }]);
  setAfter(7 * day);
  expect(await listed()).toEqual([]);
});

test('a session of a version that had no latest end has ended after 90 days', async () => {
  const token = await app.session(owner, { expiresAt: endOf(29 * day) });
  const began = (ms: number) =>
    app.sql('UPDATE "Session" SET "createdAt" = $2 WHERE "userId" = $1', [owner.userId, endOf(ms)]);
  await began(-90 * day + 1);
  expect((await app.graphql('{ viewer { role } }', token)).status).toBe(200);
  await began(-90 * day);
  expect((await app.graphql('{ viewer { role } }', token)).body.errors).toMatchObject([{ message: 'Session expired' }]);
});
