import { afterEach, beforeEach, describe, expect } from 'vitest';
import { type TestApp, testApp } from '../support/app.ts';
import { browserTest, hasBrowser, signIn, unlessBrowser } from '../support/browser.ts';
import { type BuiltApplication, builtApplication } from '../support/built-application.ts';
import { oauthApp } from '../support/oauth.ts';

const callbackPath = '/settings/developer/oauth-clients/callback';

/** A page of the web app that runs the whole flow: the verifier stays in the tab while the consent page is shown. */
const script = `
const base64url = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/[+]/g, '-').replace(/[/]/g, '_').replace(/=+$/, '');
const here = new URL(location.href);
const callback = location.origin + '${callbackPath}';
const shown = ['x-request-id', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'www-authenticate'];
async function seen(response) {
  const headers = Object.fromEntries(shown.flatMap((name) => response.headers.has(name) ? [[name, response.headers.get(name)]] : []));
  return { status: response.status, headers, body: await response.json() };
}
async function flow() {
  const { client, verifier } = JSON.parse(sessionStorage.flow);
  const { token_endpoint, revocation_endpoint, issuer } = await (await fetch('/.well-known/oauth-authorization-server')).json();
  const credentials = { client_id: client.clientId, ...(client.secret && { client_secret: client.secret }) };
  const post = async (address, fields) => seen(await fetch(address, { method: 'POST', body: new URLSearchParams({ ...credentials, ...fields }) }));
  const postJson = async (address, fields) => seen(await fetch(address, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ ...credentials, ...fields }),
  }));
  const call = async (token) => seen(await fetch(issuer + '/v1/contacts', { headers: { Authorization: 'Bearer ' + token } }));
  const steps = { state: here.searchParams.get('state') };
  steps.wrong = await postJson(token_endpoint, { grant_type: 'authorization_code', code: 'x', redirect_uri: callback, code_verifier: verifier });
  steps.unknown = await post(token_endpoint, { client_id: 'ocl_unknown', grant_type: 'refresh_token', refresh_token: 'x' });
  steps.token = await post(token_endpoint, {
    grant_type: 'authorization_code', code: here.searchParams.get('code'), redirect_uri: callback, code_verifier: verifier,
  });
  steps.call = await call(steps.token.body.access_token);
  steps.refresh = await postJson(token_endpoint, { grant_type: 'refresh_token', refresh_token: steps.token.body.refresh_token });
  steps.revoke = await post(revocation_endpoint, { token: steps.refresh.body.refresh_token });
  steps.after = await call(steps.refresh.body.access_token);
  return steps;
}
async function begin() {
  const { client } = JSON.parse(sessionStorage.flow);
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  sessionStorage.flow = JSON.stringify({ client, verifier });
  const challenge = base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)));
  location.assign('/oauth/authorize?' + new URLSearchParams({
    response_type: 'code', client_id: client.clientId, redirect_uri: callback, state: 'a b&c',
    code_challenge: challenge, code_challenge_method: 'S256',
  }));
}
window.begin = begin;
if (here.pathname === '${callbackPath}') flow().then((steps) => { window.steps = steps; }, (error) => { window.steps = { error: String(error) }; });
`;

describe.skipIf(!hasBrowser)(`the OAuth flow in a page of the web app${unlessBrowser}`, () => {
  let build: BuiltApplication;
  let app: TestApp;
  beforeEach(() => {
    build = builtApplication({
      'index.html':
        '<!doctype html><html lang="en"><title>App</title><script type="module" src="/assets/index-12345678.js"></script></html>',
      'assets/index-12345678.js': script,
    });
  });
  afterEach(async () => {
    expect(app.unexpected).toEqual([]);
    await app?.close();
    build[Symbol.dispose]();
  });

  const cases = [
    ['of the origin of the API, for a public app', true, 'PUBLIC'],
    ['of the origin of the API, for a confidential app', true, 'CONFIDENTIAL'],
    ['of another origin, for a public app', false, 'PUBLIC'],
    ['of another origin, for a confidential app', false, 'CONFIDENTIAL'],
  ] as const;

  browserTest.for(cases)('%s, from consent to a revoked token', async ([, isSameOrigin, clientType], { newPage }) => {
    app = await testApp({
      application: build,
      appUrl: 'own',
      ...(isSameOrigin ? { baseUrl: 'own' } : { ownAddress: true }),
    });
    const origin = app.url.replace('127.0.0.1', 'localhost');
    const owner = await app.workspace();
    const client = await oauthApp(app, owner, {
      ...{ clientType, status: 'PENDING', allowedScopes: ['contacts:read'] },
      redirectUris: [origin + callbackPath],
    });
    const { page, origins } = await newPage();
    await signIn(page, origin, await app.session(owner));
    await page.goto(`${origin}/settings/developer/oauth-clients`);
    await expect.poll(() => page.evaluate('typeof window.begin')).toBe('function');
    await page.evaluate(`sessionStorage.flow = JSON.stringify({ client: ${JSON.stringify(client)} })`);
    await page.evaluate('void begin()');
    await page.getByRole('button', { name: 'Allow access' }).click();
    await page.waitForURL(`${origin}${callbackPath}?**`);
    await expect.poll(() => page.evaluate('typeof window.steps')).toBe('object');
    const steps = await page.evaluate('window.steps');
    const id = { 'x-request-id': expect.stringMatching(/./) };
    const rate = {
      ...id,
      'ratelimit-limit': expect.stringMatching(/^\d+$/),
      'ratelimit-remaining': expect.stringMatching(/^\d+$/),
      'ratelimit-reset': expect.stringMatching(/Z$/),
    };
    const pair = {
      access_token: expect.stringMatching(/^service_at_/),
      refresh_token: expect.stringMatching(/^service_rt_/),
    };
    expect(steps).toEqual({
      state: 'a b&c',
      wrong: { status: 400, headers: rate, body: expect.objectContaining({ error: 'invalid_grant' }) },
      unknown: {
        status: 401,
        headers: expect.objectContaining(rate),
        body: expect.objectContaining({ error: 'invalid_client' }),
      },
      token: { status: 200, headers: rate, body: expect.objectContaining(pair) },
      call: { status: 200, headers: rate, body: expect.objectContaining({ data: expect.anything() }) },
      refresh: { status: 200, headers: rate, body: expect.objectContaining(pair) },
      revoke: { status: 200, headers: rate, body: {} },
      after: {
        status: 401,
        headers: { ...id, 'www-authenticate': expect.stringContaining('error="invalid_token"') },
        body: { message: 'Invalid access token' },
      },
    });
    expect([...origins].sort()).toEqual(isSameOrigin ? [origin] : [app.url, origin].sort());
  });
});
