import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import {
  askConsent,
  authorizationQuery,
  connect,
  type OAuthApp,
  oauthApp,
  redirected,
  refresh,
} from '../support/oauth.ts';

let owner: Member;
let closer: Member;
let session: string;
let client: OAuthApp;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  closer = await app.member(owner.workspaceId, 'CLOSER');
  session = await app.session(closer);
  client = await oauthApp(app, owner, {
    allowedScopes: ['contacts:read', 'events:write', 'fields:write', 'webhooks:write'],
  });
});

const roleIs = (role: string) =>
  app.sql('UPDATE "Membership" SET "role" = $3::"Role" WHERE "workspaceId" = $1 AND "userId" = $2', [
    closer.workspaceId,
    closer.userId,
    role,
  ]);
const connections = async () => {
  const { body } = await app.graphql('{ connections { connections { scopes } } }', session);
  return body.data.connections.connections.map(({ scopes }: { scopes: string[] }) => scopes);
};
const refreshed = async (token: string) => (await refresh(app, client, token)).body;

test('a closer is shown and grants only what a closer may do', async () => {
  const { body } = await askConsent(app, session, authorizationQuery(client), { endpoint: '/preview' });
  expect(body.data.scopes.map(({ scope }: { scope: string }) => scope)).toEqual(['contacts:read', 'fields:write']);
  expect(body.data.workspaces).toEqual([
    { id: owner.workspaceId, name: 'Acme', scopes: ['contacts:read', 'fields:write'], allowed: true, reason: null },
  ]);
  expect(await connect(app, session, client)).toMatchObject({ scope: 'contacts:read fields:write' });
  expect(await connections()).toEqual([['contacts:read', 'fields:write']]);
});

test('an owner is shown and grants all of it', async () => {
  const ownSession = await app.session(owner);
  const { body } = await askConsent(app, ownSession, authorizationQuery(client), { endpoint: '/preview' });
  expect(body.data.scopes).toHaveLength(4);
  const pair = await connect(app, ownSession, client);
  expect(pair).toMatchObject({ scope: 'contacts:read events:write fields:write webhooks:write' });
});

test('each workspace of a user says what the role there allows', async () => {
  const other = await app.insert('Workspace', { name: 'Beta' });
  await app.insert('Membership', { workspaceId: other.id, userId: closer.userId, role: 'ADMIN' });
  const { body } = await askConsent(app, session, authorizationQuery(client), { endpoint: '/preview' });
  expect(body.data.scopes).toHaveLength(4);
  expect(
    body.data.workspaces.map(({ name, scopes }: { name: string; scopes: string[] }) => [name, scopes.length]),
  ).toEqual([
    ['Acme', 2],
    ['Beta', 4],
  ]);
});

test('a refresh goes by the role in the workspace of the connection', async () => {
  const { id: workspaceId } = await app.insert('Workspace', { name: 'Beta' });
  await app.insert('Membership', { workspaceId, userId: closer.userId, role: 'ADMIN' });
  const [here, there] = [session, await app.session({ ...closer, workspaceId })];
  await roleIs('ADMIN');
  const pairs = [await connect(app, here, client), await connect(app, there, client)];
  await roleIs('CLOSER');
  const scopes = await Promise.all(pairs.map(async ({ refresh_token }) => (await refreshed(refresh_token)).scope));
  expect(scopes).toEqual(['contacts:read fields:write', 'contacts:read events:write fields:write webhooks:write']);
});

test('a role that becomes less narrows what is reported at once, and one that becomes more widens it only to what was granted', async () => {
  await roleIs('ADMIN');
  const { refresh_token } = await connect(app, session, client);
  await roleIs('CLOSER');
  expect(await connections()).toEqual([['contacts:read', 'fields:write']]);
  const narrowed = await refreshed(refresh_token);
  expect(narrowed.scope).toBe('contacts:read fields:write');
  await roleIs('ADMIN');
  expect(await connections()).toEqual([['contacts:read', 'events:write', 'fields:write', 'webhooks:write']]);
  const granted = await connect(app, session, client, { scope: 'contacts:read' });
  expect(granted).toMatchObject({ scope: 'contacts:read' });
});

test('a role that allows nothing of it is a refusal, on the page and at the API, and no connection', async () => {
  const query = authorizationQuery(client, { scope: 'webhooks:write events:write' });
  const reason = 'Your role in this workspace does not allow any of the scopes that the app requests';
  const preview = await askConsent(app, session, query, { endpoint: '/preview' });
  expect(preview.body.data.workspaces).toMatchObject([{ scopes: [], allowed: false, reason }]);
  const answer = await askConsent(app, session, query);
  expect(answer).toMatchObject({
    status: 403,
    body: { error: 'access_denied', error_description: reason, message: reason },
  });
  expect(await connections()).toEqual([]);
  const page = await fetch(`${app.url}/oauth/authorize?${query}`, { headers: { cookie: `session=${session}` } });
  expect(page.status).toBe(403);
  expect(await page.text()).toContain(`<strong>Access denied.</strong> ${reason}.`);
});

test('a refresh of which nothing is left is refused, and the same token is good again with the role', async () => {
  await roleIs('ADMIN');
  const { refresh_token } = await connect(app, session, client, { scope: 'webhooks:write' });
  await roleIs('CLOSER');
  const text =
    "None of the granted scopes is left: the app is no longer registered for them, or the user's role no longer allows them";
  expect(await refresh(app, client, refresh_token)).toMatchObject({
    status: 400,
    body: { error: 'invalid_scope', error_description: text, message: text },
  });
  await roleIs('ADMIN');
  expect((await refreshed(refresh_token)).scope).toBe('webhooks:write');
});

test('a code that was given to an admin who is a closer when it is exchanged gives what a closer may do', async () => {
  await roleIs('ADMIN');
  const code = String(redirected(await askConsent(app, session, authorizationQuery(client))).code);
  await roleIs('CLOSER');
  const { body } = await app.request('/v1/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', code, redirect_uri: client.redirectUri },
      ...{ client_id: client.clientId, client_secret: client.secret },
    }),
  });
  expect(body.scope).toBe('contacts:read fields:write');
});

test('the consent page names the workspace where the role allows less, and what', async () => {
  const other = await app.insert('Workspace', { name: 'Beta' });
  await app.insert('Membership', { workspaceId: other.id, userId: closer.userId, role: 'ADMIN' });
  const query = authorizationQuery(client);
  const page = await fetch(`${app.url}/oauth/authorize?${query}`, { headers: { cookie: `session=${session}` } });
  const text = await page.text();
  expect(text).toContain(
    'Not available in <bdi>Acme</bdi>, because your role does not allow it: Create, change and delete bookable',
  );
  expect(text).not.toContain('Not in <bdi>Beta</bdi>');
});

test("a key's scopes are those that its member's role allows now, wherever it is shown", async () => {
  await app.apiKey(closer, { scopes: ['contacts:read', 'webhooks:write'] });
  const own = await app.session(owner);
  const shown = async () => {
    const { body } = await app.graphql('{ apiKeys { apiKeys { id userId scopes } } }', own);
    const [key] = body.data.apiKeys.apiKeys.filter((each: { userId: number }) => each.userId === closer.userId);
    const one = await app.graphql(`{ apiKey(id: ${key.id}) { scopes member { id role } } }`, own);
    expect(one.body).toMatchObject({ data: { apiKey: { scopes: key.scopes, member: { id: closer.userId } } } });
    return key.scopes;
  };
  expect(await shown()).toEqual(['contacts:read']);
  await roleIs('ADMIN');
  expect(await shown()).toEqual(['contacts:read', 'webhooks:write']);
});
