import { createHash } from 'node:crypto';
import type { Comparison } from './comparison.ts';

type Fields = Readonly<Record<string, string>>;

const owner = 'OWNER session';
const redirectUri = 'https://dialer.example/callback';
const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const allowedScopes = ['contacts:read', 'deals:read', 'contacts:write', 'webhooks:read', 'webhooks:write'];

/** Apps with a secret and without one: registered, connected by consent, with wrong requests of each kind, and revoked. */
export async function askOAuth(comparison: Comparison): Promise<void> {
  for (const clientType of ['CONFIDENTIAL', 'PUBLIC']) {
    const input = { name: 'Dialer', clientType, redirectUris: [redirectUri], allowedScopes };
    const { client, clientSecret } = await comparison.field('createOAuthClient', { input }, owner);
    const identity = { client_id: client.clientId, ...(clientSecret && { client_secret: clientSecret }) };
    const consent = await askConsent(comparison, client.clientId);
    const codeOf = async (caller?: string) =>
      new URL((await consent({}, caller)).body.data.redirectUrl).searchParams.get('code') ?? '';
    await askTokens(comparison, clientType, identity, codeOf);
  }
}

/** Returns how consent is given. */
async function askConsent(comparison: Comparison, clientId: string) {
  const wanted: Fields = {
    ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, state: 'a b&c' },
    ...{ scope: 'contacts:read deals:read', code_challenge: challenge, code_challenge_method: 'S256' },
  };
  const resources = ['http://localhost:3000/v1', 'https://a.test'].map((resource) => ({ resource }));
  const wrong = Object.keys(wanted).map((name) => ({ [name]: 'wrong' }));
  const consent = (more: object = {}, caller: string | undefined = owner, suffix = '', accept = 'application/json') => {
    const path = `/v1/oauth/authorize${suffix}?${new URLSearchParams({ ...wanted, ...more })}`;
    return comparison.ask({ path, caller, headers: { accept } });
  };
  for (const suffix of ['', '/preview', '/deny']) {
    for (const caller of ['OWNER key', 'CLOSER session', 'session elsewhere', 'none'])
      await consent({}, caller, suffix);
    for (const more of [{}, ...wrong, ...resources, { scope: '' }, { nowhere: '1' }])
      await consent(more, owner, suffix);
    await consent({}, owner, suffix, 'text/html');
  }
  return consent;
}

async function askTokens(
  comparison: Comparison,
  name: string,
  identity: Fields,
  codeOf: (caller?: string) => Promise<string>,
) {
  const post = (suffix: 'token' | 'revoke', fields: Fields, more: Fields = {}) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...more };
    const body = String(new URLSearchParams(fields));
    return comparison.ask({ method: 'POST', path: `/v1/oauth/${suffix}`, body, headers });
  };
  const exchangeOf = (code: string): Fields => ({
    ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier },
    ...identity,
  });
  for (const field of Object.keys(exchangeOf(''))) {
    const { [field]: _, ...others } = exchangeOf(await codeOf());
    await post('token', { ...others, [field]: 'wrong' });
    await post('token', others);
  }
  await post('token', exchangeOf(await codeOf()), { authorization: 'Basic eDp5' });
  const code = await codeOf();
  const { body: pair } = await post('token', exchangeOf(code));
  for (const path of ['/v1/contacts', '/v1/events', '/v1/webhooks'])
    await comparison.ask({ path, caller: pair.access_token });
  const refresh = (token: string) => post('token', { grant_type: 'refresh_token', refresh_token: token, ...identity });
  const { body: next } = await refresh(pair.refresh_token);
  await comparison.field('connections', {}, owner);
  for (const token of [next.access_token, next.refresh_token, 'none']) {
    await post('revoke', { token, ...identity });
    await comparison.field('viewer', {}, next.access_token);
  }
  await refresh(next.refresh_token);
  const usedCode = await codeOf();
  const { body: last } = await post('token', exchangeOf(usedCode));
  // A code that is used again ends its connection.
  await post('token', exchangeOf(usedCode));
  await comparison.field('viewer', {}, last.access_token);
  await comparison.field('connections', {}, owner);
  comparison.callers[`${name} app`] = (await post('token', exchangeOf(await codeOf()))).body.access_token;
  // A second member has connected the app, and a third one has only agreed.
  await post('token', exchangeOf(await codeOf('CLOSER session')));
  await codeOf('SETTER session');
  await comparison.field('oauthClients', {}, owner);
}
