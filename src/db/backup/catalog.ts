import type { ClientBase } from 'pg';

/** A table whose rows a backup holds. */
export interface StoredTable {
  readonly name: string;
  readonly columns: readonly string[];
}

interface Table extends StoredTable {
  /** The tables that its foreign keys reference. */
  readonly parents: readonly string[];
}

/** Omits unlogged tables, whose rows may be lost, and generated columns. */
const tablesStatement = `
  SELECT c.relname::text AS "name",
    ARRAY(SELECT a.attname::text FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS "columns",
    ARRAY(SELECT DISTINCT p.relname::text FROM pg_constraint f JOIN pg_class p ON p.oid = f.confrelid
      WHERE f.conrelid = c.oid AND f.contype = 'f' AND p.oid <> c.oid) AS "parents"
  FROM pg_class c
  WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND c.relname <> '_prisma_migrations'
    AND c.relnamespace = to_regnamespace(quote_ident(current_schema()))
  ORDER BY c.relname`;

/** Lists the tables so that each comes after the tables that its foreign keys reference. */
export async function readTables(client: ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<Table>(tablesStatement);
  return inOrderOfDependency(rows).map(({ name, columns }) => ({ name, columns }));
}

export function inOrderOfDependency(tables: readonly Table[]): Table[] {
  const ordered: Table[] = [];
  let rest = [...tables];
  while (rest.length > 0) {
    const names = new Set(rest.map(({ name }) => name));
    const ready = rest.filter(({ parents }) => !parents.some((parent) => names.has(parent)));
    if (ready.length === 0) throw new Error(`Foreign keys in a circle: ${[...names].join(', ')}`);
    ordered.push(...ready);
    rest = rest.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/** Maps each sequence to its last value. Sequences that were never used are omitted. */
export async function readSequences(client: ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT sequencename::text AS "name", last_value::text AS "value" FROM pg_sequences
    WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** A foreign key, or an index that no constraint needs. A restore drops it and recreates it after copying the rows. */
interface Postponed {
  readonly drop: string;
  readonly create: string;
}

const postponedStatement = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', f.conrelid::regclass, f.conname) AS "drop",
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', f.conrelid::regclass, f.conname, pg_get_constraintdef(f.oid)) AS "create"
  FROM pg_constraint f
  WHERE f.contype = 'f' AND f.connamespace = to_regnamespace(quote_ident(current_schema()))
  UNION ALL
  SELECT format('DROP INDEX %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE c.relnamespace = to_regnamespace(quote_ident(current_schema()))
    AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.conindid = i.indexrelid)`;

/** The tables that must have no rows for a database to count as empty: unlogged tables too, but not the rate limits. */
export async function readAllTables(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname::text AS "name" FROM pg_class c
    WHERE c.relkind IN ('r', 'p') AND c.relname NOT IN ('_prisma_migrations', 'RateLimit')
      AND c.relnamespace = to_regnamespace(quote_ident(current_schema()))
    ORDER BY c.relname`,
  );
  return rows.map(({ name }) => name);
}

/** Checking foreign keys and building indexes once is many times faster than doing so row by row. */
export async function readPostponed(client: ClientBase): Promise<Postponed[]> {
  return (await client.query<Postponed>(postponedStatement)).rows;
}

/** The tables that have user-defined triggers, which some earlier migrations created. */
export async function readTriggered(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT c.relname::text AS "name" FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = to_regnamespace(quote_ident(current_schema()))`,
  );
  return rows.map(({ name }) => name);
}
