import type { OwnRows } from '#src/domain/access/policy.ts';
import type { Database } from '../database.ts';
import { isCommonLimit, writtenStatement } from '../statement.ts';

/** The values of a statement, collected while its text is written. */
export class Values {
  readonly list: unknown[] = [];

  /** Adds a value and returns its placeholder with its type: `$3::int[]`. */
  add(value: unknown, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }

  instant(epochMs: number): string {
    return `to_timestamp(${this.add(epochMs / 1000, 'float8')})`;
  }

  /** The column "nonce". The runner appends its value, so call this after all others were added. */
  nonce(): string {
    return `$${this.list.length + 1}::int AS "nonce"`;
  }
}

/** A page of a workspace's rows. */
export interface PageQuery {
  readonly workspaceId: number;
  readonly offset: number;
  readonly limit: number;
  /** Each word must occur. */
  readonly searchWords?: readonly string[];
}

/** A list with a `count(*)`: for records of which a workspace has thousands, not millions. */
interface ListRead<Row, Listed> {
  readonly name: string;
  /** The table or the subquery of the rows `r`. */
  readonly from: string;
  readonly columns: string;
  /** `ORDER BY`, total. */
  readonly order: string;
  /** Conditions on `r`; $1 is the workspace. */
  readonly conditions?: (values: Values) => string[];
  /** `pipelined` where a workspace has hundreds of rows, `counted` where it has thousands. A search runs `pooled`. */
  readonly runner: 'pipelined' | 'counted' | 'pooled';
  /** A row also has the columns of the head, which belong to no record. */
  readonly toRecord: (row: Row & Head) => Listed;
}

/** The columns that come before those of a row: the proof, and the number of all rows. */
interface Head {
  readonly nonce: number;
  readonly count: number;
}

/** Reads one page and the exact number, in one statement. Where the page is empty, the one row has null as its id. */
export async function readList<Row extends { id: unknown }, Listed>(
  db: Database,
  { workspaceId, offset, limit, searchWords }: PageQuery,
  list: ListRead<Row, Listed>,
): Promise<{ records: Listed[]; count: number }> {
  const values = new Values();
  values.add(workspaceId, 'int');
  const where = ['r."workspaceId" = $1', ...(list.conditions?.(values) ?? [])].join(' AND ');
  const skip = offset === 0 ? '' : `OFFSET ${values.add(offset, 'bigint')}`;
  const source = `FROM ${list.from} r WHERE ${where}`;
  const text = `SELECT h.*, ${list.columns} FROM (SELECT ${values.nonce()}, count(*)::int AS "count" ${source}) h
    LEFT JOIN (SELECT r.* ${source} ORDER BY ${list.order} LIMIT ${limit} ${skip}) r ON true ORDER BY ${list.order}`;
  const isSearch = searchWords !== undefined;
  const statement = writtenStatement(list.name, text, { isCommon: isCommonLimit(limit) && !isSearch });
  const rows = await db[isSearch ? 'pooled' : list.runner].run<Row & Head>(statement, values.list);
  return { count: rows[0]?.count ?? 0, records: rows.filter(({ id }) => id !== null).map((row) => list.toRecord(row)) };
}

/** The record of a row whose own columns are those of the record. */
export function withoutHead<Row>({ nonce: _, count: __, ...row }: Row & Head): Omit<Row, keyof Head> {
  return row;
}

/** Half-open bounds on a column of instants. */
export function between(column: string, values: Values, fromMs?: number, untilMs?: number): string[] {
  return [
    ...(fromMs === undefined ? [] : [`${column} >= ${values.instant(fromMs)}`]),
    ...(untilMs === undefined ? [] : [`${column} < ${values.instant(untilMs)}`]),
  ];
}

export function anyOf(column: string, type: string, values: Values, filter: readonly unknown[] | undefined): string[] {
  return filter ? [`${column} = ANY(${values.add(filter, `${type}[]`)})`] : [];
}

export function equal(column: string, type: string, values: Values, filter: unknown): string[] {
  return filter === undefined ? [] : [`${column} = ${values.add(filter, type)}`];
}

/** Each word must occur in the text. */
export function containing(text: string, values: Values, words: readonly string[] | undefined): string[] {
  return (words ?? []).map(
    (word) => `${text} LIKE lower(${values.add(`%${word.replace(/[\\%_]/g, '\\$&')}%`, 'text')})`,
  );
}

/** The rows of a workspace that a caller sees. */
export interface VisibleRows {
  readonly workspaceId: number;
  /** The caller's own rows; undefined for all of the workspace. */
  readonly visible: OwnRows | undefined;
}

export function visibleTo(alias: string, values: Values, { workspaceId, visible }: VisibleRows): string[] {
  return [...equal(`${alias}."workspaceId"`, 'int', values, workspaceId), ...ownedBy(alias, values, visible)];
}

/** The rows that name the user in one of their columns, as the policy table says. */
export function ownedBy(alias: string, values: Values, own: OwnRows | undefined): string[] {
  if (!own) return [];
  const user = values.add(own.userId, 'int');
  return [`(${own.columns.map((column) => `${alias}."${column}" = ${user}`).join(' OR ')})`];
}
