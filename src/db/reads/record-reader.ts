import type { Field, RecordFields, RecordOf } from '#src/domain/record.ts';
import { type JsonRow, jsonInstant, jsonRecord, valuesOf } from './json-record.ts';

/** A value of a record. */
interface Column {
  /** The SQL of the value, or of each part of it. */
  readonly sql: string | readonly string[];
  /** Other keys of the record that the value depends on. These have no `of` themselves. */
  readonly of?: readonly string[];
  /** Computes the value from its JSON, the `of` values, and the time of the read as ISO text. Absent: the JSON itself. */
  readonly read?: (...values: never[]) => unknown;
}

/** Columns by the keys of the record, in their order. The first is its id. */
export type Columns<Rec> = { readonly [Key in keyof Rec]-?: Column };

/** Columns of the table `alias` for the fields of the same names, except fields that exist only in the graph. */
export function columnsOfRecord<Fields extends RecordFields>(alias: string, fields: Fields): Columns<RecordOf<Fields>> {
  const stored = Object.entries(fields).filter(([, { facts }]) => facts.content !== 'graph');
  return Object.fromEntries(stored.map(([name, field]) => [name, columnOf(`${alias}."${name}"`, field)])) as Columns<
    RecordOf<Fields>
  >;
}

function columnOf(sql: string, { facts: { content, isList, isDateObject } }: Field<unknown>): Column {
  if (content === 'DateTime') return isDateObject ? date(sql) : instant(sql);
  if (content === 'Decimal') return { sql: amountSql(sql) };
  // The driver does not know the types of enums, and cannot parse arrays of them.
  return isList && Array.isArray(content) ? { sql: `${sql}::text[]` } : { sql };
}

/** The text of an amount: with two decimals, and more only where they are not 0. The column has no scale of its own. */
export function amountSql(sql: string): string {
  return `round(${sql}, greatest(2, min_scale(${sql})))::text`;
}

type Same<Key extends string> = Readonly<Record<Key, Column>>;

/** Columns of the table `alias`, named like the keys. */
export function plain<Key extends string>(alias: string, ...keys: Key[]): Same<Key> {
  return columnsFrom(keys, (key) => ({ sql: `${alias}."${key}"` }));
}

/** Like `plain`, for numbers that the record holds as text, so that no digit is lost. */
export function texts<Key extends string>(alias: string, ...keys: Key[]): Same<Key> {
  return columnsFrom(keys, (key) => ({ sql: `${alias}."${key}"::text` }));
}

/** Like `plain`, for instants, which may be null. */
export function instants<Key extends string>(alias: string, ...keys: Key[]): Same<Key> {
  return columnsFrom(keys, (key) => instant(`${alias}."${key}"`));
}

export function instant(sql: string): Column {
  return { sql, read: (text: string | null) => text && jsonInstant(text) };
}

function date(sql: string): Column {
  return { sql, read: (text: string | null) => text && new Date(jsonInstant(text)) };
}

/** Like `instants`, for instants that the record holds as Date objects. */
export function dates<Key extends string>(alias: string, ...keys: Key[]): Same<Key> {
  return columnsFrom(keys, (key) => date(`${alias}."${key}"`));
}

function columnsFrom<Key extends string>(keys: readonly Key[], column: (key: Key) => Column): Same<Key> {
  return Object.fromEntries(keys.map((key) => [key, column(key)])) as Same<Key>;
}

/** A list of objects from the rows of other tables that belong to a record. `from` is the SQL after FROM. */
export function rowsOf<Item extends object>(
  columns: Columns<Item>,
  { from, orderBy }: { readonly from: string; readonly orderBy: string },
): Column {
  const items = `json_build_array(${sqlOf(columns).join(', ')}) ORDER BY ${orderBy}`;
  const toItem = fromValues<Item>(columns);
  return {
    sql: `(SELECT json_agg(${items}) FROM ${from})`,
    read: (rows: unknown[][] | null) => (rows ?? []).map((values) => toItem(values)),
  };
}

/** How every statement reads a type of record. The record's own table is `r`, or `c` for a call; $1 is the workspace. */
export interface RecordReader<Rec> {
  /** The single column that a statement selects for a record. */
  readonly record: string;
  /** Separate columns, for RETURNING: Citus refuses a JSON function there. Values of several columns are omitted. */
  readonly columns: string;
  /** Parses rows with `record`, as of `now`, an ISO text. Rows without a record are skipped. */
  readonly of: (rows: readonly JsonRow[], now?: string) => Rec[];
}

export function recordReader<Rec extends object>(columns: Columns<Rec>): RecordReader<Rec> {
  const toRecord = fromValues<Rec>(columns);
  return {
    record: jsonRecord(sqlOf(columns)),
    columns: Object.entries<Column>(columns)
      .flatMap(([key, { sql }]) => (typeof sql === 'string' ? `${sql} AS "${key}"` : []))
      .join(', '),
    of(rows, now) {
      const records: Rec[] = [];
      for (const row of rows) {
        const values = valuesOf(row);
        if (values[0] !== null) records.push(toRecord(values, now));
      }
      return records;
    },
  };
}

function sqlOf(columns: Columns<object>): string[] {
  return Object.values(columns as Readonly<Record<string, Column>>).flatMap(({ sql }) => sql);
}

/**
 * Generates a function for each type of record, as if its keys were written out: objects that a common loop creates for all
 * types take twice as long. The source contains only keys that are written in this code.
 */
function fromValues<Item extends object>(columns: Columns<Item>): (values: readonly unknown[], now?: string) => Item {
  const entries = Object.entries(columns as Readonly<Record<string, Column>>);
  const keys = entries.map(([key]) => key);
  let place = 0;
  const made = entries.map(([key, { sql, of = [], read }], index) => {
    const values = [sql].flat().map(() => `values[${place++}]`);
    const others = of.map((each) => `value${keys.indexOf(each)}`);
    const value = read ? `read${index}(${[...values, ...others, 'now'].join(', ')})` : values[0];
    return {
      isLate: of.length > 0,
      statement: `const value${index} = ${value};`,
      item: `${JSON.stringify(key)}: value${index}`,
    };
  });
  // Values that depend on other keys come after them.
  const statements = [false, true].flatMap((late) => made.filter(({ isLate }) => isLate === late));
  const source = `const [${keys.map((_, index) => `read${index}`).join(', ')}] = reads;
    return (values, now) => { ${statements.map(({ statement }) => statement).join(' ')}
      return { ${made.map(({ item }) => item).join(', ')} }; }`;
  return new Function('reads', source)(entries.map(([, { read }]) => read));
}
