import { following, orderBy, type PageQuery, rowsToRead, type Sort, type Values } from './list.ts';

/*
 * A list read by cursor, sorted by a mutable column, would miss a row that moves across the cursor, or return it twice. So each
 * row stays where it was when the first page was read: if a row has moved since, the first event with a new value has the
 * earlier value in `previous`.
 */

export function hasSnapshotOrder(sort: Sort, { sinceEventId }: PageQuery): boolean {
  return sort.movedBy !== undefined && sinceEventId !== undefined;
}

/** The order by the values that the column had when the first page was read. */
export function snapshotSort(sort: Sort): Sort {
  return { ...sort, column: 'snapshotValue' };
}

/** The value that the column had when the first page was read. */
export function snapshotColumn(alias: string): string {
  return `${alias}."snapshotValue"`;
}

interface FilteredTable {
  readonly alias: string;
  readonly table: string;
  /** The filters of the list. */
  readonly conditions: readonly string[];
  /** Returns SQL for the page of rows that also meet the condition, in the order of the column. */
  readonly indexScan: (condition: string) => string;
}

/**
 * SQL for a page: rows that have not moved come from an index, the others from the events. It is one statement, because a row
 * that moves between two statements would be lost.
 */
export function rowsInSnapshotOrder(
  query: PageQuery,
  sort: Sort,
  { alias, table, conditions, indexScan }: FilteredTable,
  values: Values,
): string {
  const { column, type, movedBy } = sort;
  const snapshot = snapshotSort(sort);
  const moved = [`${alias}."id" = m."id"`, ...conditions, ...following(snapshot, 'm', values, query.after)];
  return `WITH "moved" AS MATERIALIZED (
      SELECT DISTINCT ON (1) (e."payload" ->> 'id')::int AS "id", (e."previous" ->> '${column}')::${type} AS "snapshotValue"
      FROM "WebhookEvent" e WHERE e."workspaceId" = $1 AND e."kind" = '${movedBy}' AND e."previous" ? '${column}'
        AND e."id" > ${values.add(query.sinceEventId, 'bigint')}
      ORDER BY 1, e."id")
    SELECT p.* FROM (
      (SELECT n.*, n."${column}" AS "snapshotValue" FROM (${indexScan(`${alias}."id" NOT IN (SELECT "id" FROM "moved")`)}) n)
      UNION ALL
      (SELECT ${alias}.*, m."snapshotValue" FROM "moved" m JOIN ${table} ${alias} ON ${moved.join(' AND ')})
    ) p ORDER BY ${orderBy(snapshot, 'p')} LIMIT ${rowsToRead(query)}`;
}
