import { fixedStatement } from '#src/db/statement.ts';

// What one request changes is one statement: a process that dies leaves all of it or nothing.

/** Tokens as parallel arrays: hashes, kinds, scopes separated by spaces, payloads, lifetimes in seconds. */
const tokens = (first: number) => {
  const [hash, kind, scopes, payload, lifetime] = [0, 1, 2, 3, 4].map((place) => `$${first + place}`);
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
 * is locked, so that one that is rejected meanwhile gets no connection abroad.
 */
export const writeConsent = fixedStatement(
  'oauth.consent',
  `WITH g AS (
    INSERT INTO "OAuthGrant" ("workspaceId", "id", "userId", "clientId", "scopes", "expiresAt", "createdAt")
    SELECT m."workspaceId", $2, m."userId", c."clientId", string_to_array($5, ' '),
      $6::timestamptz + $7::int * interval '1 second', $6
    FROM "Membership" m JOIN "OAuthClient" c ON c."clientId" = $4
      AND (c."status" IN ('APPROVED', 'ACTIVE') OR c."workspaceId" = m."workspaceId")
    WHERE m."workspaceId" = $1 AND m."userId" = $3
    FOR NO KEY UPDATE OF c
    RETURNING "workspaceId", "id"
  ), active AS (
    UPDATE "OAuthClient" c SET "status" = 'ACTIVE' FROM g WHERE c."clientId" = $4 AND c."status" = 'APPROVED'
  )
  INSERT INTO "OAuthToken" (${tokenColumns}) SELECT ${tokenValues('$6')} FROM g, ${tokens(8)} RETURNING "grantId"`,
);

export interface ExchangeRow {
  /** False when the connection has been revoked. */
  readonly isAlive: boolean;
  /** False when something else was given for the presented token before. */
  readonly isGiven: boolean;
}

/**
 * Tokens in exchange for a code or a refresh token. $1 workspace, $2 grant, $3 hash of what is presented, $4 now, $5
 * lifetime of the connection in seconds, $6 hash of what is given for it, then tokens. Whoever comes with the same
 * successor gets the same tokens. The grant is locked first: a revocation that was earlier leaves nothing to find, one
 * that comes later ends what is given here.
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
    RETURNING t."successorHash" = $6 AS "isGiven"
  ), given AS (
    INSERT INTO "OAuthToken" (${tokenColumns})
    SELECT ${tokenValues('$4')} FROM g JOIN presented p ON p."isGiven", ${tokens(7)}
    ON CONFLICT ("workspaceId", "hash") DO UPDATE
      SET "expiresAt" = greatest("OAuthToken"."expiresAt", excluded."expiresAt")
  )
  SELECT EXISTS (SELECT FROM g) AS "isAlive", coalesce((SELECT p."isGiven" FROM presented p), false) AS "isGiven"`,
);
