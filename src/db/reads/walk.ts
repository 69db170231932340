import { following, orderBy, type PageQuery, rowsToRead, type Sort, type Values } from './list.ts';

/*
 * A walk is a list that is read by cursor in the order of a column whose values change. A row that moves over the cursor
 * would be missed or come twice. So each row has the place that it had when the walk began: the first event since then that
 * reports another value of the column has the earlier one as `previous`.
 */

export function isWalk(sort: Sort, { sinceEventId }: PageQuery): boolean {
  return sort.movedBy !== undefined && sinceEventId !== undefined;
}

/** The order of the rows of a walk. */
export function startSort(sort: Sort): Sort {
  return { ...sort, column: 'startValue' };
}

/** The value of the column when the walk began. */
export function startColumn(alias: string): string {
  return `${alias}."startValue"`;
}

interface WalkedTable {
  readonly alias: string;
  readonly table: string;
  /** The filters of the list. */
  readonly conditions: readonly string[];
  /** The page of the rows that also meet the condition, in the order of the column. */
  readonly unmoved: (condition: string) => string;
}

/**
 * SQL of a page of a walk: the rows that have not moved come from an index, the others from the events. It is one
 * statement, because a row that moves between two would be lost.
 */
export function walkedRows(
  query: PageQuery,
  sort: Sort,
  { alias, table, conditions, unmoved }: WalkedTable,
  values: Values,
): string {
  const { column, type, movedBy } = sort;
  const start = startSort(sort);
  const moved = [`${alias}."id" = m."id"`, ...conditions, ...following(start, 'm', values, query.after)];
  return `WITH "moved" AS MATERIALIZED (
      SELECT DISTINCT ON (1) (e."payload" ->> 'id')::int AS "id", (e."previous" ->> '${column}')::${type} AS "startValue"
      FROM "WebhookEvent" e WHERE e."workspaceId" = $1 AND e."kind" = '${movedBy}' AND e."previous" ? '${column}'
        AND e."id" > ${values.add(query.sinceEventId, 'bigint')}
      ORDER BY 1, e."id")
    SELECT w.* FROM (
      (SELECT n.*, n."${column}" AS "startValue" FROM (${unmoved(`${alias}."id" NOT IN (SELECT "id" FROM "moved")`)}) n)
      UNION ALL
      (SELECT ${alias}.*, m."startValue" FROM "moved" m JOIN ${table} ${alias} ON ${moved.join(' AND ')})
    ) w ORDER BY ${orderBy(start, 'w')} LIMIT ${rowsToRead(query)}`;
}
