import type { Database } from '../database.ts';
import { type Cost, dynamicStatement, isCommonLimit } from '../statement.ts';
import type { JsonRow } from './json-record.ts';
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
import type { RecordReader } from './record-reader.ts';
import { hasSnapshotOrder, rowsInSnapshotOrder, snapshotColumn, snapshotSort } from './snapshot-order.ts';

/** A list with a `count(*)`, for records of which a workspace has thousands, not millions. */
interface ListRead<Rec> {
  readonly name: string;
  /** The table or subquery of the rows `r`; $1 is the workspace. */
  readonly from: string | ((values: Values) => string);
  readonly reader: RecordReader<Rec>;
  readonly sort: Sort;
  /** Conditions on `r`; $1 is the workspace. */
  readonly conditions?: (values: Values) => string[];
  /** `row` if a workspace has hundreds of rows, `page` if it has thousands. A search always has the cost `grows`. */
  readonly cost: Cost;
}

interface Row extends JsonRow {
  readonly count: number;
  /** Present if the list is in snapshot order. */
  readonly snapshotValue?: string;
}

/** Reads one page and the exact count in one statement. If the page is empty, the single row has no record. */
export async function readList<Rec extends object>(
  db: Database,
  query: SearchQuery,
  list: ListRead<Rec>,
): Promise<ReadPage<Rec>> {
  const { workspaceId, limit, searchWords, knownCount } = query;
  const values = new Values();
  values.add(workspaceId, 'int');
  const conditions = ['r."workspaceId" = $1', ...(list.conditions?.(values) ?? [])];
  const table = typeof list.from === 'string' ? list.from : list.from(values);
  const counted = `FROM ${table} r WHERE ${conditions.join(' AND ')}`;
  const total = knownCount === undefined ? `(SELECT count(*)::int ${counted})` : values.add(knownCount, 'int');
  const rows = pageRows(query, { ...list, table }, conditions, values);
  const text = `SELECT h.*, ${rows.columns} FROM (SELECT ${values.nonce()}, ${total} AS "count") h
    LEFT JOIN (${rows.text}) r ON true ORDER BY ${orderBy(rows.sort, 'r')}`;
  const isSearch = searchWords !== undefined;
  const cost = isSearch ? 'grows' : list.cost;
  const statement = dynamicStatement(list.name, text, { isCommon: isCommonLimit(limit) && !isSearch, cost });
  const read = await db.run<Row>(statement, values.list);
  const count = read[0]?.count ?? 0;
  const { rows: records, hasMore } = pageOfRows(query, list.reader.of(read), count);
  const last = hasMore ? records.at(-1) : undefined;
  const snapshotValue = read[records.length - 1]?.snapshotValue;
  return { records, count, last: last && positionOf(rows.sort, { ...last, snapshotValue }) };
}

/** SQL for the rows of the page, their order, and the selected columns. */
function pageRows(
  query: PageQuery,
  { table, reader, sort }: Pick<ListRead<object>, 'reader' | 'sort'> & { readonly table: string },
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
  if (!hasSnapshotOrder(sort, query)) return { text: scan(conditions), sort, columns: reader.record };
  const indexScan = (condition: string) => scan([...conditions, condition]);
  const text = rowsInSnapshotOrder(query, sort, { alias: 'r', table, conditions, indexScan }, values);
  return { text, sort: snapshotSort(sort), columns: `${reader.record}, ${snapshotColumn('r')}` };
}
