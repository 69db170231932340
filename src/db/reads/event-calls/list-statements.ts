import { maxCachedIds } from '#src/db/search-cache.ts';
import { following, orderBy, rowsToRead, Values } from '../list.ts';
import { hasSnapshotOrder, rowsInSnapshotOrder, snapshotColumn, snapshotSort } from '../snapshot-order.ts';
import { countFromRollups, type Partition, partitionCondition, seekTo } from './partitions.ts';
import { clockConditions, commonConditions, dimensionConditions, type EventCallQuery, order, sortOf } from './query.ts';
import { callJoins, eventCalls } from './record.ts';

interface Written {
  readonly text: string;
  readonly values: unknown[];
}

/** Identifies the state of the calls of workspace $1 in this snapshot. A state never recurs. */
const state = `(SELECT count(*) || ':' || coalesce(max(s."sequence"), 0) FROM "EventCallRollup" s
  WHERE s."workspaceId" = $1 AND s."dimension" = 0 AND s."value" = 0 AND s."day" = '-infinity')`;

/**
 * Reads one page in index order and counts by the rollups, for lists filtered by at most one dimension. `matchedList` takes 1.7
 * times as long for a list without filters at 2,000 calls, 27 times at 100,000 and 140 times at a million.
 */
export function scannedList(query: EventCallQuery, partitions: readonly Partition[]): Written {
  const values = new Values();
  values.add(query.workspaceId, 'int');
  const count = countFromRollups(query, partitions, values);
  const page = scannedPage(query, partitions, values);
  return joined({ head: `${count} AS "count"`, page, sorted: order(query, 'c') }, values);
}

/**
 * Reads the calls after a position, with the known count: by the scans of the partitions, or by all conditions together. For a
 * closer without recent calls, all conditions together take 1.9 times as long at 2,000 calls and 40 times at 100,000, since
 * PostgreSQL then reads the recent calls of the other closers. For a closer with recent calls they take 1.1 times as long at
 * 2,000, 1.3 times at 100,000 and 3 times at a million.
 */
export function followingList(query: EventCallQuery, partitions: readonly Partition[] | undefined): Written {
  const values = new Values();
  values.add(query.workspaceId, 'int');
  const head = `${values.add(query.knownCount, 'int')} AS "count"`;
  const sort = sortOf(query);
  const scan = (...also: string[]) => {
    const conditions = [...also, ...following(sort, 'c', values, query.after)];
    return partitions
      ? scannedPage(query, partitions, values, conditions)
      : calls(query, [...allConditions(query, values), ...conditions], `LIMIT ${rowsToRead(query)}`);
  };
  if (!hasSnapshotOrder(sort, query)) return joined({ head, page: scan(), sorted: order(query, 'c') }, values);
  const conditions = allConditions(query, values);
  const page = rowsInSnapshotOrder(
    query,
    sort,
    { alias: 'c', table: '"EventCall"', conditions, indexScan: scan },
    values,
  );
  const columns = `${eventCalls.record}, ${snapshotColumn('c')}`;
  return joined({ head, page, sorted: orderBy(snapshotSort(sort), 'c'), columns }, values);
}

function allConditions(query: EventCallQuery, values: Values): string[] {
  return [...commonConditions(query, values), ...dimensionConditions(query, values)];
}

/**
 * Finds and counts the calls that match all conditions in one pass, and reads one page. For the calls of an e-mail address, a
 * page and a separate `count(*)` take 1.2 times as long, at 2,000, 100,000 and a million calls alike. A list for the cache also
 * returns the state of the snapshot and the first ids, which takes 1.2 times as long.
 */
export function matchedList(query: EventCallQuery, { isCached = false } = {}): Written {
  const values = new Values();
  const prelude = matchedCalls(query, values);
  const count = '(SELECT count(*)::int FROM "matched") AS "count"';
  const sorted = order(query, 'c');
  const page = matchedPage(query, values);
  if (!isCached) return joined({ prelude, head: count, page, sorted }, values);
  const ids = `SELECT m."id" FROM "matched" m ORDER BY ${order(query, 'm')} LIMIT ${maxCachedIds}`;
  // Only the first row has the ids: in each row they took as long as the search.
  const columns = `CASE WHEN row_number() OVER (ORDER BY ${sorted}) = 1 THEN ARRAY(${ids}) END AS "ids", ${eventCalls.record}`;
  return joined({ prelude, head: `${count}, ${state} AS "state"`, page, sorted, columns }, values);
}

/** Reads the calls with these ids, in their order, and the state of the snapshot. */
export function cachedList(workspaceId: number, ids: readonly number[]): Written {
  const values = new Values();
  values.add(workspaceId, 'int');
  const page = `SELECT c.*, i."position" FROM unnest(${values.add(ids, 'int[]')}) WITH ORDINALITY i("id", "position")
    JOIN "EventCall" c ON c."workspaceId" = $1 AND c."id" = i."id"`;
  return joined({ head: `${state} AS "state"`, page, sorted: 'c."position"' }, values);
}

interface Pieces {
  readonly prelude?: string;
  readonly head: string;
  readonly page: string;
  readonly sorted: string;
  readonly columns?: string;
}

/** The head has a row even if the page is empty: then that row has no call. */
function joined({ prelude = '', head, page, sorted, columns = eventCalls.record }: Pieces, values: Values): Written {
  const text = `${prelude} SELECT h.*, ${columns} FROM (SELECT ${values.nonce()}, ${head}) h
    LEFT JOIN (${page}) c ON true ${callJoins} ORDER BY ${sorted}`;
  return { text, values: values.list };
}

function matchedCalls(query: EventCallQuery, values: Values): string {
  values.add(query.workspaceId, 'int');
  const conditions = allConditions(query, values);
  const columns = query.orderColumn === 'id' ? 'c."id"' : `c."id", c."${query.orderColumn}"`;
  return `WITH "matched" AS MATERIALIZED (SELECT ${columns} FROM "EventCall" c WHERE ${conditions.join(' AND ')})`;
}

function matchedPage(query: EventCallQuery, values: Values): string {
  return `SELECT c.* FROM (SELECT m."id" FROM "matched" m ORDER BY ${order(query, 'm')}
      LIMIT ${query.limit} OFFSET ${values.add(query.offset, 'bigint')}) i
    JOIN "EventCall" c ON c."workspaceId" = $1 AND c."id" = i."id"`;
}

/** SQL for the whole rows of one page of calls, in order, by index scans of each partition. */
function scannedPage(
  query: EventCallQuery,
  partitions: readonly Partition[],
  values: Values,
  also: readonly string[] = [],
): string {
  const live = partitions.filter((partition) => partition.clock !== 'NONE');
  const [first] = live;
  if (!first) return `SELECT c.* FROM "EventCall" c WHERE false`;
  const seek = seekTo(query, live, values);
  const offset = seek?.offset ?? (query.offset === 0 ? '0' : values.add(query.offset, 'bigint'));
  const rows = rowsToRead(query);
  const page = `LIMIT ${rows}${offset === '0' ? '' : ` OFFSET ${offset}`}`;
  const scan = indexScan(query, values, [...also, ...(seek ? [seek.condition] : [])]);
  if (live.length === 1 && first.values.length <= 1) return `${seek?.prelude ?? ''} ${scan(first, page)}`;
  // All calls of the page may be in one partition, so each scan continues to the end of the page.
  const bound = `LIMIT ${offset === '0' ? rows : `${offset} + ${rows}`}`;
  const parts = live.map((partition) => `(${scan(partition, bound)})`).join(' UNION ALL ');
  return `${seek?.prelude ?? ''} SELECT u.* FROM (${parts}) u ORDER BY ${order(query, 'u')} ${page}`;
}

/**
 * Scans a partition of several values one value at a time. For two outcomes, one scan of both takes as long at 2,000 calls, 5
 * times as long at 100,000 and 80 times at a million, because it reads and sorts every call that matches.
 */
function indexScan(query: EventCallQuery, values: Values, also: readonly string[]) {
  const common = [...commonConditions(query, values), ...also];
  return (partition: Partition, bounds: string): string => {
    const conditions = [...common, ...clockConditions(partition.clock, query.nowMs, values)];
    if (partition.values.length <= 1) {
      return calls(query, [...conditions, ...partitionCondition(partition, values)], bounds);
    }
    const inner = calls(query, [...conditions, `c."${partition.column}" = v."value"`], bounds);
    return `SELECT w.* FROM unnest(${values.add(partition.values, `${partition.type}[]`)}) v("value")
      CROSS JOIN LATERAL (${inner}) w ORDER BY ${order(query, 'w')} ${bounds}`;
  };
}

function calls(query: EventCallQuery, conditions: string[], bounds: string): string {
  return `SELECT c.* FROM "EventCall" c WHERE ${conditions.join(' AND ')} ORDER BY ${order(query, 'c')} ${bounds}`;
}
