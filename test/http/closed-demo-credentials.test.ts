import { afterEach, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { connect, ownerWithApp } from '../support/oauth.ts';

const closedDemos = new Set<number>();
const app = await useApp({ closedDemos });
afterEach(() => closedDemos.clear());

const { owner, session, client } = await ownerWithApp(app);
const { access_token: accessToken } = await connect(app, session, client);

test.each([
  ['an API key', await app.apiKey(owner), 'INVALID_API_KEY'],
  ['a session', session, 'INVALID_SESSION'],
  ['an access token of an app', accessToken, 'INVALID_ACCESS_TOKEN'],
])('%s counts as long as its demo is open, and no longer', async (_name, credential, code) => {
  const status = async () => (await app.get('/v1/eventCalls', credential)).status;
  expect(await status()).toBe(200);
  closedDemos.add(owner.workspaceId);
  expect(await status()).toBe(401);
  const { body } = await app.graphql('{ currentUser { id } }', credential);
  expect(body.errors[0].extensions.code).toBe(code);
});
