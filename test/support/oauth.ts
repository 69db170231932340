import { createHash, randomBytes } from 'node:crypto';
import { generateClientId, generateClientSecret } from '../../src/domain/oauth-clients/oauth-client.ts';
import { sha256 } from '../../src/lib/secrets/crypto.ts';
import { type Answer, send, type TestApp } from './app.ts';
import type { Member } from './factories.ts';
import { expectToFit } from './fits-document.ts';

export interface OAuthApp {
  readonly workspaceId: number;
  readonly clientId: string;
  /** Empty where the app is public. */
  readonly secret: string;
  readonly redirectUri: string;
}

export interface Pair {
  readonly access_token: string;
  readonly refresh_token: string;
}

export type Fields = Readonly<Record<string, string | undefined>>;

const redirectUri = 'https://dialer.example/callback';

/** A registered app of the member's workspace, approved by default. */
export async function oauthApp(app: TestApp, { workspaceId, userId }: Member, row: object = {}): Promise<OAuthApp> {
  const [clientId, secret] = [generateClientId(), generateClientSecret()];
  const isPublic = 'clientType' in row && row.clientType === 'PUBLIC';
  await app.insert('OAuthClient', {
    workspaceId,
    userId,
    clientId,
    secretHash: isPublic ? null : sha256(secret),
    name: 'Dialer',
    redirectUris: [redirectUri],
    grantTypes: '{AUTHORIZATION_CODE,REFRESH_TOKEN}',
    allowedScopes: ['contacts:read', 'eventCalls:read'],
    clientType: 'CONFIDENTIAL',
    status: 'APPROVED',
    ...row,
  });
  return { workspaceId, clientId, secret: isPublic ? '' : secret, redirectUri };
}

/** A new workspace: its owner, a session of the owner, and an app that the owner registered. */
export async function ownerWithApp(
  app: TestApp,
  row: object = {},
): Promise<{ owner: Member; session: string; client: OAuthApp }> {
  const owner = await app.workspace();
  return { owner, session: await app.session(owner), client: await oauthApp(app, owner, row) };
}

export function challengeFor(verifier: string): Fields {
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  return { code_challenge, code_challenge_method: 'S256' };
}

export const newVerifier = (): string => randomBytes(32).toString('base64url');

/** Sends a request and checks the response against the document; a redirect has no body to check. */
export async function fitting(url: string, init: RequestInit & { method: string }): Promise<Answer> {
  const answer = await send(url, init);
  if (answer.status !== 303) expectToFit(init.method, url, answer);
  return answer;
}

/** The entries that have a value. */
export function formOf(fields: Fields): URLSearchParams {
  return new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

export function authorizationQuery({ clientId, redirectUri: redirect_uri }: OAuthApp, fields: Fields = {}): string {
  return String(formOf({ response_type: 'code', client_id: clientId, redirect_uri, state: 'a b&c', ...fields }));
}

/** The response of one of the three endpoints for sessions. */
export function askConsent(
  app: Pick<TestApp, 'url'>,
  session: string | undefined,
  query: string,
  { endpoint = '', headers = {} }: { endpoint?: '' | '/preview' | '/deny'; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return fitting(`${app.url}/v1/oauth/authorize${endpoint}?${query}`, {
    method: 'GET',
    redirect: 'manual',
    headers: { accept: 'application/json', ...(session && { authorization: `Bearer ${session}` }), ...headers },
  });
}

/** The query of the address that the browser is sent to. */
export function redirected({ body }: Answer): Record<string, string> {
  return Object.fromEntries(new URL(body.data.redirectUrl).searchParams);
}

export async function newCode(
  app: Pick<TestApp, 'url'>,
  session: string,
  client: OAuthApp,
  fields: Fields = {},
): Promise<string> {
  const answer = await askConsent(app, session, authorizationQuery(client, fields));
  return String(redirected(answer).code);
}

export function postForm(
  app: Pick<TestApp, 'url'>,
  path: string,
  fields: Fields,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return fitting(app.url + path, { method: 'POST', body: formOf(fields), headers });
}

export function credentialsOf({ clientId: client_id, secret }: OAuthApp): Fields {
  return { client_id, client_secret: secret || undefined };
}

export function exchangeCode(
  app: Pick<TestApp, 'url'>,
  client: OAuthApp,
  code: string,
  fields: Fields = {},
): Promise<Answer> {
  const grant = { grant_type: 'authorization_code', code, redirect_uri: client.redirectUri };
  return postForm(app, '/v1/oauth/token', { ...grant, ...credentialsOf(client), ...fields });
}

export function refresh(
  app: Pick<TestApp, 'url'>,
  client: OAuthApp,
  token: string,
  fields: Fields = {},
): Promise<Answer> {
  const grant = { grant_type: 'refresh_token', refresh_token: token };
  return postForm(app, '/v1/oauth/token', { ...grant, ...credentialsOf(client), ...fields });
}

export function revoke(app: TestApp, client: OAuthApp, token: string): Promise<Answer> {
  return postForm(app, '/v1/oauth/revoke', { token, ...credentialsOf(client) });
}

/** Gives consent and exchanges the code. Returns the first pair of tokens. */
export async function connect(
  app: Pick<TestApp, 'url'>,
  session: string,
  client: OAuthApp,
  fields: Fields = {},
): Promise<Pair> {
  const verifier = newVerifier();
  const code = await newCode(app, session, client, { ...challengeFor(verifier), ...fields });
  return (await exchangeCode(app, client, code, { code_verifier: verifier })).body;
}

/** The status of a request with the access token. */
export async function callWith(app: TestApp, token: string): Promise<number> {
  return (await app.get('/v1/eventCalls', token)).status;
}
