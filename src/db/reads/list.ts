import type { Database } from '../database.ts';
import { isCommonLimit, writtenStatement } from '../statement.ts';
import { Values } from './values.ts';

/** A list of one table `r`, counted as it stands: for what a workspace has thousands of, not millions. */
export interface ListRead {
  readonly name: string;
  readonly table: string;
  readonly columns: string;
  readonly workspaceId: number;
  readonly offset: number;
  readonly limit: number;
  readonly searchWords?: readonly string[];
  /** `ORDER BY`, total. */
  readonly order: string;
  /** Conditions on `r`; $1 is the workspace. */
  readonly conditions: (values: Values) => string[];
  /** `pipelined` where a workspace has hundreds of rows, `counted` where it has thousands, `pooled` for a search. */
  readonly runner: 'pipelined' | 'counted' | 'pooled';
}

/** One page and the exact number, in one statement. */
export async function readList<Row extends { id: number }>(
  db: Database,
  list: ListRead,
): Promise<{ rows: Row[]; count: number }> {
  const values = new Values();
  values.add(list.workspaceId, 'int');
  const where = ['r."workspaceId" = $1', ...list.conditions(values)].join(' AND ');
  const offset = list.offset === 0 ? '' : `OFFSET ${values.add(list.offset, 'bigint')}`;
  const source = `FROM "${list.table}" r WHERE ${where}`;
  const text = `SELECT h."count", ${list.columns} FROM (SELECT count(*)::int AS "count" ${source}) h
    LEFT JOIN (SELECT r.* ${source} ORDER BY ${list.order} LIMIT ${list.limit} ${offset}) r ON true ORDER BY ${list.order}`;
  const statement = writtenStatement(list.name, text, { isCommon: isCommonLimit(list.limit) && !list.searchWords });
  const found = await db[list.runner].run<Row & { count: number; id: number | null }>(statement, values.list);
  return { count: found[0]?.count ?? 0, rows: found.filter((row) => row.id !== null) };
}

/** Half-open bounds on a column of instants. */
export function between(column: string, values: Values, fromMs?: number, untilMs?: number): string[] {
  return [
    ...(fromMs === undefined ? [] : [`${column} >= ${values.instant(fromMs)}`]),
    ...(untilMs === undefined ? [] : [`${column} < ${values.instant(untilMs)}`]),
  ];
}

export function anyOf(column: string, type: string, values: Values, given: readonly unknown[] | undefined): string[] {
  return given ? [`${column} = ANY(${values.add(given, `${type}[]`)})`] : [];
}

export function equal(column: string, type: string, values: Values, given: unknown): string[] {
  return given === undefined ? [] : [`${column} = ${values.add(given, type)}`];
}

/** Each word must occur in the text. */
export function containing(text: string, values: Values, words: readonly string[] | undefined): string[] {
  return (words ?? []).map(
    (word) => `${text} LIKE lower(${values.add(`%${word.replace(/[\\%_]/g, '\\$&')}%`, 'text')})`,
  );
}
