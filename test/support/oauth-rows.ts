import { randomBytes } from 'node:crypto';
import { sha256 } from '../../src/lib/secrets/crypto.ts';
import type { TestApp } from './app.ts';
import type { Member } from './factories.ts';
import type { OAuthApp } from './oauth.ts';

/** Connections with a refresh token each, written at once; returns the tokens. */
export async function connections(
  app: TestApp,
  { workspaceId, userId }: Member,
  { clientId }: OAuthApp,
  count: number,
): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => `service_rt_${randomBytes(32).toString('base64url')}`);
  const hashes = tokens.map(sha256);
  const ids = hashes.map((hash) => `con_${hash.toString('hex').slice(0, 22)}`);
  const scopes = "'{contacts:read,eventCalls:read}'";
  await app.sql(
    `INSERT INTO "OAuthGrant" ("workspaceId", "id", "userId", "clientId", "scopes", "expiresAt")
     SELECT $1, i, $2, $3, ${scopes}, '2026-04-01' FROM unnest($4::text[]) i`,
    [workspaceId, userId, clientId, ids],
  );
  await app.sql(
    `INSERT INTO "OAuthToken" ("workspaceId", "hash", "kind", "grantId", "scopes", "expiresAt")
     SELECT $1, h, 'REFRESH', i, ${scopes}, '2026-04-01' FROM unnest($2::bytea[], $3::text[]) t (h, i)`,
    [workspaceId, hashes, ids],
  );
  return tokens;
}
