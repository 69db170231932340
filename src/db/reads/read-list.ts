import type { Database } from '../database.ts';
import { isCommonLimit, writtenStatement } from '../statement.ts';
import {
  following,
  orderBy,
  type PageQuery,
  pageOfRows,
  positionOf,
  type ReadPage,
  rowsToRead,
  type SearchQuery,
  type Sort,
  Values,
} from './list.ts';
import { hasSnapshotOrder, rowsInSnapshotOrder, snapshotColumn, snapshotSort } from './snapshot-order.ts';

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
  const { workspaceId, limit, searchWords, knownCount } = query;
  const values = new Values();
  values.add(workspaceId, 'int');
  const conditions = ['r."workspaceId" = $1', ...(list.conditions?.(values) ?? [])];
  const counted = `FROM ${list.from} r WHERE ${conditions.join(' AND ')}`;
  const count = knownCount === undefined ? `(SELECT count(*)::int ${counted})` : values.add(knownCount, 'int');
  const rows = pageRows(query, list, conditions, values);
  const text = `SELECT h.*, ${rows.columns} FROM (SELECT ${values.nonce()}, ${count} AS "count") h
    LEFT JOIN (${rows.text}) r ON true ORDER BY ${orderBy(rows.sort, 'r')}`;
  const isSearch = searchWords !== undefined;
  const statement = writtenStatement(list.name, text, { isCommon: isCommonLimit(limit) && !isSearch });
  const read = await db[isSearch ? 'pooled' : list.runner].run<Row & Head>(statement, values.list);
  const found = read.filter(({ id }) => id !== null);
  const page = pageOfRows(query, found, read[0]?.count ?? 0);
  const lastRow = page.hasMore ? page.rows.at(-1) : undefined;
  return {
    records: page.rows.map((row) => list.toRecord(row)),
    count: read[0]?.count ?? 0,
    last: lastRow && positionOf(rows.sort, lastRow),
  };
}

/** SQL of the rows of the page, their order, and the columns to select of them. */
function pageRows<Row, Listed>(
  query: PageQuery,
  { from: table, columns, sort }: Pick<ListRead<Row, Listed>, 'from' | 'columns' | 'sort'>,
  conditions: readonly string[],
  values: Values,
): { text: string; sort: Sort; columns: string } {
  const { offset, after } = query;
  const scan = (all: readonly string[]) => {
    const where = [...all, ...following(sort, 'r', values, after)].join(' AND ');
    const skip = offset === 0 ? '' : `OFFSET ${values.add(offset, 'bigint')}`;
    const bounds = `LIMIT ${rowsToRead(query)} ${skip}`;
    return `SELECT r.* FROM ${table} r WHERE ${where} ORDER BY ${orderBy(sort, 'r')} ${bounds}`;
  };
  if (!hasSnapshotOrder(sort, query)) return { text: scan(conditions), sort, columns };
  const unmoved = (condition: string) => scan([...conditions, condition]);
  const text = rowsInSnapshotOrder(query, sort, { alias: 'r', table, conditions, unmoved }, values);
  return { text, sort: snapshotSort(sort), columns: `${columns}, ${snapshotColumn('r')}` };
}

/** The record of a row whose own columns are those of the record. */
export function withoutHead<Row>({ nonce: _, count: __, ...row }: Row & Head): Omit<Row, keyof Head> {
  return row;
}
