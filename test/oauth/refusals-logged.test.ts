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
  postForm,
  refresh,
  revoke,
} from '../support/oauth.ts';

let owner: Member;
let session: string;
let client: OAuthApp;
const app = await useApp();
beforeEach(async () => {
  app.clock.set('2026-03-04T12:00:00.000Z');
  owner = await app.workspace();
  session = await app.session(owner);
  client = await oauthApp(app, owner);
});

/** What the owner of the app reads, in the order in which it was written. */
async function logged(by = session) {
  await app.requestLog.flush();
  const fields = 'id route status errorCode errorMessage clientId connectionId userId apiKeyId requestId';
  const { body } = await app.graphql(`{ requests(limit: 100) { requests { ${fields} } } }`, by);
  const serial = ({ id }: { id: string }) => Number(id.replace('req_', ''));
  return body.data.requests.requests.sort((one: { id: string }, other: { id: string }) => serial(one) - serial(other));
}

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
      'The client secret is wrong or missing, or a public client has sent one',
      'The code is unknown, or its connection has ended',
      'The code or refresh token has expired: a code counts for 600 seconds, a refresh token for 30 days',
      'The code or refresh token was issued to another app',
      'The code was used before: its connection ends, because somebody else may have it',
      'The refresh token is unknown, or its connection has ended',
      'This grant is not offered',
    ]);
    const [requestId] = refused.map(({ headers }) => headers.get('x-request-id'));
    const first = (await logged()).find((entry: { requestId: string }) => entry.requestId === requestId);
    expect(first).toEqual({
      ...{ id: expect.stringMatching(/^req_/), route: '/v1/oauth/token', status: 400, errorCode: 'invalid_grant' },
      ...{ errorMessage: expect.any(String), clientId: client.clientId, userId: owner.userId },
      ...{ connectionId: null, apiKeyId: null, requestId },
    });
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
      'The refresh token was used before: its connection ends, because somebody else may have it',
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
    const text = 'redirect_uri is not the one of the authorization';
    expect(await logged()).toEqual([
      expect.objectContaining({ errorMessage: text, connectionId: null }),
      expect.objectContaining({ errorMessage: text, connectionId: expect.stringMatching(/^con_/) }),
    ]);
  });
});
