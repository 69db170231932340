import { randomBytes, randomUUID } from 'node:crypto';
import { tokenPrefixes } from '../../src/domain/connections/tokens.ts';
import { sha256 } from '../../src/lib/secrets/crypto.ts';
import type { TestApp } from './app.ts';
import type { Member } from './factories.ts';
import type { OAuthApp } from './oauth.ts';
import { fromNow } from './present.ts';

/** A live connection of the member with the app, used just now by the right time, and its access token. */
export async function connection(
  app: TestApp,
  { workspaceId, userId }: Member,
  { clientId }: OAuthApp,
  row: object = {},
): Promise<{ id: string; token: string }> {
  const id = `con_${randomUUID()}`;
  const token = tokenPrefixes.ACCESS + randomBytes(32).toString('base64url');
  const shared = { workspaceId, scopes: ['contacts:read', 'eventCalls:read'] };
  await app.insert('OAuthGrant', {
    ...shared,
    id,
    userId,
    clientId,
    expiresAt: inDays(30),
    lastUsedAt: inDays(0),
    ...row,
  });
  await app.insert('OAuthToken', { ...shared, hash: sha256(token), kind: 'ACCESS', grantId: id, expiresAt: inDays(1) });
  return { id, token };
}

export function inDays(days: number): string {
  return fromNow(days * 24 * 60 * 60 * 1000);
}

/** A consent whose app has not exchanged its authorization code yet: no token has been issued. */
export async function unfinishedConnection(
  app: TestApp,
  { workspaceId, userId }: Member,
  { clientId }: OAuthApp,
  expiresAt: string,
): Promise<void> {
  const id = `con_${randomUUID()}`;
  await app.insert('OAuthGrant', { id, workspaceId, userId, clientId, scopes: ['contacts:read'], expiresAt });
}
