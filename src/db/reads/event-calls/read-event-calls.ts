import type { Database } from '#src/db/database.ts';
import { isCommonLimit, type Statement, writtenStatement } from '#src/db/statement.ts';
import type { EventCallPage } from '#src/domain/event-calls/event-call.ts';
import { branchesOf } from './branches.ts';
import { isCheapWalk } from './cost.ts';
import type { EventCallQuery } from './query.ts';
import { type CallRow, callRecords } from './record.ts';
import { matchedList, rememberedList, searchedList, walkedList } from './statements.ts';

const asArrays = { asArrays: true } as const;

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

/**
 * One page of calls and their exact number, in one statement; in two where what was remembered of a search turns out
 * to be of an older state. Filters that leave few calls find and count them in one pass. A filter of one dimension
 * walks an index and counts by the tallies. Searches, and several filters at once, remember what they found.
 */
export async function readEventCalls(db: Database, query: EventCallQuery): Promise<EventCallPage> {
  if (isSelective(query)) {
    const { text, values } = matchedList(query);
    return page(query, await db.pipelined.run<CallRow>(written('eventCalls.matched', query, text), values));
  }
  const branches = isWide(query) ? undefined : branchesOf(query);
  if (!branches) return readSearched(db, query);
  const { text, values } = walkedList(query, branches);
  // Another order than by dateTime has no index for each dimension. What is costly is planned for its values.
  const isSorted = query.orderColumn !== 'dateTime';
  const rows =
    !isSorted && isCheapWalk(query, branches)
      ? await db.pipelined.run<CallRow>(written('eventCalls.walked', query, text), values)
      : await db.pooled.run<CallRow>(
          { name: isSorted ? 'eventCalls.sorted' : 'eventCalls.walked', text, ...asArrays },
          values,
        );
  return page(query, rows);
}

async function readSearched(db: Database, query: EventCallQuery): Promise<EventCallPage> {
  const key = followsClock(query) ? undefined : JSON.stringify({ ...query, nowMs: 0, offset: 0, limit: 0 });
  const remembered = key === undefined ? undefined : db.searches.page(key, query.offset, query.limit);
  if (remembered) {
    const { text, values } = rememberedList(query.workspaceId, remembered.ids);
    const statement = writtenStatement('eventCalls.remembered', text, { ...asArrays, isCommon: true });
    const rows = await db.pipelined.run<CallRow>(statement, values);
    if (rows[0]?.[0] === remembered.entry.state) return page(query, rows, remembered.entry.count);
  }
  const { text, values } = searchedList(query);
  const rows = await db.pooled.run<CallRow>({ name: 'eventCalls.searched', text, ...asArrays }, values);
  const [count, state, ids] = (rows[0] ?? [0, '', []]) as [number, string, number[]];
  if (key !== undefined) db.searches.remember(key, state, count, ids);
  return { eventCalls: callRecords(rows, 3, nowOf(query)), count };
}

/** Of the many ways to combine filters, those with up to two are usual. */
function written(name: string, query: EventCallQuery, text: string): Statement {
  const filters = filterNames.filter((filter) => query[filter] !== undefined && query[filter] !== 'ALL');
  return writtenStatement(name, text, { ...asArrays, isCommon: isCommonLimit(query.limit) && filters.length <= 2 });
}

/** Rows with one column before the call's: the count, or what stands for it. */
function page(query: EventCallQuery, rows: readonly CallRow[], count = Number(rows[0]?.[0] ?? 0)): EventCallPage {
  return { eventCalls: callRecords(rows, 1, nowOf(query)), count };
}

function nowOf({ nowMs }: EventCallQuery): string {
  return new Date(nowMs).toISOString();
}

function isSelective({ ids, contactId, previewId, inviteeEmails }: EventCallQuery): boolean {
  return [ids, contactId, previewId, inviteeEmails].some((filter) => filter !== undefined);
}

function isWide({ searchWords, visibleTo }: EventCallQuery): boolean {
  return searchWords !== undefined || visibleTo !== undefined;
}

/** Whether the list changes by the mere passing of time. */
function followsClock({ eventType, outcomes }: EventCallQuery): boolean {
  return eventType !== 'ALL' || (outcomes !== undefined && outcomes.pending !== outcomes.overdue);
}
