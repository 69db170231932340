import { fixedStatement } from '#src/db/statement.ts';

// The changes of one request are one statement, so that a process that dies leaves all of them or none.

/** Tokens as parallel arrays: hashes, kinds, scopes separated by spaces, payloads, lifetimes in seconds. */
const tokens = (first: number) => {
  const [hash, kind, scopes, payload, lifetime] = [0, 1, 2, 3, 4].map((offset) => `$${first + offset}`);
  const columns = `${hash}::bytea[], ${kind}::text[], ${scopes}::text[], ${payload}::jsonb[], ${lifetime}::int[]`;
  return `unnest(${columns}) AS i ("hash", "kind", "scopes", "payload", "lifetime")`;
};

const tokenColumns = '"workspaceId", "hash", "kind", "grantId", "scopes", "payload", "expiresAt", "createdAt"';

const tokenValues = (now: string) =>
  `g."workspaceId", i."hash", i."kind"::"OAuthTokenKind", g."id", string_to_array(i."scopes", ' '), i."payload",
    ${now}::timestamptz + i."lifetime" * interval '1 second', ${now}::timestamptz`;

/**
 * A user's consent: the connection with its code. $1 workspace, $2 grant, $3 user, $4 client, $5 scopes, $6 now, $7
 * lifetime of the code in seconds, then tokens. The first connection of an approved app makes it active. The app
 * and the membership are locked, so that an app rejected meanwhile gets no connection to another workspace, and a member
 * removed meanwhile none at all.
 */
export const writeConsent = fixedStatement(
  'oauth.consent',
  `WITH g AS (
    INSERT INTO "OAuthGrant" ("workspaceId", "id", "userId", "clientId", "scopes", "expiresAt", "createdAt")
    SELECT m."workspaceId", $2, m."userId", c."clientId", string_to_array($5, ' '),
      $6::timestamptz + $7::int * interval '1 second', $6
    FROM "Membership" m JOIN "OAuthClient" c ON c."clientId" = $4
      AND (c."status" IN ('APPROVED', 'ACTIVE') OR c."workspaceId" = m."workspaceId")
    WHERE m."workspaceId" = $1 AND m."userId" = $3 AND m."removedAt" IS NULL
    FOR KEY SHARE OF m FOR NO KEY UPDATE OF c
    RETURNING "workspaceId", "id"
  ), active AS (
    UPDATE "OAuthClient" c SET "status" = 'ACTIVE' FROM g WHERE c."clientId" = $4 AND c."status" = 'APPROVED'
  )
  INSERT INTO "OAuthToken" (${tokenColumns}) SELECT ${tokenValues('$6')} FROM g, ${tokens(8)} RETURNING "grantId"`,
);

export interface ExchangeRow {
  /** False when the connection has been revoked. */
  readonly isAlive: boolean;
  /** False when other tokens were issued for the presented token before. */
  readonly isIssued: boolean;
}

/**
 * Tokens in exchange for a code or a refresh token. $1 workspace, $2 grant, $3 hash of the presented token, $4 now, $5
 * lifetime of the connection in seconds, $6 hash of its successor, then tokens. Requests with the same successor get
 * the same tokens. The grant is locked first: after an earlier revocation nothing is written, and a later one ends the
 * tokens written here.
 */
export const writeExchange = fixedStatement(
  'oauth.exchange',
  `WITH g AS (
    UPDATE "OAuthGrant" SET "expiresAt" = $4::timestamptz + $5::int * interval '1 second', "lastUsedAt" = $4
    WHERE "workspaceId" = $1 AND "id" = $2 AND "revokedAt" IS NULL
    RETURNING "workspaceId", "id"
  ), presented AS (
    UPDATE "OAuthToken" t
    SET "consumedAt" = coalesce(t."consumedAt", $4), "successorHash" = coalesce(t."successorHash", $6)
    FROM g WHERE t."workspaceId" = g."workspaceId" AND t."hash" = $3
    RETURNING t."successorHash" = $6 AS "isIssued"
  ), issued AS (
    INSERT INTO "OAuthToken" (${tokenColumns})
    SELECT ${tokenValues('$4')} FROM g JOIN presented p ON p."isIssued", ${tokens(7)}
    ON CONFLICT ("workspaceId", "hash") DO UPDATE
      SET "expiresAt" = greatest("OAuthToken"."expiresAt", excluded."expiresAt")
  )
  SELECT EXISTS (SELECT FROM g) AS "isAlive", coalesce((SELECT p."isIssued" FROM presented p), false) AS "isIssued"`,
);
