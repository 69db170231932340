import type pg from 'pg';
import { readTables } from '#src/db/backup/catalog.ts';

interface Column {
  name: string;
  /** As PostgreSQL names it in `pg_type`, an array with `_` before it. */
  type: string;
  /** How many characters a text may have. */
  length: number | null;
  /** The values of an enum. */
  labels: string[] | null;
}

interface ForeignKey {
  columns: string[];
  parent: string;
  parentColumns: string[];
}

/** Values that a CHECK asks for. */
const special: Readonly<Record<string, string>> = {
  duration: '30',
  endTime: '2026-11-20T10:41:12.345Z',
  endMinute: '1020',
  startMinute: '540',
  // The key of an invitee begins as their text does.
  'Invitee.text': 'üinvitee\nüinvitee\nüphonenu',
};

/** An answer is about one record. */
const absent = ['CustomFieldAnswer.eventCallId'];

const values: Readonly<Record<string, string>> = {
  bool: 'true',
  bytea: '\\x00ff5c0a',
  date: '2026-11-20',
  jsonb: '{"a": [1, "ü\\\\"]}',
  timestamptz: '2026-11-20T10:11:12.345Z',
  uuid: '00000000-0000-4000-8000-000000000001',
};

/** Stores a row in each table of the current schema that has none, whatever columns it has. */
export async function fillTables(client: pg.ClientBase, except: readonly string[] = []): Promise<void> {
  for (const { name, columns } of await readTables(client)) {
    if (except.includes(name)) continue;
    const row = await rowOf(client, name, columns);
    await client.query(
      `INSERT INTO "${name}" (${columns.map((column) => `"${column}"`).join(', ')})
       SELECT ${columns.map((_, index) => `$${index + 1}`).join(', ')} WHERE NOT EXISTS (SELECT FROM "${name}")`,
      columns.map((column) => row.get(column)),
    );
  }
}

async function rowOf(
  client: pg.ClientBase,
  table: string,
  names: readonly string[],
): Promise<Map<string, string | null>> {
  const { rows: columns } = await client.query<Column>(
    `SELECT a.attname::text AS "name", t.typname::text AS "type",
       information_schema._pg_char_max_length(a.atttypid, a.atttypmod) AS "length",
       (SELECT array_agg(e.enumlabel::text ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid IN (t.oid, t.typelem)) AS "labels"
     FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
     WHERE a.attrelid = to_regclass(quote_ident($1)) AND a.attname::text = ANY($2::text[])`,
    [table, names],
  );
  const row = new Map(columns.map((column) => [column.name, textOf(table, column)] as [string, string | null]));
  for (const { columns: keys, parent, parentColumns } of await foreignKeys(client, table)) {
    const { rows } = await client.query<Record<string, string>>(`SELECT * FROM "${parent}" LIMIT 1`);
    for (const [index, key] of keys.entries()) {
      const found = rows[0]?.[parentColumns[index] ?? ''];
      row.set(key, absent.includes(`${table}.${key}`) ? null : (found ?? null));
    }
  }
  return row;
}

function textOf(table: string, { name, type, length, labels }: Column): string {
  const isList = type.startsWith('_');
  const text = `ü${name}`.slice(0, length ?? 8);
  const one =
    special[`${table}.${name}`] ??
    special[name] ??
    labels?.[0] ??
    values[type] ??
    (/text|char/.test(type) ? text : '1');
  return isList ? `{${one}}` : one;
}

async function foreignKeys(client: pg.ClientBase, table: string): Promise<ForeignKey[]> {
  const namesOf = (relation: string, keys: string) =>
    `ARRAY(SELECT a.attname::text FROM unnest(${keys}) WITH ORDINALITY k(n, i)
       JOIN pg_attribute a ON a.attrelid = ${relation} AND a.attnum = k.n ORDER BY k.i)`;
  const { rows } = await client.query<ForeignKey>(
    `SELECT ${namesOf('f.conrelid', 'f.conkey')} AS "columns", p.relname::text AS "parent",
       ${namesOf('f.confrelid', 'f.confkey')} AS "parentColumns"
     FROM pg_constraint f JOIN pg_class p ON p.oid = f.confrelid
     WHERE f.contype = 'f' AND f.conrelid = to_regclass(quote_ident($1)) AND f.conrelid <> f.confrelid`,
    [table],
  );
  return rows;
}

/** The rows of each table, with the columns that it has in `shape`, or else all. */
export async function rowsOfTables(client: pg.ClientBase, shape?: Readonly<Record<string, Row[]>>) {
  const tables = await readTables(client);
  const contents: Record<string, Row[]> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: Row }>(`SELECT to_jsonb(t) AS "row" FROM "${name}" t ORDER BY t::text`);
    const known = shape && Object.keys(shape[name]?.[0] ?? {});
    contents[name] = rows.map(({ row }) => {
      const entries = Object.entries(row).filter(([column]) => known?.includes(column) ?? true);
      return Object.fromEntries(entries);
    });
  }
  return contents;
}

type Row = Record<string, unknown>;
