import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { type ApiKey, apiKeyRecord } from '#src/domain/api-keys/api-key.ts';
import type { Role } from '#src/domain/principal/roles.ts';
import type { Database } from '../database.ts';
import type { JsonRow } from './json-record.ts';
import type { PageQuery, ReadPage } from './list.ts';
import { readList } from './read-list.ts';
import { columnsOfRecord, recordReader } from './record-reader.ts';

/** An API key without its hash. */
export type ApiKeyRecord = Omit<ApiKey, 'status'> & { readonly membership: { readonly role: Role } };

/** The keys with the roles of their members. */
const from = `(SELECT k.*, m."role" FROM "ApiKey" k
  JOIN "Membership" m ON m."workspaceId" = k."workspaceId" AND m."userId" = k."userId")`;

const { status: _, ...storedFields } = apiKeyRecord;

const apiKeys = recordReader<ApiKeyRecord>({
  ...columnsOfRecord('r', storedFields),
  membership: { sql: 'r."role"', read: (role: Role) => ({ role }) },
});

/** Lists the keys newest first, including expired and revoked ones. */
export function readApiKeys(db: Database, query: PageQuery): Promise<ReadPage<ApiKeyRecord>> {
  return readList(db, query, {
    name: 'apiKeys.list',
    from,
    reader: apiKeys,
    sort: { column: 'createdAt', type: 'timestamptz', direction: 'desc' },
    cost: 'page',
  });
}

/** All keys of a workspace, newest first. */
export async function readKeysOfWorkspace(
  { pool }: Pick<Database, 'pool'>,
  workspaceId: number,
): Promise<ApiKeyRecord[]> {
  const { rows } = await pool.query<JsonRow>(
    `SELECT ${apiKeys.record} FROM ${from} r WHERE r."workspaceId" = $1 ORDER BY r."createdAt" DESC, r."id" DESC`,
    [workspaceId],
  );
  return apiKeys.of(rows);
}

/** Reads one key within the transaction. */
export async function readApiKey(client: ClientBase, key: RecordKey): Promise<ApiKeyRecord | undefined> {
  const { rows } = await client.query<JsonRow>(
    `SELECT ${apiKeys.record} FROM ${from} r WHERE r."workspaceId" = $1 AND r."id" = $2`,
    [...key],
  );
  return apiKeys.of(rows)[0];
}
