import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { AuthorizationCode } from 'simple-oauth2';
import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { type OAuthApp, oauthApp } from '../support/oauth.ts';

// Clients as they come from the registry, over HTTP. The user's part is played through the API.

let owner: Member;
let session: string;
const app = await useApp({ ownAddress: true });
beforeEach(async () => {
  owner = await app.workspace();
  session = await app.session(owner);
});

const scope = 'contacts:read eventCalls:read';

/** What the user's browser is sent back to, from the address that the client has made. */
async function decide(authorization: URL | string, answer: 'allow' | 'deny' = 'allow'): Promise<URL> {
  const path = answer === 'allow' ? '/v1/oauth/authorize' : '/v1/oauth/authorize/deny';
  const headers = { authorization: `Bearer ${session}`, accept: 'text/html' };
  const response = await fetch(app.url + path + new URL(authorization).search, { headers, redirect: 'manual' });
  expect(response.status).toBe(303);
  return new URL(String(response.headers.get('location')));
}

const callsUrl = () => new URL(`${app.url}/v1/eventCalls`);

const kinds = [
  { name: 'a public app', row: { clientType: 'PUBLIC' } },
  { name: 'a confidential app', row: {} },
];

describe.each(kinds)('openid-client 6, as $name', ({ name, row }) => {
  const methods = (secret: string) =>
    name === 'a public app'
      ? [openid.None()]
      : [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret), undefined];

  test('discovers, authorizes, calls, refreshes and revokes', async () => {
    const client = await oauthApp(app, owner, row);
    for (const method of methods(client.secret)) await runFlow(client, method);
  });

  async function runFlow({ clientId, secret, redirectUri }: OAuthApp, method: openid.ClientAuth | undefined) {
    const config = await openid.discovery(new URL(app.url), clientId, secret || undefined, method, {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    });
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const expectedState = openid.randomState();
    // The page is at the web app's address; its query is what counts.
    const authorization = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope,
      state: expectedState,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      resource: `${app.url}/v1`,
    });
    expect(authorization.href).toContain('http://app.test/oauth/authorize?');
    const checks = { pkceCodeVerifier, expectedState };
    const tokens = await openid.authorizationCodeGrant(config, await decide(authorization), checks, {
      resource: `${app.url}/v1`,
    });
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope });
    const answer = await openid.fetchProtectedResource(config, tokens.access_token, callsUrl(), 'GET');
    expect(answer.status).toBe(200);
    const next = await openid.refreshTokenGrant(config, String(tokens.refresh_token), {
      resource: `${app.url}/v1/`,
    });
    await openid.tokenRevocation(config, next.access_token);
    const refused = openid.fetchProtectedResource(config, next.access_token, callsUrl(), 'GET');
    await expect(refused).rejects.toThrow(openid.WWWAuthenticateChallengeError);
    const again = openid.refreshTokenGrant(config, String(next.refresh_token));
    await expect(again).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
  }
});

describe.each(kinds)('oauth4webapi 3, as $name', ({ row }) => {
  const insecure = { [oauth.allowInsecureRequests]: true };

  test('discovers, authorizes, calls, refreshes and revokes', async () => {
    const { clientId, secret, redirectUri } = await oauthApp(app, owner, row);
    const issuer = new URL(app.url);
    const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    const server = await oauth.processDiscoveryResponse(issuer, discovered);
    const client = { client_id: clientId };
    const authentication = secret ? oauth.ClientSecretBasic(secret) : oauth.None();
    const verifier = oauth.generateRandomCodeVerifier();
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope,
      state: 'xyz',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const denied = await decide(`${server.authorization_endpoint}?${query}`, 'deny');
    expect(() => oauth.validateAuthResponse(server, client, denied, 'xyz')).toThrow(oauth.AuthorizationResponseError);
    const allowed = await decide(`${server.authorization_endpoint}?${query}`);
    const parameters = oauth.validateAuthResponse(server, client, allowed, 'xyz');
    const exchanged = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      parameters,
      redirectUri,
      verifier,
      insecure,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, exchanged);
    const call = (token: string) =>
      oauth.protectedResourceRequest(token, 'GET', callsUrl(), undefined, undefined, insecure);
    expect((await call(tokens.access_token)).status).toBe(200);
    const refreshToken = String(tokens.refresh_token);
    const refreshed = await oauth.refreshTokenGrantRequest(server, client, authentication, refreshToken, insecure);
    const next = await oauth.processRefreshTokenResponse(server, client, refreshed);
    const revoked = await oauth.revocationRequest(server, client, authentication, String(next.refresh_token), insecure);
    expect(await oauth.processRevocationResponse(revoked)).toBeUndefined();
    await expect(call(next.access_token)).rejects.toThrow(oauth.WWWAuthenticateChallengeError);
  });

  test.each(['', '/v1', '/graphql'])('finds the authorization server from the API%s', async (suffix) => {
    const resource = new URL(app.url + suffix);
    const response = await oauth.resourceDiscoveryRequest(resource, insecure);
    const { authorization_servers } = await oauth.processResourceDiscoveryResponse(resource, response);
    expect(authorization_servers).toEqual([app.url]);
  });

  test('reads from a 401 where the metadata is, and which scope it needs', async () => {
    const refused = oauth.protectedResourceRequest('service_at_x', 'GET', callsUrl(), undefined, undefined, insecure);
    const { cause: challenges } = (await refused.catch((error: unknown) => error)) as { cause: object[] };
    expect(challenges).toMatchObject([
      {
        scheme: 'bearer',
        parameters: {
          error: 'invalid_token',
          scope: 'eventCalls:read',
          resource_metadata: `${app.url}/.well-known/oauth-protected-resource/v1`,
        },
      },
    ]);
  });
});

describe.each(kinds)('simple-oauth2 5, as $name', ({ name, row }) => {
  const options = [
    { bodyFormat: 'form', authorizationMethod: 'body' },
    { bodyFormat: 'json', authorizationMethod: 'body' },
    { bodyFormat: 'form', authorizationMethod: 'header' },
    { bodyFormat: 'json', authorizationMethod: 'header' },
  ] as const;
  const usable = options.filter(({ authorizationMethod }) => name !== 'a public app' || authorizationMethod === 'body');

  test.each(usable)('authorizes, calls, refreshes and revokes with %o', async (how) => {
    const { clientId, secret, redirectUri } = await oauthApp(app, owner, row);
    const client = new AuthorizationCode({
      client: { id: clientId, secret },
      auth: {
        tokenHost: app.url,
        tokenPath: '/v1/oauth/token',
        revokePath: '/v1/oauth/revoke',
        authorizeHost: 'http://app.test',
        authorizePath: '/oauth/authorize',
      },
      options: how,
    });
    const verifier = oauth.generateRandomCodeVerifier();
    const challenge = {
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    const authorization = client.authorizeURL({ redirect_uri: redirectUri, scope, state: 'xyz', ...challenge });
    const code = String((await decide(authorization)).searchParams.get('code'));
    const proof = { code_verifier: verifier };
    const first = await client.getToken({ code, redirect_uri: redirectUri, ...proof });
    const call = async (token: unknown) =>
      (await fetch(callsUrl(), { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await call(first.token.access_token)).toBe(200);
    const next = await first.refresh();
    expect(await call(next.token.access_token)).toBe(200);
    await next.revokeAll();
    expect(await call(next.token.access_token)).toBe(401);
    await expect(next.refresh()).rejects.toThrow('Response Error: 400');
  });
});
