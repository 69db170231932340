import { credentialStatements } from '#src/db/reads/credential-lookup.ts';
import { livingConnection } from '#src/db/reads/oauth.ts';
import type { Plan } from '#src/domain/access/plans.ts';
import type { Role } from '#src/domain/access/policy.ts';

/** The caller and what their workspace allows. Instants are ISO 8601 text. */
interface CallerRow {
  workspaceId: number;
  userId: number;
  role: Role;
  plan: Plan;
  timeZone: string;
  rateLimitPoints: number;
  graphqlCost: number;
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
  clientId: string;
  /** Those granted, as far as the app is allowed them now; separated by spaces. */
  scopes: string;
  expiresAt: string;
}

const caller = 'm."workspaceId", m."userId", m."role", w."plan", w."timeZone", w."rateLimitPoints", w."graphqlCost"';

/**
 * Without a membership, or after its end, nothing is found. The scopes come as one text, which is cheaper to read.
 */
export const apiKeyByHash = credentialStatements(
  'credentials.apiKey',
  `SELECT ${caller}, k."hash", k."id", array_to_string(k."scopes", ' ') AS "scopes", k."expiresAt", k."revokedAt", k."lastUsedAt"
  FROM "ApiKey" k
  JOIN "Membership" m ON m."workspaceId" = k."workspaceId" AND m."userId" = k."userId"
  JOIN "Workspace" w ON w."id" = k."workspaceId"
  WHERE m."removedAt" IS NULL`,
  { table: 'ApiKey', alias: 'k', column: 'hash' },
);

export const sessionByHash = credentialStatements(
  'credentials.session',
  `SELECT ${caller}, s."tokenHash", s."expiresAt", s."lastUsedAt"
  FROM "Session" s
  JOIN "Membership" m ON m."workspaceId" = s."workspaceId" AND m."userId" = s."userId"
  JOIN "Workspace" w ON w."id" = s."workspaceId"
  WHERE m."removedAt" IS NULL`,
  { table: 'Session', alias: 's', column: 'tokenHash', mayMove: true },
);

/** Nothing is found unless connection, app and membership are all active. */
export const accessTokenByHash = credentialStatements(
  'credentials.accessToken',
  `SELECT ${caller}, t."hash", g."id" AS "grantId", g."clientId", t."expiresAt", g."lastUsedAt",
    array_to_string(ARRAY(SELECT s FROM unnest(t."scopes") s WHERE s = ANY (c."allowedScopes")), ' ') AS "scopes"
  FROM "OAuthToken" t
  ${livingConnection}
  JOIN "Membership" m ON m."workspaceId" = g."workspaceId" AND m."userId" = g."userId" AND m."removedAt" IS NULL
  JOIN "Workspace" w ON w."id" = g."workspaceId"
  WHERE t."kind" = 'ACCESS'`,
  { table: 'OAuthToken', alias: 't', column: 'hash' },
);
