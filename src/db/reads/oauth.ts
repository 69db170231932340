import { pipelinedStatement } from '#src/db/statement.ts';
import type { OAuthClientStatus, OAuthClientType } from '#src/domain/oauth-clients/oauth-client.ts';
import type { Role } from '#src/domain/principal/roles.ts';
import { credentialStatements, type WorkspaceOf } from './credential-lookup.ts';

/** A registered app, as the OAuth protocol needs it. Lists whose items contain no spaces are one text, separated by spaces. */
export interface OAuthClientRow {
  /** The workspace that registered it. */
  readonly registeredIn: number;
  /** The member who registered it. */
  readonly registeredBy: number;
  readonly clientId: string;
  readonly secretHash: Buffer | null;
  /** The secret before the last rotation. It is accepted until `previousSecretUntil`; if that is null, it has expired. */
  readonly previousSecretHash: Buffer | null;
  /** The end of the overlap, as ISO 8601 text. */
  readonly previousSecretUntil: string | null;
  readonly name: string;
  readonly homepageUrl: string | null;
  readonly hasLogo: boolean;
  readonly redirectUris: string[];
  readonly grantTypes: string;
  readonly allowedScopes: string;
  readonly clientType: OAuthClientType;
  readonly status: OAuthClientStatus;
}

/** SQL for the columns of the app `c`. */
const clientColumns = `c."workspaceId" AS "registeredIn", c."userId" AS "registeredBy", c."clientId", c."secretHash",
    c."previousSecretHash", c."previousSecretUntil", c."name", c."homepageUrl",
    c."logo" IS NOT NULL AS "hasLogo", c."redirectUris", array_to_string(c."grantTypes", ' ') AS "grantTypes",
    array_to_string(c."allowedScopes", ' ') AS "allowedScopes", c."clientType", c."status"`;

/** $1 client id. */
export const oauthClientById = pipelinedStatement(
  'oauth.client',
  `SELECT ${clientColumns} FROM "OAuthClient" c WHERE c."clientId" = $1`,
  { echo: { column: 'clientId', value: 0 }, cost: 'credential' },
);

/** A token whose connection is active, with its app. Instants are ISO 8601 text. */
export interface OAuthTokenRow extends OAuthClientRow {
  readonly workspaceId: number;
  readonly userId: number;
  readonly grantId: string;
  /** A secret of the connection, for deriving new tokens from its refresh tokens. */
  readonly grantSecret: Buffer;
  readonly scopes: string;
  /** The scopes that the user granted and the app is still allowed. */
  readonly grantedScopes: string;
  /** The current role of the user in the workspace. */
  readonly role: Role;
  readonly payload: Readonly<Record<string, string>> | null;
  readonly expiresAt: string;
  readonly consumedAt: string | null;
  readonly successorHash: Buffer | null;
  readonly successorConsumedAt: string | null;
}

/** Joins the grant and the client of a token, so that tokens of ended connections are not found. */
export const livingConnection = (workspaceOf: WorkspaceOf) => `JOIN "OAuthGrant" g
    ON g."workspaceId" = ${workspaceOf('t')} AND g."id" = t."grantId" AND g."revokedAt" IS NULL
  JOIN "OAuthClient" c ON c."clientId" = g."clientId"
    AND (c."status" <> 'REJECTED' OR c."workspaceId" = ${workspaceOf('g')})`;

/**
 * The parameter after the hash is the kind. The OFFSET keeps PostgreSQL from reading all members of the workspace first, which
 * it considers as good as the key while it has no statistics.
 */
export const oauthTokenByHash = credentialStatements(
  'oauth.token',
  { table: 'OAuthToken', column: 'hash' },
  (credential, workspaceOf, other) => `SELECT t."workspaceId", t."hash", g."userId", ${clientColumns}, t."grantId",
    g."secret" AS "grantSecret", array_to_string(t."scopes", ' ') AS "scopes",
    array_to_string(ARRAY(SELECT s FROM unnest(g."scopes") s WHERE s = ANY (c."allowedScopes")), ' ') AS "grantedScopes", m."role",
    t."payload", t."expiresAt", t."consumedAt", t."successorHash",
    n."consumedAt" AS "successorConsumedAt"
  FROM ${credential} t
  ${livingConnection(workspaceOf)}
  JOIN LATERAL (SELECT "role" FROM "Membership"
    WHERE "workspaceId" = ${workspaceOf('g')} AND "userId" = g."userId" AND "removedAt" IS NULL OFFSET 0) m ON true
  LEFT JOIN "OAuthToken" n ON n."workspaceId" = ${workspaceOf('t')} AND n."hash" = t."successorHash"
  WHERE t."kind" = ${other}::"OAuthTokenKind"`,
);

export interface MembershipRow {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
  /** The number of live connections of the user with the app. */
  readonly connectionCount: number;
}

/** $1 user id, $2 client id, $3 now. The workspaces that a user may choose from. */
export const workspacesOfUser = pipelinedStatement(
  'oauth.workspaces',
  `SELECT w."id", w."name", m."role", coalesce(u."count", 0) AS "connectionCount"
  FROM "Membership" m JOIN "Workspace" w ON w."id" = m."workspaceId" AND m."removedAt" IS NULL
  LEFT JOIN (SELECT g."workspaceId", count(*)::int AS "count" FROM "OAuthGrant" g
    WHERE g."userId" = $1 AND g."clientId" = $2 AND g."revokedAt" IS NULL
      AND g."expiresAt" > $3::timestamptz AND g."lastUsedAt" IS NOT NULL
    GROUP BY g."workspaceId") u ON u."workspaceId" = m."workspaceId"
  WHERE m."userId" = $1`,
  { orderBy: 'lower(q."name"), q."id"' },
);

/** $1 an array with the origin as its only item. */
export const publicClientOfOrigin = pipelinedStatement(
  'oauth.origin',
  `SELECT c."clientId" FROM "OAuthClient" c
  WHERE "originsOf"(c."redirectUris") @> $1::text[] AND c."clientType" = 'PUBLIC' LIMIT 1`,
);
