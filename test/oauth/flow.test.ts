import { beforeEach, describe, expect, test } from 'vitest';
import { send, useApp } from '../support/app.ts';
import { challengeOf } from '../support/challenges.ts';
import type { Member } from '../support/factories.ts';
import {
  askConsent,
  authorizationQuery,
  callWith,
  challengeFor,
  connect,
  credentialsOf,
  exchangeCode,
  newCode,
  newVerifier,
  oauthApp,
  redirected,
  refresh,
  revoke,
} from '../support/oauth.ts';

let owner: Member;
let session: string;
const app = await useApp();
beforeEach(async () => {
  app.clock.set('2026-03-04T12:00:00.000Z');
  owner = await app.workspace();
  session = await app.session(owner);
});

const pair = {
  access_token: expect.stringMatching(/^service_at_[\w-]{43}$/),
  token_type: 'Bearer',
  expires_in: 3600,
  refresh_token: expect.stringMatching(/^service_rt_[\w-]{43}$/),
  scope: 'contacts:read eventCalls:read',
};

describe('a confidential app', () => {
  test('is sent back with a code, its state and the issuer', async () => {
    const client = await oauthApp(app, owner);
    const answer = await askConsent(app, session, authorizationQuery(client));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { code, ...rest } = redirected(answer);
    expect(code).toMatch(/^service_ac_[\w-]{43}$/);
    expect(rest).toEqual({ state: 'a b&c', iss: 'http://api.test' });
    expect(answer.body.data.redirectUrl).toMatch(/^https:\/\/dialer\.example\/callback\?/);
  });

  test('gets five fields for its code, and each refresh gives a new pair', async () => {
    const client = await oauthApp(app, owner);
    const answer = await exchangeCode(app, client, await newCode(app, session, client));
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: pair });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('pragma')).toBe('no-cache');
    expect(await callWith(app, answer.body.access_token)).toBe(200);
    const next = await refresh(app, client, answer.body.refresh_token);
    expect({ status: next.status, body: next.body }).toEqual({ status: 200, body: pair });
    expect(next.body.access_token).not.toBe(answer.body.access_token);
    expect(next.body.refresh_token).not.toBe(answer.body.refresh_token);
    expect(await callWith(app, next.body.access_token)).toBe(200);
  });

  test.each(['header', 'body'] as const)('sends JSON as well, with its secret in the %s', async (place) => {
    const client = await oauthApp(app, owner);
    const code = await newCode(app, session, client);
    const { client_id, client_secret } = credentialsOf(client);
    const basic = { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` };
    const fields = { grant_type: 'authorization_code', code, redirect_uri: client.redirectUri, client_id, extra: 5 };
    const answer = await send(`${app.url}/v1/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(place === 'header' ? basic : {}) },
      body: JSON.stringify(place === 'header' ? fields : { ...fields, client_secret }),
    });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: pair });
  });

  test('ends the connection with any token of it, and again without effect', async () => {
    const client = await oauthApp(app, owner);
    for (const which of ['access_token', 'refresh_token'] as const) {
      const { access_token, refresh_token } = await connect(app, session, client);
      for (let time = 0; time < 2; time++) {
        const { status, body } = await revoke(app, client, { access_token, refresh_token }[which]);
        expect({ status, body }).toEqual({ status: 200, body: {} });
      }
      expect(await callWith(app, access_token)).toBe(401);
      expect((await refresh(app, client, refresh_token)).body.error).toBe('invalid_grant');
    }
  });
});

describe('a public app', () => {
  test('goes the whole way with its verifier', async () => {
    const client = await oauthApp(app, owner, { clientType: 'PUBLIC' });
    const verifier = newVerifier();
    const code = await newCode(app, session, client, challengeFor(verifier));
    const answer = await exchangeCode(app, client, code, { code_verifier: verifier });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: pair });
    const next = await refresh(app, client, answer.body.refresh_token);
    expect(next.body).toEqual(pair);
    expect((await revoke(app, client, next.body.refresh_token)).status).toBe(200);
    expect(await callWith(app, next.body.access_token)).toBe(401);
  });
});

describe('lifetimes', () => {
  const waitUntil = (seconds: number) =>
    app.clock.set(new Date(Date.parse('2026-03-04T12:00:00Z') + seconds * 1000).toISOString());

  test('a code is good for 600 seconds', async () => {
    const client = await oauthApp(app, owner);
    const codes = [await newCode(app, session, client), await newCode(app, session, client)];
    waitUntil(599.999);
    expect((await exchangeCode(app, client, codes[0] ?? '')).status).toBe(200);
    waitUntil(600);
    expect((await exchangeCode(app, client, codes[1] ?? '')).body.error).toBe('invalid_grant');
  });

  test('an access token for 3600', async () => {
    const { access_token } = await connect(app, session, await oauthApp(app, owner));
    waitUntil(3599.999);
    expect(await callWith(app, access_token)).toBe(200);
    waitUntil(3600);
    const { status, body, headers } = await app.get('/v1/eventCalls', access_token);
    expect({ status, body }).toEqual({ status: 401, body: { message: 'Access token expired' } });
    expect(headers.get('www-authenticate')).toBe(
      challengeOf('/v1', { error: 'invalid_token', scope: 'eventCalls:read' }),
    );
  });

  test('a refresh token for 30 days, and the next one for 30 days more', async () => {
    const client = await oauthApp(app, owner);
    const { refresh_token } = await connect(app, session, client);
    waitUntil(30 * 86_400 - 0.001);
    const next = await refresh(app, client, refresh_token);
    expect(next.status).toBe(200);
    waitUntil(60 * 86_400 - 0.001);
    expect((await refresh(app, client, refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(app, client, next.body.refresh_token)).body.error).toBe('invalid_grant');
  });
});
