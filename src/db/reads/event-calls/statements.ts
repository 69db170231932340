import { Values } from '../values.ts';
import type { Branch } from './branches.ts';
import { commonConditions, dimensionConditions } from './conditions.ts';
import { countFromTallies } from './count.ts';
import { order, walkedPage } from './page.ts';
import type { EventCallQuery } from './query.ts';
import { recordColumns, recordJoins } from './record.ts';

/** How many ids of a searched list are remembered: so many calls can be paged through without searching again. */
export const rememberedIds = 1000;

export interface Written {
  readonly text: string;
  readonly values: unknown[];
}

/** Names the state of the calls of workspace $1 that the snapshot sees: it never comes back once left. */
const state = `(SELECT count(*) || ':' || coalesce(max(s."sequence"), 0) FROM "EventCallTally" s
  WHERE s."workspaceId" = $1 AND s."dimension" = 0 AND s."value" = 0 AND s."day" = '-infinity')`;

/** One page in index order, counted by the tallies: for lists filtered by at most one dimension. */
export function walkedList(query: EventCallQuery, branches: readonly Branch[]): Written {
  const values = new Values();
  values.add(query.workspaceId, 'int');
  const count = countFromTallies(query, branches, values);
  const page = walkedPage(query, branches, values);
  return { text: records(query, `SELECT ${count} AS "count"`, page), values: values.list };
}

/** One page of the calls that match all conditions, found and counted in one pass: for filters that leave few. */
export function matchedList(query: EventCallQuery): Written {
  const values = new Values();
  const matched = matchedCalls(query, values);
  const page = matchedPage(query, values);
  return {
    text: `${matched} ${records(query, 'SELECT (SELECT count(*)::int FROM "matched") AS "count"', page)}`,
    values: values.list,
  };
}

/** As `matchedList`, with the state that it was found in and the ids of the list's beginning, to be remembered. */
export function searchedList(query: EventCallQuery): Written {
  const values = new Values();
  const matched = matchedCalls(query, values);
  const ids = `SELECT m."id" FROM "matched" m ORDER BY ${order(query, 'm')} LIMIT ${rememberedIds}`;
  const head = `SELECT (SELECT count(*)::int FROM "matched") AS "count", ${state} AS "state", ARRAY(${ids}) AS "ids"`;
  return { text: `${matched} ${records(query, head, matchedPage(query, values))}`, values: values.list };
}

/** The calls of these ids in their order, with the state they are seen in. */
export function rememberedList(workspaceId: number, ids: readonly number[]): Written {
  const page = `SELECT c.*, i."place" FROM unnest($2::int[]) WITH ORDINALITY i("id", "place")
    JOIN "EventCall" c ON c."workspaceId" = $1 AND c."id" = i."id"`;
  return { text: joined(`SELECT ${state} AS "state"`, page, 'c."place"'), values: [workspaceId, ids] };
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

function records(query: EventCallQuery, head: string, page: string): string {
  return joined(head, page, order(query, 'c'));
}

/** The head is there even when the page is empty: then one row without a call. */
function joined(head: string, page: string, sorted: string): string {
  return `SELECT h.*, ${recordColumns} FROM (${head}) h LEFT JOIN (${page}) c ON true ${recordJoins} ORDER BY ${sorted}`;
}
