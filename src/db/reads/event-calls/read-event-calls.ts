import type { Database } from '#src/db/database.ts';
import { maxCachedIds } from '#src/db/search-cache.ts';
import { isCommonLimit, type ProvenStatement, writtenStatement } from '#src/db/statement.ts';
import type { EventCallPage } from '#src/domain/event-calls/event-call.ts';
import { Values } from '../list.ts';
import {
  countFromRollups,
  isCheapScan,
  type Partition,
  partitionCondition,
  partitionsOf,
  type Seek,
  seekTo,
} from './partitions.ts';
import { clockConditions, commonConditions, dimensionConditions, type EventCallQuery, order } from './query.ts';
import { type CallRow, eventCallOfSql, recordColumns, recordJoins } from './record.ts';

const filterNames = [
  'fromMs',
  'untilMs',
  'eventType',
  'ids',
  'userIds',
  'setterIds',
  'eventIds',
  'statuses',
  'callTypes',
  'outcomes',
  'inviteeEmails',
  'contactId',
  'previewId',
  'searchWords',
] as const satisfies readonly (keyof EventCallQuery)[];

/** A row of a page: the head of the list and one call, or the head alone where the page is empty. */
type Row = { readonly count: number; readonly state: string; readonly ids: number[] } & (
  | CallRow
  | { readonly id: null }
);

/**
 * One page of calls and their exact number, in one statement; in two if a cached search turns out to be of an older
 * state. Filters that leave few calls find and count them in one pass. A filter of one dimension scans an index and counts
 * by the rollups. Searches, and several filters at once, are cached.
 */
export async function readEventCalls(db: Database, query: EventCallQuery): Promise<EventCallPage> {
  if (isSelective(query)) {
    const { text, values } = matchedList(query);
    return page(query, await db.pipelined.run<Row>(written('eventCalls.matched', query, text), values));
  }
  const partitions = isWide(query) ? undefined : partitionsOf(query);
  if (!partitions) return readSearched(db, query);
  const { text, values } = scannedList(query, partitions);
  // Only the order by dateTime has an index for each dimension. An expensive statement is planned for its values.
  const isSorted = query.orderColumn !== 'dateTime';
  if (!isSorted && isCheapScan(query, partitions)) {
    return page(query, await db.pipelined.run<Row>(written('eventCalls.scanned', query, text), values));
  }
  const name = isSorted ? 'eventCalls.sorted' : 'eventCalls.scanned';
  return page(query, await db.pooled.run<Row>(writtenStatement(name, text, { isCommon: false }), values));
}

async function readSearched(db: Database, query: EventCallQuery): Promise<EventCallPage> {
  const key = dependsOnClock(query) ? undefined : JSON.stringify({ ...query, nowMs: 0, offset: 0, limit: 0 });
  const cached = key === undefined ? undefined : db.searches.page(key, query.offset, query.limit);
  if (cached) {
    const { text, values } = cachedList(query.workspaceId, cached.ids);
    const statement = writtenStatement('eventCalls.cached', text, { isCommon: true });
    const rows = await db.pipelined.run<Row>(statement, values);
    if (rows[0]?.state === cached.entry.state) return page(query, rows, cached.entry.count);
  }
  const { text, values } = searchedList(query);
  const statement = writtenStatement('eventCalls.searched', text, { isCommon: false });
  const rows = await db.pooled.run<Row>(statement, values);
  if (key !== undefined && rows[0]) db.searches.store(key, rows[0]);
  return page(query, rows);
}

/** Of the many ways to combine filters, those with up to two are common. */
function written(name: string, query: EventCallQuery, text: string): ProvenStatement {
  const filters = filterNames.filter((filter) => query[filter] !== undefined && query[filter] !== 'ALL');
  return writtenStatement(name, text, { isCommon: isCommonLimit(query.limit) && filters.length <= 2 });
}

function page({ nowMs }: EventCallQuery, rows: readonly Row[], count = Number(rows[0]?.count ?? 0)): EventCallPage {
  const now = new Date(nowMs).toISOString();
  return { eventCalls: rows.filter((row) => row.id !== null).map((row) => eventCallOfSql(row, now)), count };
}

function isSelective({ ids, contactId, previewId, inviteeEmails }: EventCallQuery): boolean {
  return [ids, contactId, previewId, inviteeEmails].some((filter) => filter !== undefined);
}

function isWide({ searchWords, visible }: EventCallQuery): boolean {
  return searchWords !== undefined || visible !== undefined;
}

/** Whether the list changes merely because time passes. */
function dependsOnClock({ eventType, outcomes }: EventCallQuery): boolean {
  return eventType !== 'ALL' || (outcomes !== undefined && outcomes.pending !== outcomes.overdue);
}

interface Written {
  readonly text: string;
  readonly values: unknown[];
}

/** Names the state of the calls of workspace $1 in this snapshot. A state never comes back. */
const state = `(SELECT count(*) || ':' || coalesce(max(s."sequence"), 0) FROM "EventCallRollup" s
  WHERE s."workspaceId" = $1 AND s."dimension" = 0 AND s."value" = 0 AND s."day" = '-infinity')`;

/** One page in index order, counted by the rollups: for lists that are filtered by at most one dimension. */
function scannedList(query: EventCallQuery, partitions: readonly Partition[]): Written {
  const values = new Values();
  values.add(query.workspaceId, 'int');
  const count = countFromRollups(query, partitions, values);
  const page = scannedPage(query, partitions, values);
  return joined({ head: `${count} AS "count"`, page, sorted: order(query, 'c') }, values);
}

/** One page of the calls that match all conditions, found and counted in one pass: for filters that leave few. */
function matchedList(query: EventCallQuery): Written {
  const values = new Values();
  const prelude = matchedCalls(query, values);
  const head = '(SELECT count(*)::int FROM "matched") AS "count"';
  return joined({ prelude, head, page: matchedPage(query, values), sorted: order(query, 'c') }, values);
}

/** As `matchedList`, with the state of the snapshot and the first ids of the list, for the cache. */
function searchedList(query: EventCallQuery): Written {
  const values = new Values();
  const prelude = matchedCalls(query, values);
  const ids = `SELECT m."id" FROM "matched" m ORDER BY ${order(query, 'm')} LIMIT ${maxCachedIds}`;
  const head = `(SELECT count(*)::int FROM "matched") AS "count", ${state} AS "state", ARRAY(${ids}) AS "ids"`;
  return joined({ prelude, head, page: matchedPage(query, values), sorted: order(query, 'c') }, values);
}

/** The calls with these ids, in their order, with the state of the snapshot. */
function cachedList(workspaceId: number, ids: readonly number[]): Written {
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
}

/** The head has a row even when the page is empty: then the one row has no call. */
function joined({ prelude = '', head, page, sorted }: Pieces, values: Values): Written {
  const text = `${prelude} SELECT h.*, ${recordColumns} FROM (SELECT ${values.nonce()}, ${head}) h
    LEFT JOIN (${page}) c ON true ${recordJoins} ORDER BY ${sorted}`;
  return { text, values: values.list };
}

function matchedCalls(query: EventCallQuery, values: Values): string {
  values.add(query.workspaceId, 'int');
  const conditions = [...commonConditions(query, values), ...dimensionConditions(query, values)];
  const columns = query.orderColumn === 'id' ? 'c."id"' : `c."id", c."${query.orderColumn}"`;
  return `WITH "matched" AS MATERIALIZED (SELECT ${columns} FROM "EventCall" c WHERE ${conditions.join(' AND ')})`;
}

function matchedPage(query: EventCallQuery, values: Values): string {
  return `SELECT c.* FROM (SELECT m."id" FROM "matched" m ORDER BY ${order(query, 'm')}
      LIMIT ${query.limit} OFFSET ${values.add(query.offset, 'bigint')}) i
    JOIN "EventCall" c ON c."workspaceId" = $1 AND c."id" = i."id"`;
}

/** The calls of one page, in order, by index scans of each partition: SQL of whole rows of calls. */
function scannedPage(query: EventCallQuery, partitions: readonly Partition[], values: Values): string {
  const live = partitions.filter((partition) => partition.clock !== 'NONE');
  const [first] = live;
  if (!first) return `SELECT c.* FROM "EventCall" c WHERE false`;
  const seek = seekTo(query, live, values);
  const offset = seek?.offset ?? (query.offset === 0 ? '0' : values.add(query.offset, 'bigint'));
  const page = `LIMIT ${query.limit}${offset === '0' ? '' : ` OFFSET ${offset}`}`;
  const scan = indexScan(query, values, seek);
  if (live.length === 1 && first.values.length <= 1) return `${seek?.prelude ?? ''} ${scan(first, page)}`;
  // The page may consist of calls of one partition only, so each scan goes as far as the end of the page.
  const bound = `LIMIT ${offset === '0' ? query.limit : `${offset} + ${query.limit}`}`;
  const parts = live.map((partition) => `(${scan(partition, bound)})`).join(' UNION ALL ');
  return `${seek?.prelude ?? ''} SELECT u.* FROM (${parts}) u ORDER BY ${order(query, 'u')} ${page}`;
}

function indexScan(query: EventCallQuery, values: Values, seek: Seek | undefined) {
  const common = [...commonConditions(query, values), ...(seek ? [seek.condition] : [])];
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
