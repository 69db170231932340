import type { Field, RecordFields, RecordOf } from '#src/domain/record.ts';
import { type JsonRow, jsonInstant, jsonRecord, valuesOf } from './json-record.ts';

/** A value of a record: its SQL, and what is made of its JSON where that is not the value itself. */
interface Column {
  readonly sql: string;
  readonly read?: (json: never) => unknown;
}

/** By the keys of the record, in their order. The first is its id. */
export type Columns<Rec> = { readonly [Key in keyof Rec]-?: Column };

/** The columns of the table `alias` that have the names of fields, and their values: all but those that only the graph has. */
export function columnsOfRecord<Fields extends RecordFields>(alias: string, fields: Fields): Columns<RecordOf<Fields>> {
  const stored = Object.entries(fields).filter(([, { facts }]) => facts.content !== 'graph');
  return Object.fromEntries(stored.map(([name, field]) => [name, columnOf(`${alias}."${name}"`, field)])) as Columns<
    RecordOf<Fields>
  >;
}

function columnOf(sql: string, { facts: { content, isList, isDateObject } }: Field<unknown>): Column {
  if (content === 'DateTime') return isDateObject ? date(sql) : instant(sql);
  if (content === 'Decimal') return { sql: `${sql}::text` };
  // The driver does not know the types of enumerations, and reads no list of them.
  return isList && Array.isArray(content) ? { sql: `${sql}::text[]` } : { sql };
}

type Same<Key extends string> = Readonly<Record<Key, Column>>;

/** Columns of the table `alias` that have the names of keys, and their values. */
export function plain<Key extends string>(alias: string, ...keys: Key[]): Same<Key> {
  return columnsFrom(keys, (key) => ({ sql: `${alias}."${key}"` }));
}

/** As `plain`, of numbers that are text in the record, so that no digit is lost. */
export function texts<Key extends string>(alias: string, ...keys: Key[]): Same<Key> {
  return columnsFrom(keys, (key) => ({ sql: `${alias}."${key}"::text` }));
}

/** As `plain`, of instants, which may be null. */
export function instants<Key extends string>(alias: string, ...keys: Key[]): Same<Key> {
  return columnsFrom(keys, (key) => instant(`${alias}."${key}"`));
}

export function instant(sql: string): Column {
  return { sql, read: (text: string | null) => text && jsonInstant(text) };
}

function date(sql: string): Column {
  return { sql, read: (text: string | null) => text && new Date(jsonInstant(text)) };
}

/** As `instants`, which the record has as Date objects. */
export function dates<Key extends string>(alias: string, ...keys: Key[]): Same<Key> {
  return columnsFrom(keys, (key) => date(`${alias}."${key}"`));
}

function columnsFrom<Key extends string>(keys: readonly Key[], column: (key: Key) => Column): Same<Key> {
  return Object.fromEntries(keys.map((key) => [key, column(key)])) as Same<Key>;
}

/** The rows of other tables that belong to a record, each an object: `from` is what follows FROM. */
export function rowsOf<Item extends object>(
  columns: Columns<Item>,
  { from, orderBy }: { readonly from: string; readonly orderBy: string },
): Column {
  const items = `json_build_array(${sqlOf(columns).join(', ')}) ORDER BY ${orderBy}`;
  const toItem = fromValues<Item>(columns);
  return {
    sql: `(SELECT json_agg(${items}) FROM ${from})`,
    read: (rows: unknown[][] | null) => (rows ?? []).map(toItem),
  };
}

/** How a type of record is read, wherever it is read. The record's own table is `r`; $1 is the workspace. */
export interface RecordReader<Rec> {
  /** The one column that a statement selects for a record. */
  readonly record: string;
  /** A column for each value, for RETURNING: a distributed PostgreSQL refuses a JSON function there. */
  readonly columns: string;
  /** The records of rows with `record`; a row in which a join found none has none. */
  readonly of: (rows: readonly JsonRow[]) => Rec[];
}

export function recordReader<Rec extends object>(columns: Columns<Rec>): RecordReader<Rec> {
  const sql = sqlOf(columns);
  const toRecord = fromValues<Rec>(columns);
  return {
    record: jsonRecord(sql),
    columns: Object.keys(columns)
      .map((key, place) => `${sql[place]} AS "${key}"`)
      .join(', '),
    of: (rows) =>
      rows.flatMap((row) => {
        const values = valuesOf(row);
        return values[0] === null ? [] : [toRecord(values)];
      }),
  };
}

function sqlOf(columns: Columns<object>): string[] {
  return columnList(columns).map(({ sql }) => sql);
}

function columnList(columns: Columns<object>): Column[] {
  return Object.values(columns);
}

/**
 * A function of its own for each type of record, as if its keys were written out in one: objects that a common loop makes of
 * all types take twice as long. The source has nothing but the keys that are written in this code.
 */
function fromValues<Item extends object>(columns: Columns<Item>): (values: readonly unknown[]) => Item {
  const reads = columnList(columns).map(({ read }) => read);
  const items = Object.keys(columns).map((key, place) => {
    const value = `values[${place}]`;
    return `${JSON.stringify(key)}: ${reads[place] ? `reads[${place}](${value})` : value}`;
  });
  return new Function('reads', `return (values) => ({ ${items.join(', ')} })`)(reads);
}
