import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import {
  askConsent,
  authorizationQuery,
  connect,
  type OAuthApp,
  oauthApp,
  ownerWithApp,
  refresh,
} from '../support/oauth.ts';

const app = await useApp();
let owner: Member;
let session: string;
let client: OAuthApp;
beforeEach(async () => {
  ({ owner, session, client } = await ownerWithApp(app));
});

const all = 'contacts:read eventCalls:read';

/** What is requested, and what is granted for it. */
const requests = [
  ['openid contacts:read', 'contacts:read'],
  ['eventCalls:read offline_access', 'eventCalls:read'],
  ['openid contacts:read offline_access eventCalls:read', all],
  ['openid', all],
  ['openid offline_access', all],
  ['offline_access offline_access', all],
] as const;

describe.each(requests)('a request for “%s”', (requested, granted) => {
  test('is shown, and granted, without what no app can have', async () => {
    const query = authorizationQuery(client, { scope: requested });
    const { body } = await askConsent(app, session, query, { endpoint: '/preview' });
    expect(body.data.scopes.map(({ scope }: { scope: string }) => scope).join(' ')).toBe(granted);
    const pair = await connect(app, session, client, { scope: requested });
    expect(pair).toMatchObject({ scope: granted, refresh_token: expect.any(String) });
    expect(pair).not.toHaveProperty('id_token');
  });

  test('is so at a refresh', async () => {
    const { refresh_token } = await connect(app, session, client);
    const { status, body } = await refresh(app, client, refresh_token, { scope: requested });
    expect({ status, scope: body.scope }).toEqual({ status: 200, scope: granted });
  });
});

test('a refresh with and without them gets the same pair', async () => {
  const { refresh_token } = await connect(app, session, client);
  const answers = [
    await refresh(app, client, refresh_token),
    await refresh(app, client, refresh_token, { scope: `openid ${all} offline_access` }),
  ];
  expect(answers[1]?.body).toEqual(answers[0]?.body);
});

test('a refresh for a scope beyond those granted is refused, with openid or without', async () => {
  const { refresh_token } = await connect(app, session, client, { scope: 'openid contacts:read' });
  for (const scope of ['eventCalls:read', 'openid eventCalls:read', 'OpenID', 'openid:read']) {
    const { status, body } = await refresh(app, client, refresh_token, { scope });
    expect({ status, error: body.error }, scope).toEqual({ status: 400, error: 'invalid_scope' });
  }
});

test('an app without refresh tokens gets none for offline_access', async () => {
  const once = await oauthApp(app, owner, { grantTypes: '{AUTHORIZATION_CODE}' });
  const pair = await connect(app, session, once, { scope: 'offline_access contacts:read' });
  expect(pair).toMatchObject({ scope: 'contacts:read' });
  expect(pair).not.toHaveProperty('refresh_token');
});

test('the page asks for what is granted', async () => {
  const query = authorizationQuery(client, { scope: 'openid contacts:read' });
  const page = await fetch(`${app.url}/oauth/authorize?${query}`, { headers: { cookie: `session=${session}` } });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<input type="hidden" name="scope" value="contacts:read">');
});

test('a scope that is sent twice is refused, also where it would be ignored', async () => {
  const preview = await askConsent(app, session, `${authorizationQuery(client)}&scope=openid&scope=openid`);
  expect(new URL(preview.body.data.redirectUrl).searchParams.get('error')).toBe('invalid_request');
  const { refresh_token } = await connect(app, session, client);
  const form = `grant_type=refresh_token&refresh_token=${refresh_token}&scope=openid&scope=openid`;
  const answer = await fetch(`${app.url}/v1/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client.clientId}:${client.secret}`).toString('base64')}` },
    body: new URLSearchParams(form),
  });
  expect({ status: answer.status, error: (await answer.json()).error }).toEqual({
    status: 400,
    error: 'invalid_request',
  });
});

test('no parameter but scope loses a word', async () => {
  const state = 'openid offline_access';
  const { body } = await askConsent(app, session, authorizationQuery(client, { state, scope: 'openid' }));
  expect(new URL(body.data.redirectUrl).searchParams.get('state')).toBe(state);
});
