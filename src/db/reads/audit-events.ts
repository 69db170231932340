import type { ClientBase } from 'pg';
import {
  type AuditEvent,
  type AuditEventPage,
  auditEventRecord,
  type StoredAuditEvent,
} from '#src/domain/audit/audit-event.ts';
import type { Database } from '../database.ts';
import { anyOf, between, equal, type PageQuery, type Read } from './list.ts';
import { readList } from './read-list.ts';
import { columnsOfRecord, recordReader } from './record-reader.ts';

interface AuditEventQuery extends PageQuery {
  readonly actions?: readonly string[] | undefined;
  readonly userIds?: readonly number[] | undefined;
  readonly targetId?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

/** A person's name is read when the log is, and stored nowhere in it. */
const auditEvents = recordReader<AuditEvent>({
  ...columnsOfRecord('r', auditEventRecord),
  userName: {
    sql: `(SELECT nullif(btrim(u."firstName" || ' ' || u."lastName"), '') FROM "User" u WHERE u."id" = r."userId")`,
  },
});

/** Reads a page of the audit log of a workspace, the newest entry first. */
export async function readAuditEvents(db: Database, query: AuditEventQuery): Promise<Read<AuditEventPage>> {
  const { records, ...page } = await readList(db, query, {
    name: 'auditEvents.list',
    from: '"AuditEvent"',
    reader: auditEvents,
    sort: { column: 'id', type: 'int', direction: 'desc' },
    cost: 'grows',
    conditions: (values) => [
      ...anyOf('r."action"', 'text', values, query.actions),
      ...anyOf('r."userId"', 'int', values, query.userIds),
      ...equal('r."targetId"', 'text', values, query.targetId),
      ...between('r."createdAt"', values, query.fromMs, query.untilMs),
    ],
  });
  return { auditEvents: records, ...page };
}

/** Reads the entries after the given one, in their order, with their signatures. */
export async function readSignedEvents(
  client: ClientBase,
  workspaceId: number,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<(StoredAuditEvent & { readonly mac: Buffer })[]> {
  const { rows } = await client.query<StoredAuditEvent & { readonly mac: Buffer }>(
    `SELECT "id", "createdAt", "action", "actorType", "userId", "apiKeyId", "clientId", "targetId", "changes", "address", "userAgent",
       "mac"
     FROM "AuditEvent" WHERE "workspaceId" = $1 AND "id" > $2 ORDER BY "id" LIMIT $3`,
    [workspaceId, afterId, limit],
  );
  return rows;
}

/** The workspaces in which something was recorded, in the order of their ids. */
export async function workspacesWithAuditLogs(client: Pick<ClientBase, 'query'>): Promise<number[]> {
  const { rows } = await client.query<{ workspaceId: number }>(
    'SELECT "workspaceId" FROM "AuditChain" ORDER BY "workspaceId"',
  );
  return rows.map(({ workspaceId }) => workspaceId);
}
