import { expect, test } from 'vitest';
import { bearer, useApp } from '../support/app.ts';
import { connect, ownerWithApp } from '../support/oauth.ts';

const app = await useApp();
const { owner, session, client } = await ownerWithApp(app);
const { access_token: accessToken } = await connect(app, session, client);

async function ask(credential: string, workspace: string) {
  const headers = { ...bearer(credential), 'content-type': 'application/json', 'x-slotline-workspace': workspace };
  const body = JSON.stringify({ query: '{ __typename }' });
  return (await app.request('/graphql', { method: 'POST', headers, body })).body;
}

test.each([
  ['a session', session],
  ['an API key', await app.apiKey(owner)],
  ['an access token of an app', accessToken],
])('a request with %s that names another workspace runs nothing', async (_name, credential) => {
  expect((await ask(credential, String(owner.workspaceId))).data).toEqual({ __typename: 'Query' });
  const { errors } = await ask(credential, String(owner.workspaceId + 1));
  expect(errors[0].extensions.code).toBe('WORKSPACE_CHANGED');
});

test.each(['0', '-1', '1.0', 'x', '10000000000'])('%s is no workspace', async (named) => {
  const { errors } = await ask(session, named);
  expect(errors[0].extensions.details.errors).toMatchObject([{ path: 'X-Slotline-Workspace', code: 'malformed' }]);
});
