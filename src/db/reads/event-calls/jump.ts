import type { Values } from '../values.ts';
import type { Branch } from './branches.ts';
import type { EventCallQuery } from './query.ts';

/** Where to begin walking, so that a page deep in a list costs no more than a shallow one. */
export interface Jump {
  /** A `WITH` clause that finds the day of the page's first call. */
  readonly prelude: string;
  readonly condition: string;
  /** How many calls of that day and after come before the page. */
  readonly offset: string;
}

const worthwhileOffset = 500;

/** Whether an instant cuts the list, so that it has parts of days. */
export function isCut({ fromMs, untilMs }: EventCallQuery, branches: readonly Branch[]): boolean {
  return fromMs !== undefined || untilMs !== undefined || branches.some(({ clock }) => clock !== 'ALL');
}

export function isJumped(query: EventCallQuery, branches: readonly Branch[]): boolean {
  return query.orderColumn === 'dateTime' && query.offset >= worthwhileOffset && !isCut(query, branches);
}

/**
 * The tallies say on which UTC day the page begins: the walk starts there instead of at the list's beginning. Only for
 * lists in the order of dateTime that no instant cuts, since the tallies count whole days.
 */
export function jumpTo(query: EventCallQuery, branches: readonly Branch[], values: Values): Jump | undefined {
  if (!isJumped(query, branches)) return undefined;
  const offset = values.add(query.offset, 'bigint');
  const tallyValues = values.add(
    branches.flatMap((branch) => branch.tallyValues),
    'int[]',
  );
  const descending = query.orderBy === 'desc';
  const prelude = `WITH "days" AS (
      SELECT t."day", sum(t."amount") AS "calls" FROM "EventCallTally" t
      WHERE t."workspaceId" = $1 AND t."dimension" = ${branches[0]?.dimension ?? 0} AND t."value" = ANY(${tallyValues})
        AND t."day" > '-infinity' GROUP BY t."day"),
    "reached" AS (SELECT d."day", d."calls", sum(d."calls") OVER (ORDER BY d."day" ${query.orderBy}) AS "through" FROM "days" d),
    "start" AS (SELECT r."day"::timestamp AT TIME ZONE 'UTC' AS "midnight", ${offset} - (r."through" - r."calls") AS "skipped"
      FROM "reached" r WHERE r."through" > ${offset} ORDER BY r."day" ${query.orderBy} LIMIT 1)`;
  const condition = descending
    ? `c."dateTime" < (SELECT "midnight" + interval '1 day' FROM "start")`
    : `c."dateTime" >= (SELECT "midnight" FROM "start")`;
  return { prelude, condition, offset: `(SELECT "skipped"::bigint FROM "start")` };
}
