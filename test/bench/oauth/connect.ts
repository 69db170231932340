import { createHash, randomBytes } from 'node:crypto';
import { generateClientId } from '../../../src/domain/oauth-clients/oauth-client.ts';
import { createSession } from '../../../src/services/accounts/sessions.ts';
import { auditKeys } from '../environment/audit-keys.ts';
import type { BenchDatabase } from '../environment/database.ts';
import { benchWorkspace } from '../environment/workspaces.ts';
import type { Chains } from './servers.ts';

const redirectUri = 'https://app.example/callback';
const verifier = randomBytes(32).toString('base64url');

/** Connects an app to our server once for each chain, as an app does it: consent, code, first pair of tokens. */
export async function connectOurs(database: BenchDatabase, port: number, count: number): Promise<Chains> {
  const { workspaceId } = await benchWorkspace(database, 2_000);
  const { rows } = await database.client.query<{ userId: number }>(
    `SELECT "userId" FROM "Membership" WHERE "workspaceId" = $1 AND "role" = 'OWNER'`,
    [workspaceId],
  );
  const userId = rows[0]?.userId ?? 0;
  const clientId = await register(database, workspaceId, userId);
  const { token } = await database.use((context) => createSession({ ...context, auditKeys }, { workspaceId, userId }));
  const connect = () => firstRefreshToken(`http://127.0.0.1:${port}/v1/oauth`, clientId, token);
  const tokens: string[] = [];
  for (let made = 0; made < count; made++) tokens.push(await connect());
  return { path: '/v1/oauth/token', clientId, tokens };
}

/** Registers a public app. Deletes that of earlier runs first. */
async function register({ client }: BenchDatabase, workspaceId: number, userId: number): Promise<string> {
  const clientId = generateClientId();
  await client.query(`DELETE FROM "OAuthClient" WHERE "workspaceId" = $1 AND "name" = 'Bench'`, [workspaceId]);
  await client.query(
    `INSERT INTO "OAuthClient" ("workspaceId", "userId", "clientId", "name", "redirectUris", "grantTypes", "allowedScopes",
       "clientType", "status")
     VALUES ($1, $2, $3, 'Bench', $4, '{AUTHORIZATION_CODE,REFRESH_TOKEN}', '{contacts:read}', 'PUBLIC', 'APPROVED')`,
    [workspaceId, userId, clientId, [redirectUri]],
  );
  return clientId;
}

async function firstRefreshToken(base: string, clientId: string, session: string): Promise<string> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const headers = { authorization: `Bearer ${session}`, accept: 'application/json' };
  const consent = (await (await fetch(`${base}/authorize?${query}`, { headers })).json()) as Consent;
  const code = new URL(consent.data.redirectUrl).searchParams.get('code') ?? '';
  const grant = { grant_type: 'authorization_code', redirect_uri: redirectUri, client_id: clientId };
  const body = new URLSearchParams({ ...grant, code, code_verifier: verifier });
  const answer = (await (await fetch(`${base}/token`, { method: 'POST', body })).json()) as { refresh_token: string };
  return answer.refresh_token;
}

interface Consent {
  readonly data: { readonly redirectUrl: string };
}
