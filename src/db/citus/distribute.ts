import pg from 'pg';
import { hasCitus, shardsOfWorkspaces } from '../is-distributed.ts';
import { withMigrationLock } from '../migration/apply.ts';

/** Tables that belong to no workspace, or are looked up without one. Each node has all of their rows. */
export const tablesOnEveryNode: readonly string[] = ['User', 'AccountLink', 'OAuthClient', 'BookingLink', 'Mailbox'];

/** Tables that only the coordinator has. */
export const tablesOfCoordinator: readonly string[] = ['RateLimit', '_prisma_migrations'];

/** An error whose message is for the operator. */
export class DistributionError extends Error {
  override readonly name = 'DistributionError';
}

interface Placement {
  /** Shards of the tables of workspaces. More shards than nodes, so that nodes can be added later. */
  readonly shards: number;
  readonly log: (message: string) => void;
}

/** The names of the tables that were distributed, and how many shards the tables of workspaces have. */
interface Distribution {
  readonly tables: readonly string[];
  readonly shards: number;
}

/**
 * Distributes the database over the Citus nodes, in one transaction: Workspace and every table with a workspaceId by workspace;
 * tables without a workspace to every node. Tables that are already distributed stay unchanged.
 */
export async function distribute(pool: pg.Pool, { shards, log }: Placement): Promise<Distribution> {
  const client = await pool.connect();
  try {
    return await withMigrationLock(client, { timeoutSeconds: 60, log }, async () => {
      await requireCitus(client);
      await client.query('SET statement_timeout = 0');
      await client.query('SET client_min_messages = warning');
      const missing = await tablesToPlace(client);
      if (missing.length > 0) await place(client, missing, { shards, log });
      await removeCopiedRows(client);
      await client.query(oneConnectionPerNode);
      return { tables: missing, shards: (await shardsOfWorkspaces(client)) ?? 0 };
    });
  } finally {
    // The session has changed settings: close it.
    client.release(true);
  }
}

/**
 * Set for all later sessions, also behind a pooler. A transaction that has read a node's shards over several connections may
 * not write a reference table: for example, no password after a query of the memberships in all workspaces.
 */
const oneConnectionPerNode = `DO $$ BEGIN
  EXECUTE format('ALTER DATABASE %I SET citus.multi_shard_modify_mode TO sequential', current_database());
END $$`;

async function requireCitus(client: pg.ClientBase): Promise<void> {
  if (!(await hasCitus(client))) {
    throw new DistributionError(
      'This PostgreSQL is not distributed: install Citus, and run CREATE EXTENSION citus in this database on every node.',
    );
  }
  const { rowCount } = await client.query(
    `SELECT FROM pg_dist_node WHERE "noderole" = 'primary' AND "shouldhaveshards" AND "isactive" LIMIT 1`,
  );
  if (rowCount === 0) {
    throw new DistributionError(
      "No node takes rows of workspaces: add one with SELECT citus_add_node('its address', 5432).",
    );
  }
}

/** Workspace comes first, because the other tables are colocated with it. */
async function tablesToPlace(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c."relname" AS "name" FROM pg_class c
     WHERE c."relkind" = 'r' AND c."relnamespace" = current_schema()::regnamespace AND c."relname" <> ALL ($1::text[])
       AND NOT EXISTS (SELECT FROM pg_dist_partition p WHERE p."logicalrelid" = c."oid")
     ORDER BY c."relname" = 'Workspace' DESC, c."relname"`,
    [tablesOfCoordinator],
  );
  return rows.map(({ name }) => name);
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** A distributed table cannot reference a table that is not distributed yet, so foreign keys are recreated at the end. */
async function place(client: pg.ClientBase, tables: readonly string[], { shards, log }: Placement): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL citus.multi_shard_modify_mode TO 'sequential'`);
    await client.query(`SET LOCAL citus.shard_count TO ${shards}`);
    const keys = await foreignKeys(client, tables);
    for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    for (const table of tables) {
      log(`distributing ${table}`);
      await placeOne(client, table);
    }
    for (const { table, name, definition } of keys) {
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw new DistributionError(`The database could not be distributed, and is as it was: ${textOf(error)}`, {
      cause: error,
    });
  }
}

/**
 * The rows are on their nodes now. The local copies that nothing reads any more are removed after the transaction, so a later
 * run removes them if this one is killed first.
 */
async function removeCopiedRows(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `SELECT p."logicalrelid"::text AS "table" FROM pg_dist_partition p JOIN pg_class c ON c."oid" = p."logicalrelid"
     WHERE c."relnamespace" = current_schema()::regnamespace AND pg_relation_size(c."oid") > 0 ORDER BY 1`,
  );
  for (const { table } of rows) {
    await client.query('SELECT truncate_local_data_after_distributing_table($1::regclass)', [table]);
  }
  if (rows.length > 0) await client.query('ANALYZE');
}

async function placeOne(client: pg.ClientBase, table: string): Promise<void> {
  if (table === 'Workspace') {
    await client.query(`SELECT create_distributed_table('"Workspace"', 'id', colocate_with => 'none')`);
    return;
  }
  await client.query('SELECT "placeTable"($1, $2)', [table, tablesOnEveryNode.includes(table)]);
}

async function foreignKeys(client: pg.ClientBase, tables: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT k."conrelid"::regclass::text AS "table", quote_ident(k."conname") AS "name",
       pg_get_constraintdef(k."oid") AS "definition"
     FROM pg_constraint k JOIN pg_class c ON c."oid" = k."conrelid" JOIN pg_class r ON r."oid" = k."confrelid"
     WHERE k."contype" = 'f' AND k."connamespace" = current_schema()::regnamespace
       AND (c."relname" = ANY ($1::text[]) OR r."relname" = ANY ($1::text[]))
     ORDER BY 1, 2`,
    [tables],
  );
  return rows;
}

function textOf(error: unknown): string {
  if (!(error instanceof pg.DatabaseError)) return error instanceof Error ? error.message : String(error);
  return [error.message, error.detail, error.hint].filter(Boolean).join('; ');
}
