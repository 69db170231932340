import type { ClientBase } from 'pg';
import type { Role } from '#src/domain/access/policy.ts';
import type { ApiKey } from '#src/domain/api-keys/api-key.ts';
import type { Database } from '../database.ts';
import type { PageQuery, ReadPage } from './list.ts';
import { readList } from './read-list.ts';

/** A row without the hash. */
export type ApiKeyRecord = Omit<ApiKey, 'status'> & { readonly membership: { readonly role: Role } };

type Instant = 'expiresAt' | 'revokedAt' | 'lastUsedAt' | 'createdAt';
export type ApiKeyRow = Omit<ApiKeyRecord, Instant | 'membership'> &
  Readonly<Record<Instant, string | null>> & { readonly createdAt: string; readonly role: Role };

/** The keys with the roles of their members. */
const from = `(SELECT k.*, m."role" FROM "ApiKey" k
  JOIN "Membership" m ON m."workspaceId" = k."workspaceId" AND m."userId" = k."userId")`;

const columns = `r."id", r."userId", r."name", r."lastFour", r."scopes", r."expiresAt", r."revokedAt", r."lastUsedAt",
  r."createdAt", r."role"`;

/** Newest first: keys that have ended as well. */
export function readApiKeys(db: Database, query: PageQuery): Promise<ReadPage<ApiKeyRecord>> {
  return readList<ApiKeyRow, ApiKeyRecord>(db, query, {
    name: 'apiKeys.list',
    from,
    columns,
    sort: { column: 'createdAt', type: 'timestamptz', direction: 'desc' },
    runner: 'counted',
    toRecord: apiKeyOfRow,
  });
}

/** All keys of a workspace, newest first. */
export async function readKeysOfWorkspace(
  { pool }: Pick<Database, 'pool'>,
  workspaceId: number,
): Promise<ApiKeyRecord[]> {
  const { rows } = await pool.query<ApiKeyRow>(
    `SELECT ${columns} FROM ${from} r WHERE r."workspaceId" = $1 ORDER BY r."createdAt" DESC, r."id" DESC`,
    [workspaceId],
  );
  return rows.map(apiKeyOfRow);
}

/** One key, as the transaction sees it. */
export async function readApiKey(
  client: ClientBase,
  { workspaceId, id }: { readonly workspaceId: number; readonly id: number },
): Promise<ApiKeyRecord | undefined> {
  const { rows } = await client.query<ApiKeyRow>(
    `SELECT ${columns} FROM ${from} r WHERE r."workspaceId" = $1 AND r."id" = $2`,
    [workspaceId, id],
  );
  return rows[0] && apiKeyOfRow(rows[0]);
}

/** Columns are named, since a row may have more of them. */
function apiKeyOfRow(row: ApiKeyRow): ApiKeyRecord {
  const { id, userId, name, lastFour, scopes } = row;
  return {
    ...{ id, userId, name, lastFour, scopes },
    expiresAt: instant(row.expiresAt),
    revokedAt: instant(row.revokedAt),
    lastUsedAt: instant(row.lastUsedAt),
    createdAt: new Date(row.createdAt),
    membership: { role: row.role },
  };
}

function instant(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
