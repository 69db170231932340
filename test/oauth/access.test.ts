import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { challengeOf } from '../support/challenges.ts';
import type { Member } from '../support/factories.ts';
import {
  callWith,
  connect,
  exchangeCode,
  newCode,
  type OAuthApp,
  oauthApp,
  ownerWithApp,
  type Pair,
  refresh,
} from '../support/oauth.ts';

let owner: Member;
let session: string;
let client: OAuthApp;
let pair: Pair;
const app = await useApp();
beforeEach(async () => {
  app.clock.set('2026-03-04T12:00:00.000Z');
  ({ owner, session, client } = await ownerWithApp(app, {
    allowedScopes: ['contacts:read', 'eventCalls:read', 'webhooks:read'],
  }));
  pair = await connect(app, session, client);
});

async function scopes(): Promise<string[]> {
  return (await app.graphql('{ viewer { scopes } }', pair.access_token)).body.data.viewer.scopes;
}

async function expectDead(): Promise<void> {
  const rest = await app.get('/v1/eventCalls', pair.access_token);
  expect({ status: rest.status, body: rest.body }).toEqual({ status: 401, body: { message: 'Invalid access token' } });
  expect(rest.headers.get('www-authenticate')).toBe(
    challengeOf('/v1', { error: 'invalid_token', scope: 'eventCalls:read' }),
  );
  expect((await app.graphql('{ viewer { role } }', pair.access_token)).status).toBe(401);
  const { status, body } = await refresh(app, client, pair.refresh_token);
  expect([status, body.error].join()).toMatch(/^(400,invalid_grant|401,invalid_client)$/);
}

const change = (table: string, text: string) =>
  app.sql(`UPDATE "${table}" SET ${text} WHERE "workspaceId" = $1`, [owner.workspaceId]);

describe('an access token', () => {
  test('is looked up with one statement', async () => {
    app.statements.length = 0;
    expect(await callWith(app, pair.access_token)).toBe(200);
    expect(app.statements.filter((name) => /credentials|oauth/.test(name))).toEqual(['credentials.accessToken']);
  });

  test('is good for what was granted, and for nothing else', async () => {
    expect(await scopes()).toEqual(['contacts:read', 'eventCalls:read', 'webhooks:read']);
    const { status, body, headers } = await app.get('/v1/deals', pair.access_token);
    expect({ status, body }).toEqual({
      status: 403,
      body: { message: 'Missing scope: deals:read', code: 'INSUFFICIENT_SCOPE' },
    });
    expect(headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="deals:read"');
  });

  test('sees its own workspace alone', async () => {
    const other = await app.workspace();
    const [own, foreign] = [await app.call(owner), await app.call(other)];
    const { body } = await app.get('/v1/eventCalls', pair.access_token);
    expect(body.data.eventCalls.map(({ id }: { id: number }) => id)).toEqual([own]);
    expect(foreign).not.toBe(own);
  });

  test('consumes the same rate limit as an API key', async () => {
    await app.sql('UPDATE "Workspace" SET "rateLimitPoints" = 3 WHERE "id" = $1', [owner.workspaceId]);
    const key = await app.apiKey(owner);
    const answers = await Promise.all(
      [key, key, pair.access_token, pair.access_token].map((each) => callWith(app, each)),
    );
    expect(answers.sort()).toEqual([200, 200, 200, 429]);
  });

  test('cannot manage credentials, whatever its user may', async () => {
    for (const field of ['apiKeys { count }', 'oauthClients { count }', 'connections { count }']) {
      const { body } = await app.graphql(`{ ${field} }`, pair.access_token);
      expect(body.errors[0]).toMatchObject({
        message: 'Only a signed-in session may do this, not an app',
        extensions: { code: 'FORBIDDEN' },
      });
    }
  });

  test.each(['service_at_', 'service_at_short', `service_at_${'a'.repeat(43)}`, `service_at_${'a'.repeat(42)}é`])(
    '%s is none',
    async (token) => {
      const { status, body } = await app.graphql('{ viewer { role } }', encodeURI(token));
      expect({ status, message: body.errors[0].message }).toEqual({ status: 401, message: 'Invalid access token' });
    },
  );

  test('is no refresh token, no code and no client secret, and they are none', async () => {
    for (const each of [pair.refresh_token, client.secret, await newCode(app, session, client)]) {
      expect(await callWith(app, each)).toBe(401);
    }
    expect((await refresh(app, client, pair.access_token)).body.error).toBe('invalid_grant');
    expect((await exchangeCode(app, client, pair.access_token)).body.error).toBe('invalid_grant');
  });
});

describe('from the next request on', () => {
  test('a scope that the app loses is gone from its tokens, and is back with that scope of the app', async () => {
    await change('OAuthClient', `"allowedScopes" = '{contacts:read,webhooks:read}'`);
    expect(await scopes()).toEqual(['contacts:read', 'webhooks:read']);
    expect(await callWith(app, pair.access_token)).toBe(403);
    expect((await refresh(app, client, pair.refresh_token)).body.scope).toBe('contacts:read webhooks:read');
    await change('OAuthClient', `"allowedScopes" = '{contacts:read,eventCalls:read,deals:read}'`);
    expect(await scopes()).toEqual(['contacts:read', 'eventCalls:read']);
  });

  test('a lower role removes scopes from the token', async () => {
    await change('Membership', `"role" = 'CLOSER'`);
    expect(await scopes()).toEqual(['contacts:read', 'eventCalls:read']);
  });

  test('a user who has left the workspace has no connections there', async () => {
    await app.sql('DELETE FROM "Membership" WHERE "workspaceId" = $1 AND "userId" = $2', [
      owner.workspaceId,
      (await app.member(owner.workspaceId, 'ADMIN')).userId,
    ]);
    expect(await callWith(app, pair.access_token)).toBe(200);
    const registrant = await app.workspace();
    client = await oauthApp(app, registrant);
    pair = await connect(app, session, client);
    await app.sql('DELETE FROM "Membership" WHERE "workspaceId" = $1', [owner.workspaceId]);
    await expectDead();
  });

  test('a deleted app is gone', async () => {
    await app.sql('DELETE FROM "OAuthClient" WHERE "clientId" = $1', [client.clientId]);
    await expectDead();
  });

  test('an app that is rejected is confined to the workspace that registered it', async () => {
    const stranger = await app.workspace();
    const foreign = await connect(app, await app.session(stranger), client);
    await change('OAuthClient', `"status" = 'REJECTED'`);
    expect(await callWith(app, pair.access_token)).toBe(200);
    pair = foreign;
    await expectDead();
  });

  test('a secret that is exchanged is good no more', async () => {
    await change('OAuthClient', `"secretHash" = '\\x00'`);
    expect((await refresh(app, client, pair.refresh_token)).body.error).toBe('invalid_client');
    expect(await callWith(app, pair.access_token)).toBe(200);
  });
});
