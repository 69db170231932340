import type { ClientBase } from 'pg';
import { requestRetentionDays } from '#src/domain/api-requests/api-request.ts';
import type { Database } from '../database.ts';
import { preparedStatement, queryConfig, type Statement } from '../statement.ts';

/** The advisory lock of the sweep: one node at a time. */
const sweepLock = 72707372;
const defaultBatchSize = 1000;

/** Counts in hours: a day of the session's time zone may have 23 or 25. */
const daysAgo = (days: number) => `now() - interval '${days * 24} hours'`;

interface Swept {
  /** The condition of expired rows. */
  readonly expired: string;
  /** Smaller if a row is deleted with many rows of other tables. */
  readonly batchSize?: number;
  /** The key columns with their types, if no request locks rows of the table. One statement deletes such rows. */
  readonly key?: Readonly<Record<string, string>>;
}

const swept = {
  IdempotencyRecord: { expired: '"expiresAt" <= now()' },
  // For a week a request gets "Session expired" instead of "Invalid session".
  Session: { expired: `"expiresAt" <= ${daysAgo(7)}` },
  Invitation: { expired: '"expiresAt" <= now()' },
  // A reference table: a row must be named by its key, because its ctid differs between nodes.
  AccountLink: { expired: '"expiresAt" <= now()', key: { tokenHash: 'bytea' } },
  // For a week a request gets "Access token expired" instead of "Invalid access token".
  OAuthToken: { expired: `"expiresAt" <= ${daysAgo(7)}` },
  // Its tokens are deleted with it.
  OAuthGrant: { expired: `least("revokedAt", "expiresAt") <= ${daysAgo(30)}` },
  RateLimit: { expired: '"expire" <= (extract(epoch FROM now()) * 1000)::bigint' },
  // Its deliveries and their attempts are deleted with it.
  WebhookEvent: { expired: `"createdAt" <= ${daysAgo(90)}`, batchSize: 50 },
  ApiRequest: {
    expired: `"time" <= ${daysAgo(requestRetentionDays)}`,
    key: { workspaceId: 'int', id: 'bigint' },
  },
  // It can be undone for ten minutes.
  CallFinish: { expired: `"finishedAt" <= now() - interval '10 minutes'` },
  // No call is announced after its time.
  CallReminder: {
    expired: `"dateTime" <= ${daysAgo(1)}`,
    key: { workspaceId: 'int', eventCallId: 'int', dateTime: 'timestamptz' },
  },
  // The expiry is part of the key here: a row that gets another mail meanwhile stays.
  Mailbox: { expired: '"expiresAt" <= now()', key: { key: 'bytea', expiresAt: 'timestamptz' } },
  // The row has personal data, and its link can report the expiry without it.
  BookingHold: { expired: '"expiresAt" <= now()' },
  // What undoes a merge is personal data, and cannot be used any more.
  MergeUndo: { expired: '"expiresAt" <= now()', key: { workspaceId: 'int', mergedContactId: 'int' } },
  // 90 days after the end of the call, as stated in the mail.
  Notification: { expired: `"endTime" <= ${daysAgo(90)}` },
  // 90 days after the end of the call, unless the entry is still to be written.
  CalendarEntry: { expired: `"endTime" <= ${daysAgo(90)} AND "dueAt" IS NULL` },
} satisfies Record<string, Swept>;

export type SweptTable = keyof typeof swept;

export const sweptTables = Object.keys(swept) as SweptTable[];

/** Tables that belong to no workspace. */
const withoutWorkspace: readonly SweptTable[] = ['AccountLink', 'Mailbox', 'RateLimit'];

const lockStatement = preparedStatement('sweep.lock', `SELECT pg_try_advisory_xact_lock(${sweepLock}) AS "isHeld"`);

/** Finds rows of all workspaces without locks: in one statement, Citus can lock rows of one workspace only. */
function findStatement(table: SweptTable, { expired, batchSize = defaultBatchSize, key }: Swept): Statement {
  const workspace = withoutWorkspace.includes(table) ? [] : ['"workspaceId"'];
  const columns = key ? Object.keys(key).map((name) => `"${name}"`) : [...workspace, 'ctid'];
  return preparedStatement(
    `sweep.${table}`,
    `SELECT ${columns.join(', ')} FROM "${table}" WHERE ${expired} LIMIT ${batchSize}`,
  );
}

/** Skips rows that are locked until the next sweep. Repeats the condition, because another row may have reused the ctid. */
function deleteByCtid(table: SweptTable, { expired }: Swept): Statement {
  const [ctids, workspace] = withoutWorkspace.includes(table) ? ['$1', ''] : ['$2', '"workspaceId" = $1 AND '];
  return preparedStatement(
    `sweep.${table}.delete`,
    `DELETE FROM "${table}" WHERE ${workspace}ctid = ANY (ARRAY(
       SELECT ctid FROM "${table}" WHERE ${workspace}ctid = ANY (${ctids}::tid[]) AND ${expired} FOR UPDATE SKIP LOCKED))`,
  );
}

function deleteByKey(table: SweptTable, key: Readonly<Record<string, string>>): Statement {
  const names = Object.keys(key);
  const columns = names.map((name, index) => `$${index + 1}::${key[name]}[]`);
  const shards = names[0] === 'workspaceId' ? 'r."workspaceId" = ANY ($1) AND ' : '';
  const same = names.map((name) => `r."${name}" = k."${name}"`).join(' AND ');
  return preparedStatement(
    `sweep.${table}.delete`,
    `DELETE FROM "${table}" r USING unnest(${columns.join(', ')}) k(${names.map((name) => `"${name}"`).join(', ')})
     WHERE ${shards}${same}`,
  );
}

const statements = Object.fromEntries(
  Object.entries<Swept>(swept).map(([name, of]) => {
    const table = name as SweptTable;
    return [
      table,
      { find: findStatement(table, of), remove: of.key ? deleteByKey(table, of.key) : deleteByCtid(table, of) },
    ];
  }),
) as Record<SweptTable, { readonly find: Statement; readonly remove: Statement }>;

type FoundRow = Readonly<Record<string, unknown>>;

/** Deletes a batch of a table's expired rows, or nothing while another node sweeps. `isDone` is true after the last batch. */
export function sweepBatch(
  db: Pick<Database, 'write'>,
  table: SweptTable,
): Promise<{ deleted: number; isDone: boolean }> {
  const { batchSize = defaultBatchSize }: Swept = swept[table];
  return db.write(async (client) => {
    const lock = await client.query<{ isHeld: boolean }>(queryConfig(lockStatement, []));
    if (!lock.rows[0]?.isHeld) return { deleted: 0, isDone: true };
    const { rows } = await client.query<FoundRow>(queryConfig(statements[table].find, []));
    const deleted = rows.length === 0 ? 0 : await remove(client, table, rows);
    return { deleted, isDone: deleted < batchSize };
  });
}

async function remove(client: ClientBase, table: SweptTable, rows: readonly FoundRow[]): Promise<number> {
  let deleted = 0;
  for (const values of valuesOf(table, rows)) {
    const { rowCount } = await client.query(queryConfig(statements[table].remove, values));
    deleted += rowCount ?? 0;
  }
  return deleted;
}

/** Returns the values of each DELETE statement. */
function valuesOf(table: SweptTable, rows: readonly FoundRow[]): unknown[][] {
  const { key }: Swept = swept[table];
  if (key) return [Object.keys(key).map((name) => rows.map((row) => row[name]))];
  const ctids = (of: readonly FoundRow[]) => of.map(({ ctid }) => ctid);
  if (withoutWorkspace.includes(table)) return [[ctids(rows)]];
  const byWorkspace = Map.groupBy(rows, ({ workspaceId }) => workspaceId);
  return [...byWorkspace].map(([workspaceId, of]) => [workspaceId, ctids(of)]);
}
