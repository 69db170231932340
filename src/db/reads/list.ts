import type { Position } from '#src/domain/cursor.ts';
import type { OwnRows } from '#src/domain/principal/policy.ts';
import type { EventKind } from '#src/domain/webhooks/kinds.ts';
import { searchGroups } from '#src/lib/network/pasted-search.ts';

/** The values of a statement, collected while its text is written. */
export class Values {
  readonly list: unknown[] = [];
  #isComplete = false;

  /** Adds a value and returns its placeholder with its type: `$3::int[]`. */
  add(value: unknown, type: string): string {
    if (this.#isComplete) throw new Error('A value was added after the nonce, which has its place.');
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }

  instant(epochMs: number): string {
    return `to_timestamp(${this.add(epochMs / 1000, 'float8')})`;
  }

  /** SQL for the column "nonce". The runner appends its value, so call this after adding all other values. */
  nonce(): string {
    this.#isComplete = true;
    return `$${this.list.length + 1}::int AS "nonce"`;
  }
}

/** A page of a workspace's rows, by offset or by cursor. */
export interface PageQuery {
  readonly workspaceId: number;
  readonly limit: number;
  /** The start of a page by offset; 0 for a page by cursor. */
  readonly offset: number;
  /** The position of the row before a page by cursor. Absent on the first page. */
  readonly after?: Position;
  /** The number of matching rows, if an earlier page counted them. */
  readonly knownCount?: number | undefined;
  /** The last event before the first page by cursor, if the values of the sort column may change. */
  readonly sinceEventId?: string | undefined;
}

/** A page of the rows that a search finds. */
export interface SearchQuery extends PageQuery {
  /** Words that must all occur. The database lowercases them in the same way as the stored text. */
  readonly searchWords?: readonly string[];
}

/** A total order by a column, which is selected and never NULL, and then by id in the same direction. */
export interface Sort {
  readonly column: string;
  readonly type: 'timestamptz' | 'text' | 'int' | 'bigint';
  readonly direction: 'asc' | 'desc';
  readonly idType?: 'int' | 'bigint' | 'text';
  /** The kind of events that record the earlier value when the column changes. */
  readonly movedBy?: EventKind;
}

/** `ORDER BY` of the rows `alias`. */
export function orderBy({ column, direction }: Sort, alias: string): string {
  const id = `${alias}."id" ${direction}`;
  return column === 'id' ? id : `${alias}."${column}" ${direction}, ${id}`;
}

/** SQL for the rows after a position in an order: a range of an index on the column and the id. */
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
  const columns = row as Row & Record<string, Position[0] | Date>;
  const value = columns[column] as Position[0] | Date;
  return [value instanceof Date ? value.toISOString() : value, columns.id as Position[1]];
}

/** A page, and the position of its end. */
export interface ReadPage<Listed> {
  readonly records: Listed[];
  readonly count: number;
  /** The position of the last row; undefined if no row follows it. */
  readonly last: Position | undefined;
}

/** A page before its position is encoded as a cursor. */
export type Read<Page> = Omit<Page, 'nextCursor'> & Pick<ReadPage<never>, 'last'>;

/** The order and the ranges that lists of records have in common. */
export interface TimeQuery {
  readonly orderColumn: 'createdAt' | 'updatedAt' | 'time' | 'id';
  readonly orderBy: 'asc' | 'desc';
  readonly createdFromMs?: number;
  readonly createdUntilMs?: number;
  readonly updatedFromMs?: number;
  readonly updatedUntilMs?: number;
}

/** Sorts by an instant of the rows, or by their id. */
export function timeSort({ orderColumn: column, orderBy: direction }: TimeOrder, movedBy?: EventKind): Sort {
  const isMoving = movedBy !== undefined && (column === 'time' || column === 'dateTime');
  return { column, type: 'timestamptz', direction, ...(isMoving && { movedBy }) };
}

interface TimeOrder {
  readonly orderColumn: TimeQuery['orderColumn'] | 'dateTime';
  readonly orderBy: TimeQuery['orderBy'];
}

export function timeConditions(alias: string, values: Values, query: Omit<TimeQuery, 'orderColumn' | 'orderBy'>) {
  return [
    ...between(`${alias}."createdAt"`, values, query.createdFromMs, query.createdUntilMs),
    ...between(`${alias}."updatedAt"`, values, query.updatedFromMs, query.updatedUntilMs),
  ];
}

/** A page by cursor reads one more row, which shows if another page follows. */
export function rowsToRead({ limit, after, sinceEventId }: Limits): number {
  return after || sinceEventId !== undefined ? limit + 1 : limit;
}

type Limits = Pick<PageQuery, 'limit' | 'after' | 'sinceEventId'>;

/** Returns the rows of the page among those that were read, and whether more rows follow. */
export function pageOfRows<Row>(
  { limit, offset, after, sinceEventId }: Limits & Pick<PageQuery, 'offset'>,
  rows: Row[],
  count: number,
): { rows: Row[]; hasMore: boolean } {
  if (!after && sinceEventId === undefined) return { rows, hasMore: rows.length > 0 && offset + rows.length < count };
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** SQL for half-open bounds on a column of instants. */
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

export function isNull(column: string, filter: boolean | undefined): string[] {
  return filter === undefined ? [] : [`${column} IS ${filter ? '' : 'NOT '}NULL`];
}

/** SQL for the text of an expression with no character that has a meaning in LIKE. */
export const literalInLike = (sql: string) => String.raw`regexp_replace(${sql}, '([\\%_])', '\\\1', 'g')`;

/** SQL conditions that the text contains each word, as it was typed or in the form of stored numbers and addresses. */
export function containing(text: string, values: Values, words: readonly string[] | undefined): string[] {
  const occurs = (word: string) => `${text} LIKE lower(${values.add(`%${word.replace(/[\\%_]/g, '\\$&')}%`, 'text')})`;
  return searchGroups(words ?? []).flatMap(({ typed, stored }) => {
    const asTyped = typed.map(occurs);
    return stored === undefined ? asTyped : [`(${asTyped.join(' AND ')} OR ${occurs(stored)})`];
  });
}

/** The rows of a workspace that a caller sees. */
export interface VisibleRows {
  readonly workspaceId: number;
  /** Set if the caller sees only their own rows; undefined if they see all rows of the workspace. */
  readonly visible: OwnRows | undefined;
}

export function visibleTo(alias: string, values: Values, { workspaceId, visible }: VisibleRows): string[] {
  return [...equal(`${alias}."workspaceId"`, 'int', values, workspaceId), ...ownedBy(alias, values, visible)];
}

/** Conditions on the rows that name the user or the connection in one of the policy's columns. */
export function ownedBy(alias: string, values: Values, own: OwnRows | undefined): string[] {
  if (!own) return [];
  const owner = values.add(own.owner, typeof own.owner === 'number' ? 'int' : 'text');
  const named = own.columns.map((column) => `${alias}."${column}" = ${owner}`).join(' OR ');
  if (!own.orNobody) return [`(${named})`];
  return [`(${named} OR num_nonnulls(${own.columns.map((column) => `${alias}."${column}"`).join(', ')}) = 0)`];
}
