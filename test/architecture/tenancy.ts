import type { ClientBase } from 'pg';

interface TenancyException {
  readonly table: string;
  /** The columns of the key or index, or of the foreign key, in their order. */
  readonly columns: readonly string[];
  readonly because: string;
}

/** Tables without a workspace. */
const sharedTables = ['AccountLink', 'BookingLink', 'Mailbox', 'RateLimit', 'User', 'Workspace', '_prisma_migrations'];

const beforeWorkspace = 'a credential is found by it before its workspace is known';
const swept = 'what has ended is swept from all workspaces at once';
const queued = 'a worker finds the workspaces that have something to do; its statements then name the workspace';
const acrossWorkspaces = 'a user may be a member of several workspaces';

/** The keys and indexes of a workspace's tables that do not name the workspace. */
const tenancyExceptions: readonly TenancyException[] = [
  { table: 'Membership', columns: ['userId'], because: acrossWorkspaces },
  { table: 'Session', columns: ['userId'], because: acrossWorkspaces },
  { table: 'Session', columns: ['tokenHash'], because: beforeWorkspace },
  { table: 'Invitation', columns: ['tokenHash'], because: beforeWorkspace },
  { table: 'Invitation', columns: ['expiresAt'], because: swept },
  { table: 'ApiKey', columns: ['hash'], because: beforeWorkspace },
  { table: 'OAuthClient', columns: ['clientId'], because: beforeWorkspace },
  {
    table: 'OAuthClient',
    columns: ['"originsOf"("redirectUris")'],
    because: 'a CORS preflight names only its origin',
  },
  { table: 'OAuthGrant', columns: ['clientId'], because: 'the client may belong to another workspace' },
  { table: 'Session', columns: ['expiresAt'], because: swept },
  { table: 'OAuthToken', columns: ['expiresAt'], because: swept },
  { table: 'OAuthGrant', columns: ['LEAST("revokedAt", "expiresAt")'], because: swept },
  { table: 'IdempotencyRecord', columns: ['expiresAt'], because: swept },
  { table: 'WebhookEvent', columns: ['createdAt'], because: swept },
  { table: 'CallReminder', columns: ['dateTime'], because: swept },
  { table: 'ApiRequest', columns: ['time'], because: swept },
  { table: 'Notification', columns: ['endTime'], because: swept },
  { table: 'BookingHold', columns: ['expiresAt'], because: swept },
  { table: 'CallFinish', columns: ['finishedAt'], because: swept },
  { table: 'MergeUndo', columns: ['expiresAt'], because: swept },
  { table: 'CalendarEntry', columns: ['endTime'], because: swept },
  { table: 'Webhook', columns: ['dueAt'], because: queued },
  { table: 'WeeklyMail', columns: ['dueAt'], because: queued },
];

interface Key {
  readonly kind: 'index' | 'foreign key';
  readonly table: string;
  readonly name: string;
  /** An expression appears as its text. */
  readonly columns: string[];
}

/**
 * All tables, keys, indexes and foreign keys in the database's catalog that do not name the workspace: foreign keys in their
 * first column, indexes in the first, or in the second behind a selective one.
 */
export async function tenancyViolations(client: ClientBase, exceptions = tenancyExceptions): Promise<string[]> {
  const tables = await tablesOf(client);
  const strayTables = tables.filter(({ table, isTenant }) => isTenant === sharedTables.includes(table));
  const tenantTables = new Set(tables.flatMap(({ table, isTenant }) => (isTenant ? [table] : [])));
  const keys = (await keysOf(client)).filter(({ table }) => tenantTables.has(table));
  const others = keys.filter(
    ({ kind, columns }) => !columns.slice(0, kind === 'index' ? 2 : 1).includes('workspaceId'),
  );
  return [
    ...strayTables.map(
      ({ table }) => `table ${table}: ${sharedTables.includes(table) ? 'has a' : 'has no'} workspaceId`,
    ),
    ...others.filter((key) => !exceptions.some((each) => matches(each, key))).map(violationText),
    ...exceptions
      .filter((each) => !others.some((key) => matches(each, key)))
      .map(({ table, columns }) => `an unused exception: ${table} (${columns.join(', ')})`),
  ];
}

async function tablesOf(client: ClientBase): Promise<{ table: string; isTenant: boolean }[]> {
  const { rows } = await client.query(`
    SELECT c.relname AS table, EXISTS (
      SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'workspaceId' AND a.attnotnull
    ) AS "isTenant"
    FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace ORDER BY 1`);
  return rows;
}

/** Primary keys, unique and exclusion constraints are indexes too. */
async function keysOf(client: ClientBase): Promise<Key[]> {
  const { rows } = await client.query(`
    SELECT 'index' AS kind, t.relname AS table, c.relname AS name,
      ARRAY(SELECT coalesce(a.attname, pg_get_indexdef(i.indexrelid, n, true))
        FROM generate_series(1, i.indnkeyatts) n
        LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[n - 1] AND a.attnum > 0
        ORDER BY n)::text[] AS columns
    FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid JOIN pg_class c ON c.oid = i.indexrelid
    WHERE t.relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT 'foreign key', t.relname, f.conname,
      ARRAY(SELECT a.attname FROM unnest(f.conkey) WITH ORDINALITY k(attnum, n)
        JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.attnum ORDER BY n)::text[]
    FROM pg_constraint f JOIN pg_class t ON t.oid = f.conrelid
    WHERE f.contype = 'f' AND t.relnamespace = 'public'::regnamespace
    ORDER BY 2, 3`);
  return rows;
}

function matches({ table, columns }: TenancyException, key: Key): boolean {
  return key.table === table && key.columns.join() === columns.join();
}

function violationText({ kind, table, name, columns }: Key): string {
  return `${kind} ${name} of ${table}: led by ${columns[0]}`;
}
