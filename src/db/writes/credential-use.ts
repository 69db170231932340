import { preparedStatement } from '#src/db/statement.ts';

// Each statement writes many uses, of many workspaces. It waits for a use that another node is writing and then keeps that one,
// because the instants are nearly equal. `ANY` names the shards for Citus. The caller sorts the uses, so that two nodes lock
// rows in the same order.

/** $1 workspace ids, $2 ids of rows in them, $3 instants of use, $4 for each use the latest earlier use that it may replace. */
const writeUses = (name: string, { table, id, idType }: { table: string; id: string; idType: string }) =>
  preparedStatement(
    name,
    `UPDATE "${table}" r SET "lastUsedAt" = used."at"
     FROM unnest($1::int[], $2::${idType}[], $3::timestamptz[], $4::timestamptz[]) AS used ("workspaceId", "id", "at", "replaced")
     WHERE r."workspaceId" = ANY ($1) AND r."workspaceId" = used."workspaceId" AND r."${id}" = used."id"
       AND (r."lastUsedAt" IS NULL OR r."lastUsedAt" <= used."replaced")`,
  );

export const writeApiKeyUses = writeUses('credentials.apiKeyUses', { table: 'ApiKey', id: 'id', idType: 'int' });
export const writeConnectionUses = writeUses('credentials.connectionUses', {
  table: 'OAuthGrant',
  id: 'id',
  idType: 'text',
});

/** The same for sessions, by the hashes of their tokens. $5 has the expiry of each. */
export const writeSessionUses = preparedStatement(
  'credentials.sessionUses',
  `UPDATE "Session" r SET "lastUsedAt" = used."at", "expiresAt" = used."until"
   FROM unnest($1::int[], $2::bytea[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[])
     AS used ("workspaceId", "tokenHash", "at", "replaced", "until")
   WHERE r."workspaceId" = ANY ($1) AND r."workspaceId" = used."workspaceId" AND r."tokenHash" = used."tokenHash"
     AND r."lastUsedAt" <= used."replaced"`,
);
