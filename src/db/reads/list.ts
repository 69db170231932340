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

/** A list of one table `r` with a `count(*)`: for records of which a workspace has thousands, not millions. */
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
  /** `pipelined` where a workspace has hundreds of rows, `counted` where it has thousands. A search runs `pooled`. */
  readonly runner: 'pipelined' | 'counted';
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
  const text = `SELECT h.*, ${list.columns} FROM (SELECT ${values.nonce()}, count(*)::int AS "count" ${source}) h
    LEFT JOIN (SELECT r.* ${source} ORDER BY ${list.order} LIMIT ${list.limit} ${offset}) r ON true ORDER BY ${list.order}`;
  const isSearch = list.searchWords !== undefined;
  const statement = writtenStatement(list.name, text, { isCommon: isCommonLimit(list.limit) && !isSearch });
  const found = await db[isSearch ? 'pooled' : list.runner].run<Row & Head>(statement, values.list);
  return { count: found[0]?.count ?? 0, rows: found.filter((row) => row.id !== null) };
}

interface Head {
  readonly count: number;
  /** Null where the page is empty. */
  readonly id: number | null;
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
