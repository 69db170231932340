import { randomBytes, randomUUID } from 'node:crypto';
import { tokenPrefixes } from '../../src/domain/connections/tokens.ts';
import { allScopes, type Scope } from '../../src/domain/principal/scopes.ts';
import { sha256 } from '../../src/lib/secrets/crypto.ts';
import type { TestApp } from './app.ts';
import type { Member } from './factories.ts';
import { oauthApp } from './oauth.ts';

/** An app that the member has connected: its access token, and the connection. */
export async function connectedApp(
  app: TestApp,
  member: Member,
  scopes: readonly Scope[] = allScopes,
): Promise<{ token: string; grantId: string }> {
  const { workspaceId, userId } = member;
  const { clientId } = await oauthApp(app, member, { allowedScopes: scopes });
  const token = tokenPrefixes.ACCESS + randomBytes(32).toString('base64url');
  const grantId = `con_${randomUUID()}`;
  const row = { workspaceId, scopes, expiresAt: '2026-04-01T00:00:00.000Z' };
  await app.insert('OAuthGrant', { ...row, id: grantId, userId, clientId });
  await app.insert('OAuthToken', { ...row, hash: sha256(token), kind: 'ACCESS', grantId });
  return { token, grantId };
}
