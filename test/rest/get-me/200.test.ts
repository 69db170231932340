import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { connectedApp } from '../../support/app-tokens.ts';

const app = await useApp();

async function me(credential: string): Promise<object> {
  const { status, body } = await app.get('/v1/me', credential);
  expect(status).toBe(200);
  return body.data;
}

test('names user, workspace, role and scopes of an API key without any scope of its own', async () => {
  const workspace = await app.insert('Workspace', { name: 'Acme', timeZone: 'Europe/Berlin' });
  const person = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };
  const user = await app.insert('User', { ...person, username: 'ada' });
  const member = { workspaceId: workspace.id, userId: user.id, role: 'CLOSER' as const };
  await app.insert('Membership', member);

  const { body } = await app.get('/v1/me', await app.apiKey(member, { scopes: ['events:write', 'deals:read'] }));

  const expected = {
    user: { id: user.id, ...person },
    workspace: { id: workspace.id, name: 'Acme', timeZone: 'Europe/Berlin' },
    role: 'CLOSER',
    // A closer may not have events:write.
    scopes: ['deals:read'],
    credential: 'API_KEY',
    client: null,
  };
  expect(JSON.stringify(body)).toBe(JSON.stringify({ data: expected }));
  expect(await me(await app.apiKey(member, { scopes: [] }))).toMatchObject({ scopes: [] });
});

test('names the app of an access token', async () => {
  const owner = await app.workspace();
  const { token } = await connectedApp(app, owner, ['contacts:read']);
  const [client] = await app.sql('SELECT "clientId", "name" FROM "OAuthClient" WHERE "workspaceId" = $1', [
    owner.workspaceId,
  ]);
  const expected = { user: { id: owner.userId }, scopes: ['contacts:read'], credential: 'ACCESS_TOKEN', client };
  expect(await me(token)).toMatchObject(expected);
  const { body } = await app.graphql('{ viewer { credential client { clientId name } } }', token);
  expect(body.data.viewer).toEqual({ credential: 'ACCESS_TOKEN', client });
});

test('answers a session', async () => {
  const owner = await app.workspace();
  expect(await me(await app.session(owner))).toMatchObject({ role: 'OWNER', credential: 'SESSION', client: null });
});
