import { instantOfZone } from '../types.ts';

/** A row of a statement with `jsonRecord`. The statement may select more columns. */
export interface JsonRow {
  /** A JSON array. If a join found no row, its first item is null. */
  readonly record: string;
}

/**
 * SQL for one JSON array of the values of a record, instead of a column for each. The driver creates a string and an object for
 * every column, so for a page of 20 calls the driver's CPU time falls by more than half, while PostgreSQL's grows by a tenth.
 * The array omits key names: PostgreSQL would write them, and the reader compare them, for each row.
 */
export function jsonRecord(values: readonly string[]): string {
  return `json_build_array(${values.join(', ')})::text AS "record"`;
}

/** Qualifies `columns` by the table `alias`. */
export function columnsOf(alias: string, columns: readonly string[]): string[] {
  return columns.map((column) => `${alias}."${column}"`);
}

/** Parses the values of a row. The first is the record's id. */
export function valuesOf<Values extends readonly unknown[]>({ record }: JsonRow): Values {
  return JSON.parse(record);
}

const utc = '+00:00';

/**
 * Converts an instant in JSON to ISO 8601 in UTC with milliseconds. PostgreSQL prints `2026-11-20T19:26:40.12+00:00` in the
 * session's time zone, which is UTC unless a pooler ignores the session's options.
 */
export function jsonInstant(text: string): string {
  if (!text.endsWith(utc) || text[4] !== '-') return instantOfZone(text);
  if (text.length === 25) return `${text.slice(0, 19)}.000Z`;
  return `${text.slice(0, -utc.length).padEnd(23, '0').slice(0, 23)}Z`;
}
