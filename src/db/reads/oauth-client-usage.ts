import type { Database } from '#src/db/database.ts';
import { preparedStatement } from '#src/db/statement.ts';
import { maxListedMembers, type OAuthClientUsage } from '#src/domain/oauth-clients/usage.ts';

interface UsageQuery {
  /** The workspace whose members are named. */
  readonly workspaceId: number;
  readonly clientIds: readonly string[];
  readonly now: Date;
}

type UsageRow = Omit<OAuthClientUsage, 'members'> & {
  readonly clientId: string;
  readonly members: OAuthClientUsage['members'] | null;
};

/** A consent whose code was not exchanged does not count as a connection yet. */
const isLive = `g."revokedAt" IS NULL AND g."expiresAt" > $3 AND g."lastUsedAt" IS NOT NULL`;

function iso(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

const statement = preparedStatement(
  'oauthClients.usage',
  `SELECT r.*, (
        SELECT json_agg(json_build_object('userId', m."userId", 'email', u."email", 'firstName', u."firstName",
          'lastName', u."lastName", 'connections', m."connections", 'lastUsedAt', ${iso('m."lastUsedAt"')})
          ORDER BY m."lastUsedAt" DESC NULLS LAST, m."userId")
        FROM (
          SELECT g."userId", count(*)::int AS "connections", max(g."lastUsedAt") AS "lastUsedAt"
          FROM "OAuthGrant" g
          WHERE g."workspaceId" = $1 AND g."clientId" = r."clientId" AND ${isLive}
          GROUP BY g."userId" ORDER BY max(g."lastUsedAt") DESC NULLS LAST, g."userId" LIMIT ${maxListedMembers}
        ) m JOIN "User" u ON u."id" = m."userId"
      ) AS "members"
    FROM (
      SELECT g."clientId", count(*)::int AS "connectionCount", count(DISTINCT g."workspaceId")::int AS "workspaceCount",
        (count(DISTINCT g."userId") FILTER (WHERE g."workspaceId" = $1))::int AS "memberCount",
        max(g."lastUsedAt") AS "lastUsedAt"
      FROM "OAuthGrant" g WHERE g."clientId" = ANY ($2::text[]) AND ${isLive} GROUP BY g."clientId"
    ) r`,
);

/**
 * Reads the usage of these clients, by client id, in one statement. It counts the connections of all workspaces, but names only
 * members of this workspace. A client without connections is absent.
 */
export async function readOAuthClientUsage(
  { run }: Pick<Database, 'run'>,
  { workspaceId, clientIds, now }: UsageQuery,
): Promise<ReadonlyMap<string, OAuthClientUsage>> {
  const rows = await run<UsageRow>(statement, [workspaceId, clientIds, now]);
  return new Map(rows.map(({ clientId, members, ...counts }) => [clientId, { ...counts, members: members ?? [] }]));
}
