import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import {
  callWith,
  challengeFor,
  exchangeCode,
  newCode,
  newVerifier,
  type OAuthApp,
  oauthApp,
  ownerWithApp,
  refresh,
} from '../support/oauth.ts';
import { roomyLimiter } from '../support/roomy-limiter.ts';
import { eventsOf } from '../support/webhook-rows.ts';

let owner: Member;
let session: string;
let client: OAuthApp;
const app = await useApp({ limiter: roomyLimiter() });
beforeEach(async () => {
  app.clock.set('2026-03-04T12:00:00.000Z');
  ({ owner, session, client } = await ownerWithApp(app));
});

const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };

describe('a code that is used twice', () => {
  test('revokes what it gave, and says so to the webhooks', async () => {
    const code = await newCode(app, session, client);
    const { body } = await exchangeCode(app, client, code);
    const { refresh_token } = (await refresh(app, client, body.refresh_token)).body;
    expect(await exchangeCode(app, client, code)).toMatchObject(invalidGrant);
    expect(await callWith(app, body.access_token)).toBe(401);
    expect(await refresh(app, client, refresh_token)).toMatchObject(invalidGrant);
    expect((await eventsOf(app, owner.workspaceId)).map(({ kind }) => kind)).toEqual(['connection.revoked']);
  });

  test('at once gives one pair, and none that lasts', async () => {
    for (let trial = 0; trial < 20; trial++) {
      const code = await newCode(app, session, client);
      const answers = await Promise.all(Array.from({ length: 5 }, () => exchangeCode(app, client, code)));
      const pairs = answers.filter(({ status }) => status === 200);
      expect(pairs).toHaveLength(1);
      for (const { body } of pairs) expect(await callWith(app, body.access_token)).toBe(401);
    }
  });

  test('sent without the verifier, or by another app, revokes nothing', async () => {
    const verifier = newVerifier();
    const code = await newCode(app, session, client, challengeFor(verifier));
    const { body } = await exchangeCode(app, client, code, { code_verifier: verifier });
    expect(await exchangeCode(app, client, code, { code_verifier: newVerifier() })).toMatchObject(invalidGrant);
    expect(await exchangeCode(app, await oauthApp(app, owner), code)).toMatchObject(invalidGrant);
    expect(await callWith(app, body.access_token)).toBe(200);
  });
});

test('a code survives a wrong verifier and a wrong address', async () => {
  const verifier = newVerifier();
  const code = await newCode(app, session, client, challengeFor(verifier));
  expect(await exchangeCode(app, client, code, { code_verifier: newVerifier() })).toMatchObject(invalidGrant);
  const elsewhere = { code_verifier: verifier, redirect_uri: `${client.redirectUri}/` };
  expect(await exchangeCode(app, client, code, elsewhere)).toMatchObject(invalidGrant);
  expect((await exchangeCode(app, client, code, { code_verifier: verifier })).status).toBe(200);
});

test('an app without the refresh grant gets no refresh token', async () => {
  const accessOnly = await oauthApp(app, owner, { grantTypes: '{AUTHORIZATION_CODE}' });
  const { status, body } = await exchangeCode(app, accessOnly, await newCode(app, session, accessOnly));
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'contacts:read eventCalls:read',
    },
  });
  expect(await callWith(app, body.access_token)).toBe(200);
});
