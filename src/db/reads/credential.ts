import { livingConnection } from '#src/db/reads/oauth.ts';
import { fixedStatement } from '#src/db/statement.ts';
import type { Plan, Role } from '#src/domain/access/roles.ts';

/** Who calls, and what their workspace allows. Instants are ISO 8601 text. */
interface CallerRow {
  workspaceId: number;
  userId: number;
  role: Role;
  plan: Plan;
  timeZone: string;
  rateLimitPoints: number;
  lastUsedAt: string | null;
}

export interface ApiKeyRow extends CallerRow {
  id: number;
  /** Separated by spaces. */
  scopes: string;
  expiresAt: string | null;
  revokedAt: string | null;
}

export interface SessionRow extends CallerRow {
  expiresAt: string;
}

export interface AccessTokenRow extends CallerRow {
  grantId: string;
  /** Those granted, as far as the app is allowed them now; separated by spaces. */
  scopes: string;
  expiresAt: string;
}

const caller = 'm."workspaceId", m."userId", m."role", w."plan", w."timeZone", w."rateLimitPoints"';

/** $1 hash of the key. Without a membership there is no row. The scopes come as one text, which is cheaper to read. */
export const apiKeyByHash = fixedStatement(
  'credentials.apiKey',
  `SELECT ${caller}, k."id", array_to_string(k."scopes", ' ') AS "scopes", k."expiresAt", k."revokedAt", k."lastUsedAt"
  FROM "ApiKey" k
  JOIN "Membership" m ON m."workspaceId" = k."workspaceId" AND m."userId" = k."userId"
  JOIN "Workspace" w ON w."id" = k."workspaceId"
  WHERE k."hash" = $1`,
);

/** $1 hash of the token. */
export const sessionByHash = fixedStatement(
  'credentials.session',
  `SELECT ${caller}, s."expiresAt", s."lastUsedAt"
  FROM "Session" s
  JOIN "Membership" m ON m."workspaceId" = s."workspaceId" AND m."userId" = s."userId"
  JOIN "Workspace" w ON w."id" = s."workspaceId"
  WHERE s."tokenHash" = $1`,
);

/** $1 hash of the token. No row without a connection, an app and a membership that all live. */
export const accessTokenByHash = fixedStatement(
  'credentials.accessToken',
  `SELECT ${caller}, g."id" AS "grantId", t."expiresAt", g."lastUsedAt",
    array_to_string(ARRAY(SELECT s FROM unnest(t."scopes") s WHERE s = ANY (c."allowedScopes")), ' ') AS "scopes"
  FROM "OAuthToken" t
  ${livingConnection}
  JOIN "Membership" m ON m."workspaceId" = g."workspaceId" AND m."userId" = g."userId"
  JOIN "Workspace" w ON w."id" = g."workspaceId"
  WHERE t."hash" = $1 AND t."kind" = 'ACCESS'`,
);
