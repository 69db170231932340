import type { OwnRows } from '#src/domain/access/policy.ts';
import type { Position } from '#src/domain/cursor.ts';
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

/** A page of a workspace's rows, by number or by cursor. */
export interface PageQuery {
  readonly workspaceId: number;
  readonly limit: number;
  /** Where a page by number begins; 0 for a page by cursor. */
  readonly offset: number;
  /** The row before a page by cursor, unless it is the first page. */
  readonly after?: Position;
  /** How many rows match, if the caller counted them on an earlier page. */
  readonly knownCount?: number | undefined;
}

/** A page of the rows that a search finds. */
export interface SearchQuery extends PageQuery {
  /** Each word must occur. The database lowers their case as it does the stored text's. */
  readonly searchWords?: readonly string[];
}

/** A list with a `count(*)`: for records of which a workspace has thousands, not millions. */
interface ListRead<Row, Listed> {
  readonly name: string;
  /** The table or the subquery of the rows `r`. */
  readonly from: string;
  readonly columns: string;
  readonly sort: Sort;
  /** Conditions on `r`; $1 is the workspace. */
  readonly conditions?: (values: Values) => string[];
  /** `pipelined` where a workspace has hundreds of rows, `counted` where it has thousands. A search runs `pooled`. */
  readonly runner: 'pipelined' | 'counted' | 'pooled';
  /** A row also has the columns of the head, which belong to no record. */
  readonly toRecord: (row: Row & Head) => Listed;
}

/** A total order: by a column, which is selected and never NULL, and then by id in the same direction. */
export interface Sort {
  readonly column: string;
  readonly type: 'timestamptz' | 'text' | 'int' | 'bigint';
  readonly direction: 'asc' | 'desc';
  readonly idType?: 'int' | 'bigint' | 'text';
}

/** `ORDER BY` of the rows `alias`. */
export function orderBy({ column, direction }: Sort, alias: string): string {
  const id = `${alias}."id" ${direction}`;
  return column === 'id' ? id : `${alias}."${column}" ${direction}, ${id}`;
}

/** The rows that follow a position in an order: a range of an index on the column and the id. */
export function following(
  { column, type, direction, idType = 'int' }: Sort,
  alias: string,
  values: Values,
  position: Position | undefined,
): string[] {
  if (!position) return [];
  const comparison = direction === 'asc' ? '>' : '<';
  const [value, id] = position;
  if (column === 'id') return [`${alias}."id" ${comparison} ${values.add(id, idType)}`];
  const bounds = `(${values.add(value, type)}, ${values.add(id, idType)})`;
  return [`(${alias}."${column}", ${alias}."id") ${comparison} ${bounds}`];
}

/** The position of a row. */
export function positionOf<Row extends object>({ column }: Pick<Sort, 'column'>, row: Row): Position {
  const columns = row as Row & Record<string, Position[0]>;
  return [columns[column] as Position[0], columns.id as Position[1]];
}

/** A page, and where it ends. */
export interface ReadPage<Listed> {
  readonly records: Listed[];
  readonly count: number;
  /** The position of the last row; undefined if no row follows it. */
  readonly last: Position | undefined;
}

/** The page of a list as it is read: its cursor is still a position. */
export type Read<Page> = Omit<Page, 'nextCursor'> & Pick<ReadPage<never>, 'last'>;

/** The order and the ranges that lists of records share. */
export interface TimeQuery {
  readonly orderColumn: 'createdAt' | 'updatedAt' | 'time' | 'id';
  readonly orderBy: 'asc' | 'desc';
  readonly createdFromMs?: number;
  readonly createdUntilMs?: number;
  readonly updatedFromMs?: number;
  readonly updatedUntilMs?: number;
}

/** By an instant of the rows, or by their id. */
export function timeSort({
  orderColumn,
  orderBy,
}: {
  readonly orderColumn: TimeQuery['orderColumn'] | 'dateTime';
  readonly orderBy: TimeQuery['orderBy'];
}): Sort {
  return { column: orderColumn, type: 'timestamptz', direction: orderBy };
}

export function timeConditions(alias: string, values: Values, query: Omit<TimeQuery, 'orderColumn' | 'orderBy'>) {
  return [
    ...between(`${alias}."createdAt"`, values, query.createdFromMs, query.createdUntilMs),
    ...between(`${alias}."updatedAt"`, values, query.updatedFromMs, query.updatedUntilMs),
  ];
}

/** A page by cursor is read with the row after it, which shows whether there is one. */
export function rowsToRead({ limit, after }: Pick<PageQuery, 'limit' | 'after'>): number {
  return after ? limit + 1 : limit;
}

/** The rows of the page among those that were read, and whether rows follow. */
export function pageOfRows<Row>(
  { limit, offset, after }: Pick<PageQuery, 'limit' | 'offset' | 'after'>,
  rows: Row[],
  count: number,
): { rows: Row[]; hasMore: boolean } {
  if (!after) return { rows, hasMore: rows.length > 0 && offset + rows.length < count };
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** The columns that come before those of a row: the proof, and the number of all rows. */
interface Head {
  readonly nonce: number;
  readonly count: number;
}

/** Reads one page and the exact number, in one statement. Where the page is empty, the one row has null as its id. */
export async function readList<Row extends { id: unknown }, Listed>(
  db: Database,
  query: SearchQuery,
  list: ListRead<Row, Listed>,
): Promise<ReadPage<Listed>> {
  const { workspaceId, offset, limit, searchWords, after, knownCount } = query;
  const { sort } = list;
  const values = new Values();
  values.add(workspaceId, 'int');
  const where = ['r."workspaceId" = $1', ...(list.conditions?.(values) ?? [])].join(' AND ');
  const counted = `FROM ${list.from} r WHERE ${where}`;
  const count = knownCount === undefined ? `(SELECT count(*)::int ${counted})` : values.add(knownCount, 'int');
  const source = [counted, ...following(sort, 'r', values, after)].join(' AND ');
  const skip = offset === 0 ? '' : `OFFSET ${values.add(offset, 'bigint')}`;
  const order = orderBy(sort, 'r');
  const text = `SELECT h.*, ${list.columns} FROM (SELECT ${values.nonce()}, ${count} AS "count") h
    LEFT JOIN (SELECT r.* ${source} ORDER BY ${order} LIMIT ${rowsToRead(query)} ${skip}) r ON true ORDER BY ${order}`;
  const isSearch = searchWords !== undefined;
  const statement = writtenStatement(list.name, text, { isCommon: isCommonLimit(limit) && !isSearch });
  const rows = await db[isSearch ? 'pooled' : list.runner].run<Row & Head>(statement, values.list);
  const found = rows.filter(({ id }) => id !== null);
  const page = pageOfRows(query, found, rows[0]?.count ?? 0);
  const lastRow = page.hasMore ? page.rows.at(-1) : undefined;
  return {
    records: page.rows.map((row) => list.toRecord(row)),
    count: rows[0]?.count ?? 0,
    last: lastRow && positionOf(sort, lastRow),
  };
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

/** The rows that name the user or the connection in one of their columns, as the policy table says. */
export function ownedBy(alias: string, values: Values, own: OwnRows | undefined): string[] {
  if (!own) return [];
  const owner = values.add(own.owner, typeof own.owner === 'number' ? 'int' : 'text');
  return [`(${own.columns.map((column) => `${alias}."${column}" = ${owner}`).join(' OR ')})`];
}
