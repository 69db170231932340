import type { ClientBase } from 'pg';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';

// The writes of one request are one transaction, so that a process that dies leaves all of them or none.

/** Tokens as parallel arrays: hashes, kinds, scopes separated by spaces, payloads, lifetimes in seconds. */
const tokens = (first: number) => {
  const [hash, kind, scopes, payload, lifetime] = [0, 1, 2, 3, 4].map((offset) => `$${first + offset}`);
  const columns = `${hash}::bytea[], ${kind}::text[], ${scopes}::text[], ${payload}::jsonb[], ${lifetime}::int[]`;
  return `unnest(${columns}) AS i ("hash", "kind", "scopes", "payload", "lifetime")`;
};

const tokenColumns = '"workspaceId", "hash", "kind", "grantId", "scopes", "payload", "expiresAt", "createdAt"';

/** The column values of tokens for the workspace $1 and the grant $2. */
const tokenValues = (now: string) =>
  `$1::int, i."hash", i."kind"::"OAuthTokenKind", $2::text, string_to_array(i."scopes", ' '), i."payload",
    ${now}::timestamptz + i."lifetime" * interval '1 second', ${now}::timestamptz`;

/** Locks the app, so that one that is rejected meanwhile gets no connection to another workspace. */
const lockAppStatement = preparedStatement(
  'oauth.lockApp',
  `SELECT "status" FROM "OAuthClient"
   WHERE "clientId" = $2 AND ("status" IN ('APPROVED', 'ACTIVE') OR "workspaceId" = $1) FOR NO KEY UPDATE`,
);

const lockMembershipStatement = preparedStatement(
  'oauth.lockMembership',
  'SELECT FROM "Membership" WHERE "workspaceId" = $1 AND "userId" = $2 AND "removedAt" IS NULL FOR KEY SHARE',
);

const insertGrantStatement = preparedStatement(
  'oauth.consent',
  `INSERT INTO "OAuthGrant" ("workspaceId", "id", "userId", "clientId", "scopes", "expiresAt", "createdAt")
   VALUES ($1, $2, $3, $4, string_to_array($5, ' '), $6::timestamptz + $7::int * interval '1 second', $6)`,
);

const insertTokensStatement = preparedStatement(
  'oauth.tokens',
  `INSERT INTO "OAuthToken" (${tokenColumns}) SELECT ${tokenValues('$3')} FROM ${tokens(4)}`,
);

const activateStatement = preparedStatement(
  'oauth.activate',
  `UPDATE "OAuthClient" SET "status" = 'ACTIVE' WHERE "clientId" = $1 AND "status" = 'APPROVED'`,
);

interface Consent {
  readonly workspaceId: number;
  readonly grantId: string;
  readonly userId: number;
  readonly clientId: string;
  /** The scopes, separated by spaces. */
  readonly scopes: string;
  readonly now: Date;
  /** The lifetime of the code. */
  readonly lifetimeSeconds: number;
  /** The code, as parallel arrays. */
  readonly tokens: readonly unknown[];
}

/**
 * Stores a user's consent: the connection with its code. The first connection of an approved app makes it active. Returns false
 * if the app may not be connected, or the user is no longer a member. It locks the membership too, so that a member who is
 * removed meanwhile gets no connection.
 */
export async function insertConsent(client: ClientBase, consent: Consent): Promise<boolean> {
  const { workspaceId, grantId, userId, clientId, scopes, now, lifetimeSeconds } = consent;
  const membership = await client.query(queryConfig(lockMembershipStatement, [workspaceId, userId]));
  const apps = await client.query<{ status: string }>(queryConfig(lockAppStatement, [workspaceId, clientId]));
  const [app] = apps.rows;
  if (!app || membership.rowCount === 0) return false;
  const grant = [workspaceId, grantId, userId, clientId, scopes, now, lifetimeSeconds];
  await client.query(queryConfig(insertGrantStatement, grant));
  await client.query(queryConfig(insertTokensStatement, [workspaceId, grantId, now, ...consent.tokens]));
  if (app.status === 'APPROVED') await client.query(queryConfig(activateStatement, [clientId]));
  return true;
}

export interface ExchangeRow {
  /** False if the connection has been revoked. */
  readonly isAlive: boolean;
  /** False if the presented token has already been exchanged for other tokens. */
  readonly isIssued: boolean;
}

/**
 * Issues tokens for a code or a refresh token. $1 workspace, $2 grant, $3 hash of the presented token, $4 now, $5 lifetime of
 * the connection in seconds, $6 hash of the derived token, then tokens. Requests with the same derived token get the same
 * tokens. The grant is locked first: after an earlier revocation nothing is written, and a later one ends the tokens written
 * here.
 */
export const writeExchange = preparedStatement(
  'oauth.exchange',
  `WITH g AS (
    UPDATE "OAuthGrant" SET "expiresAt" = $4::timestamptz + $5::int * interval '1 second', "lastUsedAt" = $4
    WHERE "workspaceId" = $1 AND "id" = $2 AND "revokedAt" IS NULL
    RETURNING "id"
  ), presented AS (
    UPDATE "OAuthToken" t
    SET "consumedAt" = coalesce(t."consumedAt", $4), "successorHash" = coalesce(t."successorHash", $6)
    FROM g WHERE t."workspaceId" = $1 AND t."hash" = $3
    RETURNING t."successorHash" = $6 AS "isIssued"
  ), issued AS (
    INSERT INTO "OAuthToken" (${tokenColumns})
    SELECT ${tokenValues('$4')} FROM presented p, ${tokens(7)} WHERE p."isIssued"
    ON CONFLICT ("workspaceId", "hash") DO UPDATE
      SET "expiresAt" = greatest("OAuthToken"."expiresAt", excluded."expiresAt")
  )
  SELECT EXISTS (SELECT FROM g) AS "isAlive", coalesce((SELECT p."isIssued" FROM presented p), false) AS "isIssued"`,
);
