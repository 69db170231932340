import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import {
  challengeFor,
  connect,
  credentialsOf,
  exchangeCode,
  newCode,
  newVerifier,
  type OAuthApp,
  oauthApp,
  ownerWithApp,
  postForm,
  refresh,
  revoke,
} from '../support/oauth.ts';
import { oauthClients } from '../support/oauth-clients.ts';

let owner: Member;
let session: string;
let client: OAuthApp;
const app = await useApp();
beforeEach(async () => {
  app.clock.set('2026-03-04T12:00:00.000Z');
  ({ owner, session, client } = await ownerWithApp(app));
});

/** What the owner of the app reads, in the order in which it was written. */
async function logged(by = session) {
  await app.requestLog.flush();
  const fields = 'id route status errorCode errorMessage clientId connectionId userId apiKeyId requestId';
  const { body } = await app.graphql(`{ requests(limit: 100) { requests { ${fields} } } }`, by);
  const serial = ({ id }: { id: string }) => Number(id.replace('req_', ''));
  return body.data.requests.requests.sort((one: { id: string }, other: { id: string }) => serial(one) - serial(other));
}

interface Entry {
  readonly requestId: string;
}

/** All that an app hears, whatever is wrong with its secret. */
const clientRefusal = {
  error: 'invalid_client',
  error_description: 'client authentication failed',
  message: 'client authentication failed',
};

/** Refusals are kept apart from each other, and so in no order. */
const messages = async () => (await logged()).map(({ errorMessage }: { errorMessage: string }) => errorMessage).sort();

describe('a refusal of the token endpoint', () => {
  test('is in the log of the workspace that registered the app, with a text of its own for each cause', async () => {
    const pair = await connect(app, session, client);
    const [used, late] = [await newCode(app, session, client), await newCode(app, session, client)];
    const other = await oauthApp(app, owner);
    const ofOther = await newCode(app, session, other);
    await exchangeCode(app, client, used);
    const refused = [
      await exchangeCode(app, client, 'service_ac_nothing'),
      await exchangeCode(app, client, ofOther),
      await exchangeCode(app, client, used),
      await refresh(
        app,
        client,
        pair.refresh_token.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A')),
      ),
      await refresh(app, { ...client, secret: 'service_cs_wrong' }, pair.refresh_token),
      await postForm(app, '/v1/oauth/token', { ...credentialsOf(client), grant_type: 'password' }),
    ];
    app.clock.set('2026-03-04T12:11:00.000Z');
    refused.push(await exchangeCode(app, client, late));
    // The app hears no more than before.
    const ofGrant = refused.filter(({ body }) => body.error === 'invalid_grant');
    expect(new Set(ofGrant.map(({ body }) => body.error_description)).size).toBe(1);
    expect(ofGrant).toHaveLength(5);
    expect(await messages()).toEqual([
      'The client secret is wrong',
      'The code is unknown, or its connection has ended',
      'The code or refresh token has expired: a code is valid for 600 seconds, a refresh token for 30 days',
      'The code or refresh token was issued to another app',
      'The code was already used: its connection ends, because someone else may have the code',
      'The refresh token is unknown, or its connection has ended',
      'This grant type is not supported',
    ]);
    const [requestId] = refused.map(({ headers }) => headers.get('x-request-id'));
    const first = (await logged()).find((entry: { requestId: string }) => entry.requestId === requestId);
    expect(first).toEqual({
      ...{ id: expect.stringMatching(/^req_/), route: '/v1/oauth/token', status: 400, errorCode: 'invalid_grant' },
      ...{ errorMessage: expect.any(String), clientId: client.clientId, userId: owner.userId },
      ...{ connectionId: null, apiKeyId: null, requestId },
    });
  });

  test('tells a missing secret, a wrong one, one from before a rotation, and one of a public client apart', async () => {
    const publicClient = { ...(await oauthApp(app, owner, { clientType: 'PUBLIC' })), secret: 'service_cs_none' };
    const [row] = await app.sql<{ id: number }>('SELECT "id" FROM "OAuthClient" WHERE "clientId" = $1', [
      client.clientId,
    ]);
    const rotate = async (overlapHours: number) => {
      const { body } = await oauthClients(app, session).rotate(Number(row?.id), session, { overlapHours });
      return { ...client, secret: String(body.data.rotateOAuthClientSecret.clientSecret) };
    };
    const refused = async (by: OAuthApp, post: typeof revoke = refresh) => {
      const { status, body, headers } = await post(app, by, 'service_rt_x');
      expect({ status, body }).toEqual({ status: 401, body: clientRefusal });
      const found = (await logged()).find((entry: Entry) => entry.requestId === headers.get('x-request-id'));
      return found.errorMessage;
    };
    expect(await refused({ ...client, secret: '' })).toBe('The client secret is missing');
    expect(await refused({ ...client, secret: 'service_cs_wrong' })).toBe('The client secret is wrong');
    expect(await refused(publicClient)).toBe('The app is a public client but sent a client secret');
    const second = await rotate(1);
    expect((await refresh(app, client, 'service_rt_x')).status).toBe(400);
    app.clock.set('2026-03-04T13:00:00.000Z');
    const before = 'The client secret was replaced by the last rotation';
    expect(await refused(client)).toBe(`${before}, and ended at 2026-03-04T13:00:00.000Z`);
    expect(await refused(client, revoke)).toBe(`${before}, and ended at 2026-03-04T13:00:00.000Z`);
    await rotate(0);
    expect(await refused(second)).toBe(`${before}, which ended it immediately`);
    expect(await refused(client)).toBe('The client secret is wrong');
  });

  test('names a refresh token that was used before, a verifier that differs, and scopes that were not granted', async () => {
    const pair = await connect(app, session, client);
    const next = (await refresh(app, client, pair.refresh_token)).body;
    await refresh(app, client, next.refresh_token);
    const query = challengeFor(newVerifier());
    const bound = await newCode(app, session, client, query);
    await exchangeCode(app, client, bound, { code_verifier: newVerifier() });
    await refresh(app, client, pair.refresh_token);
    expect(await messages()).toEqual([
      'The refresh token was already used: its connection ends, because someone else may have the token',
      'code_verifier does not match the code_challenge',
    ]);
  });

  test('of a wrong secret at the revocation is there too; a success and an unknown app are not', async () => {
    const pair = await connect(app, session, client);
    await revoke(app, { ...client, secret: 'service_cs_wrong' }, pair.refresh_token);
    await refresh(app, { ...client, clientId: 'ocl_unknown' }, pair.refresh_token);
    await revoke(app, client, pair.refresh_token);
    expect(await logged()).toEqual([
      expect.objectContaining({ route: '/v1/oauth/revoke', status: 401, errorCode: 'invalid_client' }),
    ]);
  });

  test('tells another workspace nothing, and its owner no connection of another workspace', async () => {
    await app.sql(`UPDATE "OAuthClient" SET "status" = 'APPROVED' WHERE "clientId" = $1`, [client.clientId]);
    const stranger = await app.workspace();
    const strangerSession = await app.session(stranger);
    const code = await newCode(app, strangerSession, client, { workspaceId: String(stranger.workspaceId) });
    await exchangeCode(app, client, code, { redirect_uri: 'https://dialer.example/other' });
    const own = await newCode(app, session, client);
    await exchangeCode(app, client, own, { redirect_uri: 'https://dialer.example/other' });
    expect(await logged(strangerSession)).toEqual([]);
    const text = 'redirect_uri differs from the one in the authorization';
    expect(await logged()).toEqual([
      expect.objectContaining({ errorMessage: text, connectionId: null }),
      expect.objectContaining({ errorMessage: text, connectionId: expect.stringMatching(/^con_/) }),
    ]);
  });
});
