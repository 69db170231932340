import type { ApiKey } from '#src/domain/api-keys/api-key.ts';
import type { Database } from '../database.ts';
import { type PageQuery, readList } from './list.ts';

/** A row without the hash. */
export type ApiKeyRecord = Omit<ApiKey, 'status'>;

type Instant = 'expiresAt' | 'revokedAt' | 'lastUsedAt' | 'createdAt';
export type ApiKeyRow = Omit<ApiKeyRecord, Instant> &
  Readonly<Record<Instant, string | null>> & { readonly createdAt: string };

export const apiKeyColumns = `r."id", r."userId", r."name", r."lastFour", r."scopes", r."expiresAt", r."revokedAt", r."lastUsedAt",
  r."createdAt"`;

/** Newest first: keys that have ended as well. */
export function readApiKeys(db: Database, query: PageQuery): Promise<{ records: ApiKeyRecord[]; count: number }> {
  return readList<ApiKeyRow, ApiKeyRecord>(db, query, {
    name: 'apiKeys.list',
    from: '"ApiKey"',
    columns: apiKeyColumns,
    order: 'r."createdAt" DESC, r."id" DESC',
    runner: 'counted',
    toRecord: apiKeyOfRow,
  });
}

/** Columns are named, since a row may have more of them. */
export function apiKeyOfRow(row: ApiKeyRow): ApiKeyRecord {
  const { id, userId, name, lastFour, scopes } = row;
  return {
    ...{ id, userId, name, lastFour, scopes },
    expiresAt: instant(row.expiresAt),
    revokedAt: instant(row.revokedAt),
    lastUsedAt: instant(row.lastUsedAt),
    createdAt: new Date(row.createdAt),
  };
}

function instant(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
