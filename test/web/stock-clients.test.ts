import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { AuthorizationCode } from 'simple-oauth2';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type TestApp, testApp } from '../support/app.ts';
import { browserTest, hasBrowser, type NewPage, unlessBrowser } from '../support/browser.ts';
import { visit } from '../support/consent-pages.ts';
import { callWith, type OAuthApp, oauthApp } from '../support/oauth.ts';
import { type Person, password, person } from '../support/people.ts';

// Clients as they come from the registry, and a person in a browser: nothing of the flow is played.
describe.skipIf(!hasBrowser).concurrent(`stock OAuth clients through the real page${unlessBrowser}`, () => {
  let app: TestApp;
  let owner: Person;
  beforeAll(async () => {
    app = await testApp({ ownAddress: true });
    owner = await person(app);
  });
  afterAll(async () => {
    expect(app.unexpected).toEqual([]);
    await app?.close();
  });

  /** The person signs in and allows; gives the address at which the app is answered. */
  async function allow(newPage: NewPage, client: OAuthApp, authorization: URL | string): Promise<URL> {
    const { page, answered } = await visit(newPage, client, { javaScriptEnabled: false });
    const { pathname, search } = new URL(authorization);
    await page.goto(app.url + pathname + search);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Allow access' }).click();
    await page.getByRole('heading', { name: 'Back at the app' }).waitFor();
    return answered;
  }

  const scope = 'contacts:read eventCalls:read';
  const kinds = [
    ['a public app', { clientType: 'PUBLIC' }],
    ['a confidential app', {}],
  ] as const;

  browserTest.for(kinds)('openid-client 6, as %s', async ([, row], { newPage, expect }) => {
    const client = await oauthApp(app, owner, row);
    const method = client.secret ? openid.ClientSecretBasic(client.secret) : openid.None();
    const options = { algorithm: 'oauth2' as const, execute: [openid.allowInsecureRequests] };
    const config = await openid.discovery(new URL(app.url), client.clientId, undefined, method, options);
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const expectedState = openid.randomState();
    const authorization = openid.buildAuthorizationUrl(config, {
      redirect_uri: client.redirectUri,
      scope,
      state: expectedState,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const back = await allow(newPage, client, authorization);
    const tokens = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState });
    expect(await callWith(app, tokens.access_token)).toBe(200);
    const next = await openid.refreshTokenGrant(config, String(tokens.refresh_token));
    await openid.tokenRevocation(config, String(next.refresh_token));
    expect(await callWith(app, next.access_token)).toBe(401);
  });

  browserTest.for(kinds)('oauth4webapi 3, as %s', async ([, row], { newPage, expect }) => {
    const registered = await oauthApp(app, owner, row);
    const insecure = { [oauth.allowInsecureRequests]: true };
    const issuer = new URL(app.url);
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    const server = await oauth.processDiscoveryResponse(issuer, found);
    const [client, proof] = [{ client_id: registered.clientId }, oauth.generateRandomCodeVerifier()];
    const authentication = registered.secret ? oauth.ClientSecretPost(registered.secret) : oauth.None();
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: registered.clientId,
      redirect_uri: registered.redirectUri,
      scope,
      state: 'xyz',
      code_challenge: await oauth.calculatePKCECodeChallenge(proof),
      code_challenge_method: 'S256',
    });
    const back = await allow(newPage, registered, `${server.authorization_endpoint}?${query}`);
    const parameters = oauth.validateAuthResponse(server, client, back, 'xyz');
    const { redirectUri } = registered;
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      parameters,
      redirectUri,
      proof,
      insecure,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer);
    expect(await callWith(app, tokens.access_token)).toBe(200);
    const revoked = await oauth.revocationRequest(server, client, authentication, tokens.access_token, insecure);
    await oauth.processRevocationResponse(revoked);
    expect(await callWith(app, tokens.access_token)).toBe(401);
  });

  browserTest.for(kinds)('simple-oauth2 5, as %s', async ([, row], { newPage, expect }) => {
    const registered = await oauthApp(app, owner, row);
    const auth = {
      tokenHost: app.url,
      tokenPath: '/v1/oauth/token',
      revokePath: '/v1/oauth/revoke',
      authorizePath: '/oauth/authorize',
    };
    const options = { authorizationMethod: 'body' } as const;
    const client = new AuthorizationCode({
      client: { id: registered.clientId, secret: registered.secret },
      auth,
      options,
    });
    const verifier = { code_verifier: oauth.generateRandomCodeVerifier() };
    const code_challenge = await oauth.calculatePKCECodeChallenge(verifier.code_verifier);
    const parameters = { redirect_uri: registered.redirectUri, scope, state: 'xyz' };
    const proof = { code_challenge, code_challenge_method: 'S256' };
    const { searchParams } = await allow(newPage, registered, client.authorizeURL({ ...parameters, ...proof }));
    expect(searchParams.get('state')).toBe('xyz');
    const code = String(searchParams.get('code'));
    const first = await client.getToken({ code, redirect_uri: registered.redirectUri, ...verifier });
    const next = await first.refresh();
    expect(await callWith(app, String(next.token.access_token))).toBe(200);
    await next.revokeAll();
    expect(await callWith(app, String(next.token.access_token))).toBe(401);
  });
});
