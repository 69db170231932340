import { instantOfZone } from '../types.ts';

/** A row of a statement with `jsonRecord`, beside what the statement selects for itself. */
export interface JsonRow {
  /** A JSON array. Where a join found no row, its first item is null. */
  readonly record: string;
}

/**
 * One JSON array of the values of a record, instead of a column for each. The driver makes a text and an object of every
 * column, so for a page of 20 calls its share of the processor's time falls by more than half; PostgreSQL's grows by a tenth.
 * Names of keys are left out: PostgreSQL would write them, and the reader compare them, for each row.
 */
export function jsonRecord(values: readonly string[]): string {
  return `json_build_array(${values.join(', ')})::text AS "record"`;
}

/** `columns` of the table `alias`. */
export function columnsOf(alias: string, columns: readonly string[]): string[] {
  return columns.map((column) => `${alias}."${column}"`);
}

/** The values of a row, of which the first is the record's id. */
export function valuesOf<Values extends readonly unknown[]>({ record }: JsonRow): Values {
  return JSON.parse(record);
}

const utc = '+00:00';

/**
 * ISO 8601 in UTC with milliseconds, of an instant in JSON: `2026-11-20T19:26:40.12+00:00`, in the session's time zone,
 * which is UTC unless a pooler ignores what the session asks for.
 */
export function jsonInstant(text: string): string {
  if (!text.endsWith(utc) || text[4] !== '-') return instantOfZone(text);
  if (text.length === 25) return `${text.slice(0, 19)}.000Z`;
  return `${text.slice(0, -utc.length).padEnd(23, '0').slice(0, 23)}Z`;
}
