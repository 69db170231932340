import type { Database } from '#src/db/database.ts';
import { dynamicStatement, isCommonLimit, type PipelinedStatement } from '#src/db/statement.ts';
import type { EventCallPage } from '#src/domain/event-calls/event-call.ts';
import type { JsonRow } from '../json-record.ts';
import { pageOfRows, positionOf, type Read } from '../list.ts';
import { hasSnapshotOrder, snapshotSort } from '../snapshot-order.ts';
import { cachedList, followingList, matchedList, scannedList } from './list-statements.ts';
import { dependsOnOthers } from './origins.ts';
import { isCheapScan, partitionsOf } from './partitions.ts';
import { type EventCallQuery, filtersOf, sortOf } from './query.ts';
import { eventCalls } from './record.ts';

/** A row of a page: the head of the list and one call, whose id is null if the page is empty. The first row has the ids. */
interface Row extends JsonRow {
  readonly count: number;
  readonly state: string;
  readonly ids: number[] | null;
  /** Present if the list is in snapshot order. */
  readonly snapshotValue?: string;
}

/**
 * Reads one page of calls and their exact number, in one statement; in two if a cached search turns out to be outdated.
 * Selective filters find and count calls in one pass. A filter of one dimension scans an index and counts by the rollups.
 * Searches, and several filters at once, are cached.
 */
export async function readEventCalls(db: Database, query: EventCallQuery): Promise<Read<EventCallPage>> {
  if (query.after || hasSnapshotOrder(sortOf(query), query)) return readFollowing(db, query);
  if (isSelective(query)) {
    const { text, values } = matchedList(query);
    return page(query, await db.run<Row>(dynamic('eventCalls.matched', query, text, 'row'), values));
  }
  const partitions = isWide(query) ? undefined : partitionsOf(query);
  if (!partitions) return readSearched(db, query);
  const { text, values } = scannedList(query, partitions);
  const cost = isCheapScan(query, partitions) ? 'row' : 'grows';
  return page(query, await db.run<Row>(dynamic('eventCalls.scanned', query, text, cost), values));
}

/** Reads a page after a cursor. With a known count, it is one range of an index, if the filters have one. */
async function readFollowing(db: Database, query: EventCallQuery): Promise<Read<EventCallPage>> {
  if (query.knownCount === undefined) {
    const { after: _, sinceEventId: __, ...all } = query;
    const { count } = await readEventCalls(db, { ...all, limit: 1 });
    return readFollowing(db, { ...query, knownCount: count });
  }
  const partitions = isSelective(query) || isWide(query) ? undefined : partitionsOf(query);
  const { text, values } = followingList(query, partitions);
  const isCheap = partitions !== undefined && isCheapScan(query, partitions);
  // A snapshot order also reads any number of events since the first page.
  if (isCheap && !hasSnapshotOrder(sortOf(query), query))
    return page(query, await db.run<Row>(dynamic('eventCalls.scanned', query, text, 'row'), values));
  const statement = dynamicStatement('eventCalls.following', text, { isCommon: isCheap, cost: 'grows' });
  return page(query, await db.run<Row>(statement, values));
}

async function readSearched(db: Database, query: EventCallQuery): Promise<Read<EventCallPage>> {
  const key =
    dependsOnClock(query) || dependsOnOthers(query)
      ? undefined
      : JSON.stringify({ ...query, nowMs: 0, offset: 0, limit: 0 });
  const cached = key === undefined ? undefined : db.searches.page(key, query.offset, query.limit);
  if (cached) {
    const { text, values } = cachedList(query.workspaceId, cached.ids);
    const statement = dynamicStatement('eventCalls.cached', text, { isCommon: true, cost: 'row' });
    const rows = await db.run<Row>(statement, values);
    if (rows[0]?.state === cached.entry.state) return page(query, rows, cached.entry.count);
  }
  const { text, values } = matchedList(query, { isCached: key !== undefined });
  const rows = await db.run<Row>(dynamic('eventCalls.searched', query, text, 'grows'), values);
  const [first] = rows;
  if (key !== undefined && first?.ids) db.searches.store(key, { ...first, ids: first.ids });
  return page(query, rows);
}

/** Only combinations of up to two filters count as common. A `grows` statement is planned for its values. */
function dynamic(name: string, query: EventCallQuery, text: string, cost: 'row' | 'grows'): PipelinedStatement {
  const isCommon = cost === 'row' && isCommonLimit(query.limit) && filtersOf(query).length <= 2;
  return dynamicStatement(name, text, { isCommon, cost });
}

function page(query: EventCallQuery, rows: readonly Row[], count = Number(rows[0]?.count ?? 0)): Read<EventCallPage> {
  const found = eventCalls.of(rows, new Date(query.nowMs).toISOString());
  const { rows: calls, hasMore } = pageOfRows(query, found, count);
  const lastCall = hasMore ? calls.at(-1) : undefined;
  const sort = sortOf(query);
  const last =
    lastCall &&
    (hasSnapshotOrder(sort, query)
      ? positionOf(snapshotSort(sort), { ...lastCall, snapshotValue: rows[calls.length - 1]?.snapshotValue })
      : positionOf(sort, lastCall));
  return { eventCalls: calls, count, last };
}

function isSelective({ ids, contactId, previewId, inviteeEmails }: EventCallQuery): boolean {
  return [ids, contactId, previewId, inviteeEmails].some((filter) => filter !== undefined);
}

/** Returns true if a filter has no dimension in the rollups. */
function isWide({ searchWords, visible, counted, ...query }: EventCallQuery): boolean {
  const { hasSetter, noSaleReasons, objectionKinds, createdFromMs, createdUntilMs, updatedFromMs, updatedUntilMs } =
    query;
  const own = [searchWords, visible, counted, hasSetter, noSaleReasons, objectionKinds];
  const filters = [...own, createdFromMs, createdUntilMs, updatedFromMs, updatedUntilMs];
  return filters.some((filter) => filter !== undefined) || dependsOnOthers(query);
}

/** Returns true if the list changes as time passes. */
function dependsOnClock({ eventType, outcomes, counted }: EventCallQuery): boolean {
  return (
    counted !== undefined || eventType !== 'ALL' || (outcomes !== undefined && outcomes.pending !== outcomes.overdue)
  );
}
