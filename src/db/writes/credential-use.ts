import { fixedStatement } from '#src/db/statement.ts';

// Each statement writes many uses. It skips rows that another node is writing: that node writes nearly the same instant,
// and waiting for it could end in a deadlock.

/** $1 workspace ids, $2 key ids, $3 instants of use, $4 the shortest time between two writes, in milliseconds. */
export const writeApiKeyUses = fixedStatement(
  'credentials.apiKeyUses',
  `WITH due AS (
    SELECT k."workspaceId", k."id", used."at"
    FROM unnest($1::int[], $2::int[], $3::timestamptz[]) AS used ("workspaceId", "id", "at")
    JOIN "ApiKey" k ON k."workspaceId" = used."workspaceId" AND k."id" = used."id"
    WHERE k."lastUsedAt" IS NULL OR k."lastUsedAt" <= used."at" - $4::int * interval '1 millisecond'
    FOR NO KEY UPDATE OF k SKIP LOCKED
  )
  UPDATE "ApiKey" k SET "lastUsedAt" = due."at"
  FROM due WHERE k."workspaceId" = due."workspaceId" AND k."id" = due."id"`,
);

/** $1 token hashes, $2 instants of use, $3 the shortest time between two writes, $4 how long a session may be idle. */
export const writeSessionUses = fixedStatement(
  'credentials.sessionUses',
  `WITH due AS (
    SELECT s."tokenHash", used."at"
    FROM unnest($1::bytea[], $2::timestamptz[]) AS used ("tokenHash", "at")
    JOIN "Session" s ON s."tokenHash" = used."tokenHash"
    WHERE s."lastUsedAt" <= used."at" - $3::int * interval '1 millisecond'
    FOR NO KEY UPDATE OF s SKIP LOCKED
  )
  UPDATE "Session" s
  SET "lastUsedAt" = due."at", "expiresAt" = due."at" + $4::bigint * interval '1 millisecond'
  FROM due WHERE s."tokenHash" = due."tokenHash"`,
);

/** $1 workspace ids, $2 grant ids, $3 instants of use, $4 the shortest time between two writes, in milliseconds. */
export const writeConnectionUses = fixedStatement(
  'credentials.connectionUses',
  `WITH due AS (
    SELECT g."workspaceId", g."id", used."at"
    FROM unnest($1::int[], $2::text[], $3::timestamptz[]) AS used ("workspaceId", "id", "at")
    JOIN "OAuthGrant" g ON g."workspaceId" = used."workspaceId" AND g."id" = used."id"
    WHERE g."lastUsedAt" IS NULL OR g."lastUsedAt" <= used."at" - $4::int * interval '1 millisecond'
    FOR NO KEY UPDATE OF g SKIP LOCKED
  )
  UPDATE "OAuthGrant" g SET "lastUsedAt" = due."at"
  FROM due WHERE g."workspaceId" = due."workspaceId" AND g."id" = due."id"`,
);
