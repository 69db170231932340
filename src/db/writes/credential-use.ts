import { fixedStatement } from '#src/db/statement.ts';

// Each statement writes many uses. It skips rows that another node is writing: that node writes nearly the same instant,
// and waiting for it could end in a deadlock.

/** $1 workspace ids, $2 ids, $3 instants of use, $4 the shortest time between two writes, in milliseconds. */
const writeUses = (name: string, { table, idType }: { table: string; idType: string }) =>
  fixedStatement(
    name,
    `WITH due AS (
    SELECT r."workspaceId", r."id", used."at"
    FROM unnest($1::int[], $2::${idType}[], $3::timestamptz[]) AS used ("workspaceId", "id", "at")
    JOIN "${table}" r ON r."workspaceId" = used."workspaceId" AND r."id" = used."id"
    WHERE r."lastUsedAt" IS NULL OR r."lastUsedAt" <= used."at" - $4::int * interval '1 millisecond'
    FOR NO KEY UPDATE OF r SKIP LOCKED
  )
  UPDATE "${table}" r SET "lastUsedAt" = due."at"
  FROM due WHERE r."workspaceId" = due."workspaceId" AND r."id" = due."id"`,
  );

export const writeApiKeyUses = writeUses('credentials.apiKeyUses', { table: 'ApiKey', idType: 'int' });
export const writeConnectionUses = writeUses('credentials.connectionUses', { table: 'OAuthGrant', idType: 'text' });

/** $1 how long a session may be idle, $2 token hashes, $3 instants of use, $4 the shortest time between two writes. */
export const writeSessionUses = fixedStatement(
  'credentials.sessionUses',
  `WITH due AS (
    SELECT s."tokenHash", used."at"
    FROM unnest($2::bytea[], $3::timestamptz[]) AS used ("tokenHash", "at")
    JOIN "Session" s ON s."tokenHash" = used."tokenHash"
    WHERE s."lastUsedAt" <= used."at" - $4::int * interval '1 millisecond'
    FOR NO KEY UPDATE OF s SKIP LOCKED
  )
  UPDATE "Session" s
  SET "lastUsedAt" = due."at", "expiresAt" = due."at" + $1::bigint * interval '1 millisecond'
  FROM due WHERE s."tokenHash" = due."tokenHash"`,
);
