import type { ClientBase } from 'pg';
import type { StoredAuditEvent } from '#src/domain/audit/audit-event.ts';
import { preparedStatement, queryConfig } from '../statement.ts';

/** A transaction, of whatever library. */
type Queries = Pick<ClientBase, 'query'>;

/** Where the chain of a workspace's audit log ends: each entry is signed together with the signature of the one before. */
export interface AuditChain {
  /** The key of the signatures, encrypted. */
  readonly sealedKey: Buffer;
  /** The number of the entry to write. */
  readonly id: number;
  /** The signature of the last entry; empty if there is none. */
  readonly lastMac: Buffer;
}

const extendStatement = preparedStatement(
  'audit.extend',
  `INSERT INTO "AuditChain" AS c ("workspaceId", "sealedKey", "lastId", "lastMac", "startId", "startMac") VALUES ($1, $2, 1, '', 0, '')
   ON CONFLICT ("workspaceId") DO UPDATE SET "lastId" = c."lastId" + 1
   RETURNING c."sealedKey", c."lastId" AS "id", c."lastMac"`,
);

/** Locks the chain of a workspace until the transaction ends, and takes the next number. `newKey` is for the first entry. */
export async function extendChain(client: Queries, workspaceId: number, newKey: Buffer): Promise<AuditChain> {
  const { rows } = await client.query<AuditChain>(queryConfig(extendStatement, [workspaceId, newKey]));
  return rows[0] as AuditChain;
}

const insertStatement = preparedStatement(
  'audit.insert',
  `INSERT INTO "AuditEvent" ("workspaceId", "id", "createdAt", "action", "actorType", "userId", "apiKeyId", "clientId", "targetId",
     "changes", "address", "userAgent", "mac")
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
);

const closeStatement = preparedStatement(
  'audit.close',
  'UPDATE "AuditChain" SET "lastMac" = $2 WHERE "workspaceId" = $1',
);

/** Writes an entry with its signature at the end of the locked chain. */
export async function insertAuditEvent(
  client: Queries,
  workspaceId: number,
  { id, createdAt, action, actorType, userId, apiKeyId, clientId, targetId, ...entry }: StoredAuditEvent,
  mac: Buffer,
): Promise<void> {
  const changes = entry.changes && JSON.stringify(entry.changes);
  const subject = [id, createdAt, action, actorType, userId, apiKeyId, clientId, targetId];
  const values = [workspaceId, ...subject, changes, entry.address, entry.userAgent, mac];
  await client.query(queryConfig(insertStatement, values));
  await client.query(queryConfig(closeStatement, [workspaceId, mac]));
}

/**
 * Gives the locked chain another key, because nothing opens the present one. Entries before cannot be verified any more, so that the
 * chain starts anew after the last of them.
 */
export async function restartChain(client: Queries, workspaceId: number, newKey: Buffer): Promise<void> {
  await client.query(
    `UPDATE "AuditChain" SET "sealedKey" = $2, "startId" = "lastId" - 1, "startMac" = "lastMac" WHERE "workspaceId" = $1`,
    [workspaceId, newKey],
  );
}

/** True if the action of this member was recorded from the address since then. Lock the chain before. */
export async function hasAuditEvent(
  client: Queries,
  workspaceId: number,
  {
    action,
    userId,
    address,
    since,
  }: Pick<StoredAuditEvent, 'action' | 'userId' | 'address'> & { readonly since: string },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM "AuditEvent" WHERE "workspaceId" = $1 AND "userId" = $2 AND "createdAt" > $3 AND "action" = $4
       AND "address" IS NOT DISTINCT FROM $5 LIMIT 1`,
    [workspaceId, userId, since, action, address],
  );
  return rowCount !== 0;
}

/** What a chain is compared with: its ends, and its key. */
export interface StoredChain {
  readonly workspaceId: number;
  readonly sealedKey: Buffer;
  readonly lastId: number;
  readonly lastMac: Buffer;
  readonly startId: number;
  readonly startMac: Buffer;
}

/** Locks the chain of a workspace, so that nothing is recorded meanwhile; undefined if nothing ever was. */
export async function lockAuditChain(client: ClientBase, workspaceId: number): Promise<StoredChain | undefined> {
  const { rows } = await client.query<StoredChain>(
    `SELECT "workspaceId", "sealedKey", "lastId", "lastMac", "startId", "startMac" FROM "AuditChain"
     WHERE "workspaceId" = $1 FOR NO KEY UPDATE`,
    [workspaceId],
  );
  return rows[0];
}

/**
 * Deletes up to `batch` of the oldest entries of a workspace, as far as they are from before the instant, and stores the signature of
 * the last of them, with which the chain begins from then on. Returns how many were deleted.
 */
export async function sweepAuditEvents(
  client: ClientBase,
  workspaceId: number,
  { before, batch }: { readonly before: string; readonly batch: number },
): Promise<number> {
  await client.query('SELECT FROM "AuditChain" WHERE "workspaceId" = $1 FOR NO KEY UPDATE', [workspaceId]);
  const { rows } = await client.query<{ id: number; createdAt: string; mac: Buffer }>(
    'SELECT "id", "createdAt", "mac" FROM "AuditEvent" WHERE "workspaceId" = $1 ORDER BY "id" LIMIT $2',
    [workspaceId, batch],
  );
  const firstKept = rows.findIndex(({ createdAt }) => createdAt >= before);
  const swept = firstKept === -1 ? rows : rows.slice(0, firstKept);
  const last = swept.at(-1);
  if (!last) return 0;
  const end = [workspaceId, last.id];
  await client.query('DELETE FROM "AuditEvent" WHERE "workspaceId" = $1 AND "id" <= $2', end);
  await client.query('UPDATE "AuditChain" SET "startId" = $2, "startMac" = $3 WHERE "workspaceId" = $1', [
    ...end,
    last.mac,
  ]);
  return swept.length;
}

/** The workspaces whose first entry is from before the instant. */
export async function workspacesWithOldAuditEvents(
  client: Pick<ClientBase, 'query'>,
  before: string,
): Promise<number[]> {
  const { rows } = await client.query<{ workspaceId: number }>(
    `SELECT e."workspaceId" FROM "AuditChain" c
     JOIN "AuditEvent" e ON e."workspaceId" = c."workspaceId" AND e."id" = c."startId" + 1 WHERE e."createdAt" < $1`,
    [before],
  );
  return rows.map(({ workspaceId }) => workspaceId);
}
