import { dimensions, rollupNumbers } from '#src/db/rollups.ts';
import type { Values } from '../list.ts';
import { awaitsOutcome, clockConditions, type EventCallQuery } from './query.ts';

type Clock = 'PAST' | 'UPCOMING' | 'ALL';

/**
 * A part of a list that one index returns in order and the rollups can count: the calls whose column has one of these
 * values, over, not over, or both. The partitions of one list never share a call.
 */
export interface Partition {
  readonly dimension: number;
  readonly column?: 'userId' | 'setterId' | 'eventId' | 'outcome' | 'status' | 'callType';
  /** Column values. Without values, the calls await an outcome; without a column, every call belongs to the partition. */
  readonly values: readonly (number | string)[];
  readonly type: string;
  readonly rollupValues: readonly number[];
  readonly clock: Clock | 'NONE';
}

/** The partitions of a list that is filtered by at most one dimension; undefined for more dimensions. */
export function partitionsOf(query: EventCallQuery): Partition[] | undefined {
  const filters = [
    byId('userId', dimensions.closer, query.userIds),
    byId('setterId', dimensions.setter, query.setterIds),
    byId('eventId', dimensions.event, query.eventIds),
    byWord('status', '"CallStatus"', query.statuses),
    byWord('callType', '"CallType"', query.callTypes),
    byOutcome(query),
  ].filter((filter) => filter !== undefined);
  if (filters.length > 1) return undefined;
  const all: Partition = { dimension: dimensions.all, values: [], type: '', rollupValues: [0], clock: 'ALL' };
  return (filters[0] ?? [all]).map((partition) => ({ ...partition, clock: both(partition.clock, query.eventType) }));
}

function byId(column: 'userId' | 'setterId' | 'eventId', dimension: number, filter?: readonly number[]) {
  if (!filter) return undefined;
  const values = [...new Set(filter)];
  return [{ dimension, column, values, type: 'int', rollupValues: values, clock: 'ALL' as Clock }];
}

function byWord<Column extends keyof typeof rollupNumbers>(
  column: Column,
  type: string,
  filter?: readonly (keyof (typeof rollupNumbers)[Column] & string)[],
) {
  if (!filter) return undefined;
  const values = [...new Set(filter)];
  const rollupValues = values.map((word) => rollupNumbers[column][word] as number);
  return [{ dimension: dimensions[column], column, values, type, rollupValues, clock: 'ALL' as Clock }];
}

function byOutcome({ outcomes }: EventCallQuery): Partition[] | undefined {
  if (!outcomes) return undefined;
  const set = outcomes.set.length > 0 ? (byWord('outcome', '"CallOutcome"', outcomes.set) ?? []) : [];
  if (!outcomes.pending && !outcomes.overdue) return set;
  const clock: Clock = outcomes.pending && outcomes.overdue ? 'ALL' : outcomes.pending ? 'UPCOMING' : 'PAST';
  return [...set, { dimension: dimensions.outcome, column: 'outcome', values: [], type: '', rollupValues: [0], clock }];
}

function both(one: Clock | 'NONE', other: Clock): Clock | 'NONE' {
  if (one === other || other === 'ALL') return one;
  return one === 'ALL' ? other : 'NONE';
}

/** The condition that a call belongs to a partition, unless the index is scanned value by value. */
export function partitionCondition(partition: Partition, values: Values): string[] {
  if (!partition.column) return [];
  const column = `c."${partition.column}"`;
  if (partition.values.length === 0) return [awaitsOutcome];
  return partition.values.length === 1
    ? [`${column} = ${values.add(partition.values[0], partition.type)}`]
    : [`${column} = ANY(${values.add(partition.values, `${partition.type}[]`)})`];
}

/** The maximum in index rows, which take one or two milliseconds. */
const maxCost = 2000;
/** A count with a bound within a day sums the rollups of about a year of days, for each value. */
const daysOfCount = 365;

/**
 * Returns true if index scans are cheap whatever the size of the workspace, so that the statement may be pipelined. Only the
 * order by dateTime has an index for each dimension.
 */
export function isCheapScan(query: EventCallQuery, partitions: readonly Partition[]): boolean {
  if (query.orderColumn !== 'dateTime') return false;
  const bound = (isSeekable(query, partitions) ? 0 : query.offset) + query.limit;
  return scansOf(partitions) * (bound + (isCut(query, partitions) ? daysOfCount : 0)) <= maxCost;
}

function scansOf(partitions: readonly Partition[]): number {
  return partitions.reduce((sum, { values }) => sum + Math.max(1, values.length), 0);
}

/** The start of an index scan, so that a deep page costs no more than the first. */
interface Seek {
  /** A `WITH` clause that finds the day of the page's first call. */
  readonly prelude: string;
  readonly condition: string;
  /** The number of calls from that day on that precede the page. */
  readonly offset: string;
}

/** Below these offsets, skipping calls is faster than summing days. Each of several scans skips as many calls as one. */
const minSeekOffset = { oneScan: 1000, severalScans: 500 };

/** Returns true if a bound may split a day of the list. */
function isCut({ fromMs, untilMs }: EventCallQuery, partitions: readonly Partition[]): boolean {
  return fromMs !== undefined || untilMs !== undefined || partitions.some(({ clock }) => clock !== 'ALL');
}

function isSeekable(query: EventCallQuery, partitions: readonly Partition[]): boolean {
  const minOffset = scansOf(partitions) > 1 ? minSeekOffset.severalScans : minSeekOffset.oneScan;
  return query.orderColumn === 'dateTime' && query.offset >= minOffset && !isCut(query, partitions);
}

/**
 * Finds in the rollups the UTC day on which the page begins, and starts the index scan there. This works only for lists in the
 * order of dateTime without bounds within a day, since the rollups count whole days. Without it, a page in the middle of the
 * list takes 17 times as long at 100,000 calls and 110 times at a million.
 */
export function seekTo(query: EventCallQuery, partitions: readonly Partition[], values: Values): Seek | undefined {
  if (!isSeekable(query, partitions)) return undefined;
  const offset = values.add(query.offset, 'bigint');
  const rollupValues = values.add(
    partitions.flatMap((partition) => partition.rollupValues),
    'int[]',
  );
  const prelude = `WITH "days" AS (
      SELECT t."day", sum(t."amount") AS "calls" FROM "EventCallRollup" t
      WHERE t."workspaceId" = $1 AND t."dimension" = ${partitions[0]?.dimension ?? 0} AND t."value" = ANY(${rollupValues})
        AND t."day" > '-infinity' GROUP BY t."day"),
    "reached" AS (SELECT d."day", d."calls", sum(d."calls") OVER (ORDER BY d."day" ${query.orderBy}) AS "through" FROM "days" d),
    "start" AS (SELECT r."day"::timestamp AT TIME ZONE 'UTC' AS "midnight", ${offset} - (r."through" - r."calls") AS "skipped"
      FROM "reached" r WHERE r."through" > ${offset} ORDER BY r."day" ${query.orderBy} LIMIT 1)`;
  const condition =
    query.orderBy === 'desc'
      ? `c."dateTime" < (SELECT "midnight" + interval '24 hours' FROM "start")`
      : `c."dateTime" >= (SELECT "midnight" FROM "start")`;
  return { prelude, condition, offset: `(SELECT "skipped"::bigint FROM "start")` };
}

const dayMs = 86_400_000;

/**
 * SQL for the number of calls in a list: whole UTC days are counted by the rollups, days with a bound from the calls
 * themselves. The cost grows with the number of days, not of calls.
 */
export function countFromRollups(query: EventCallQuery, partitions: readonly Partition[], values: Values): string {
  return partitions.flatMap((partition) => partitionCounts(query, partition, values)).join(' + ') || '0';
}

function partitionCounts(query: EventCallQuery, partition: Partition, values: Values): string[] {
  const { clock } = partition;
  if (clock === 'NONE') return [];
  const from = Math.max(query.fromMs ?? -Infinity, clock === 'UPCOMING' ? query.nowMs - dayMs : -Infinity);
  const until = Math.min(query.untilMs ?? Infinity, clock === 'PAST' ? query.nowMs + 1 : Infinity);
  if (from >= until) return [];
  const firstDay = ceilDay(Math.max(from, clock === 'UPCOMING' ? query.nowMs : -Infinity));
  // A call lasts a day at most, so a call that began a day before now is over.
  const endDay = floorDay(Math.min(until, clock === 'PAST' ? query.nowMs - dayMs : Infinity));
  const scan = (low: number, high: number) => scanCount(query, partition, { from: low, until: high }, values);
  if (firstDay >= endDay) return [scan(from, until)];
  return [
    rollupCount(partition, firstDay, endDay, values),
    ...(from < firstDay ? [scan(from, firstDay)] : []),
    ...(endDay < until ? [scan(endDay, until)] : []),
  ];
}

function rollupCount({ dimension, rollupValues }: Partition, firstDay: number, endDay: number, values: Values): string {
  const days = [
    firstDay === -Infinity && endDay === Infinity ? `t."day" = '-infinity'` : `t."day" > '-infinity'`,
    ...(firstDay === -Infinity ? [] : [`t."day" >= ${utcDay(firstDay, values)}`]),
    ...(endDay === Infinity ? [] : [`t."day" < ${utcDay(endDay, values)}`]),
  ];
  const value =
    rollupValues.length === 1 ? values.add(rollupValues[0], 'int') : `ANY(${values.add(rollupValues, 'int[]')})`;
  return `(SELECT coalesce(sum(t."amount"), 0)::int FROM "EventCallRollup" t WHERE t."workspaceId" = $1
    AND t."dimension" = ${dimension} AND t."value" = ${value} AND ${days.join(' AND ')})`;
}

function scanCount(
  query: EventCallQuery,
  partition: Partition,
  { from, until }: { from: number; until: number },
  values: Values,
): string {
  const conditions = [
    ...partitionCondition(partition, values),
    ...clockConditions(partition.clock, query.nowMs, values),
    ...(from === -Infinity ? [] : [`c."dateTime" >= ${values.instant(from)}`]),
    ...(until === Infinity ? [] : [`c."dateTime" < ${values.instant(until)}`]),
  ];
  return `(SELECT count(*)::int FROM "EventCall" c WHERE ${[`c."workspaceId" = $1`, ...conditions].join(' AND ')})`;
}

const ceilDay = (ms: number) => Math.ceil(ms / dayMs) * dayMs;
const floorDay = (ms: number) => Math.floor(ms / dayMs) * dayMs;

function utcDay(ms: number, values: Values): string {
  return `('epoch'::date + ${values.add(ms / dayMs, 'int')})`;
}
