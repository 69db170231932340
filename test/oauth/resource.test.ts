import { beforeEach, describe, expect, test } from 'vitest';
import { type Answer, send, useApp } from '../support/app.ts';
import {
  askConsent,
  authorizationQuery,
  callWith,
  credentialsOf,
  exchangeCode,
  newCode,
  type OAuthApp,
  ownerWithApp,
  redirected,
  refresh,
} from '../support/oauth.ts';

let session: string;
let client: OAuthApp;
const app = await useApp();
beforeEach(async () => {
  app.clock.set('2026-03-04T12:00:00.000Z');
  ({ session, client } = await ownerWithApp(app));
});

const ours = [
  'http://api.test',
  'http://api.test/',
  'http://api.test/v1',
  'http://api.test/v1/',
  'http://api.test/graphql',
  'http://api.test/graphql/?a=1&b=2',
  'HTTP://API.test:80/v1?x',
  '',
];
const foreign = [
  'https://api.test',
  'http://api.test:8080',
  'http://api.test.evil.example/v1',
  'http://me@api.test/v1',
  'http://api.test/v1#contacts',
  'http://api.test/v1/contacts',
  'http://api.test/v2',
  'http://other.example',
  '/v1',
  'v1',
  'urn:slotline',
];
const text = 'resource must be http://api.test, or one of its parts: http://api.test/v1, http://api.test/graphql';

const authorize = (resources: readonly string[], endpoint: '' | '/preview' | '/deny' = '') => {
  const more = resources.map((resource) => `&resource=${encodeURIComponent(resource)}`).join('');
  return askConsent(app, session, authorizationQuery(client) + more, { endpoint });
};

describe('the authorization (RFC 8707)', () => {
  test.each(ours)('takes the resource %j', async (resource) => {
    const { code } = redirected(await authorize([resource]));
    expect((await exchangeCode(app, client, String(code), { resource })).status).toBe(200);
  });

  test.each(foreign)('sends the app invalid_target for %j', async (resource) => {
    for (const endpoint of ['', '/preview', '/deny'] as const) {
      const answer = redirected(await authorize([resource], endpoint));
      expect(answer).toEqual({
        error: 'invalid_target',
        error_description: text,
        state: 'a b&c',
        iss: 'http://api.test',
      });
    }
  });

  test('takes several resources if each of them is ours', async () => {
    expect(redirected(await authorize(['http://api.test/v1', 'http://api.test/graphql'])).code).toBeDefined();
    expect(redirected(await authorize(['http://api.test/v1', 'http://other.example'])).error).toBe('invalid_target');
  });
});

describe('the token endpoint', () => {
  const invalidTarget = {
    status: 400,
    body: { error: 'invalid_target', error_description: text, message: text },
  };

  test.each(foreign)('refuses %j, and the code and the refresh token stay good', async (resource) => {
    const code = await newCode(app, session, client);
    const { status, body } = await exchangeCode(app, client, code, { resource });
    expect({ status, body }).toEqual(invalidTarget);
    const pair = (await exchangeCode(app, client, code)).body;
    const refused = await refresh(app, client, pair.refresh_token, { resource });
    expect({ status: refused.status, body: refused.body }).toEqual(invalidTarget);
    const next = await refresh(app, client, pair.refresh_token, { resource: 'http://api.test/v1' });
    expect(await callWith(app, next.body.access_token)).toBe(200);
  });

  test('says first that the app is unknown, or the code', async () => {
    const resource = 'http://other.example';
    expect((await exchangeCode(app, { ...client, secret: 'wrong' }, 'x', { resource })).body.error).toBe(
      'invalid_client',
    );
    expect((await exchangeCode(app, client, 'x', { resource })).body.error).toBe('invalid_grant');
  });

  test('takes one resource or a list of them in JSON', async () => {
    const post = async (resource: unknown): Promise<Answer> => {
      const code = await newCode(app, session, client);
      const grant = { grant_type: 'authorization_code', code, redirect_uri: client.redirectUri };
      return send(`${app.url}/v1/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...grant, ...credentialsOf(client), resource }),
      });
    };
    for (const good of ['http://api.test', ['http://api.test/v1', 'http://api.test/graphql'], [], null]) {
      expect((await post(good)).status).toBe(200);
    }
    expect((await post(['http://api.test', 'http://other.example'])).body.error).toBe('invalid_target');
    expect((await post([1])).body.message).toBe('resource must be a string');
  });
});
