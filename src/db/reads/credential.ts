import { credentialStatements } from '#src/db/reads/credential-lookup.ts';
import { livingConnection } from '#src/db/reads/oauth.ts';
import type { Principal } from '#src/domain/principal/policy.ts';

/** The caller and the limits of their workspace. Instants are ISO 8601 text. */
interface CallerRow
  extends Pick<Principal, 'workspaceId' | 'userId' | 'role' | 'plan' | 'timeZone' | 'rateLimitPoints' | 'graphqlCost'> {
  lastUsedAt: string | null;
}

export interface ApiKeyRow extends CallerRow {
  id: number;
  /** The scopes, separated by spaces. */
  scopes: string;
  expiresAt: string | null;
  revokedAt: string | null;
}

export interface SessionRow extends CallerRow {
  createdAt: string;
  expiresAt: string;
}

export interface AccessTokenRow extends CallerRow {
  grantId: string;
  clientId: string;
  /** The granted scopes that the app is still allowed, separated by spaces. */
  scopes: string;
  expiresAt: string;
}

/**
 * The OFFSET keeps PostgreSQL from joining the other tables by the workspace id alone, which it considers as good as their keys
 * while it has no statistics.
 */
const workspace = (id: string) =>
  `JOIN LATERAL (SELECT "plan", "timeZone", "rateLimitPoints", "graphqlCost" FROM "Workspace" WHERE "id" = ${id} OFFSET 0) w ON true`;

const caller = 'm."workspaceId", m."userId", m."role", w."plan", w."timeZone", w."rateLimitPoints", w."graphqlCost"';

/** Finds nothing without an active membership. The scopes are one text, which is cheaper to read. */
export const apiKeyByHash = credentialStatements(
  'credentials.apiKey',
  { table: 'ApiKey', column: 'hash' },
  (credential, workspaceOf) => `SELECT ${caller},
    k."hash", k."id", array_to_string(k."scopes", ' ') AS "scopes", k."expiresAt", k."revokedAt", k."lastUsedAt"
  FROM ${credential} k
  JOIN "Membership" m ON m."workspaceId" = ${workspaceOf('k')} AND m."userId" = k."userId"
  ${workspace(workspaceOf('k'))}
  WHERE m."removedAt" IS NULL`,
);

export const sessionByHash = credentialStatements(
  'credentials.session',
  { table: 'Session', column: 'tokenHash', mayMove: true },
  (credential, workspaceOf) => `SELECT ${caller},
    s."tokenHash", s."createdAt", s."expiresAt", s."lastUsedAt"
  FROM ${credential} s
  JOIN "Membership" m ON m."workspaceId" = ${workspaceOf('s')} AND m."userId" = s."userId"
  ${workspace(workspaceOf('s'))}
  WHERE m."removedAt" IS NULL`,
);

/** Finds nothing unless connection, app and membership are all active. */
export const accessTokenByHash = credentialStatements(
  'credentials.accessToken',
  { table: 'OAuthToken', column: 'hash' },
  (credential, workspaceOf) => `SELECT ${caller},
    t."hash", g."id" AS "grantId", g."clientId", t."expiresAt", g."lastUsedAt",
    array_to_string(ARRAY(SELECT s FROM unnest(t."scopes") s WHERE s = ANY (c."allowedScopes")), ' ') AS "scopes"
  FROM ${credential} t
  ${livingConnection(workspaceOf)}
  JOIN "Membership" m ON m."workspaceId" = ${workspaceOf('g')} AND m."userId" = g."userId" AND m."removedAt" IS NULL
  ${workspace(workspaceOf('g'))}
  WHERE t."kind" = 'ACCESS'`,
);
