import type { Values } from '../values.ts';
import type { Branch } from './branches.ts';
import { branchCondition, clockConditions } from './conditions.ts';
import type { EventCallQuery } from './query.ts';

const dayMs = 86_400_000;

/**
 * How many calls a list has, as SQL: whole UTC days from the tallies, the days that are cut by a bound from the calls
 * themselves. Its cost follows the number of days, not of calls.
 */
export function countFromTallies(query: EventCallQuery, branches: readonly Branch[], values: Values): string {
  return branches.flatMap((branch) => branchCounts(query, branch, values)).join(' + ') || '0';
}

function branchCounts(query: EventCallQuery, branch: Branch, values: Values): string[] {
  if (branch.clock === 'NONE') return [];
  const from = Math.max(query.fromMs ?? -Infinity, branch.clock === 'UPCOMING' ? query.nowMs - dayMs : -Infinity);
  const until = Math.min(query.untilMs ?? Infinity, branch.clock === 'PAST' ? query.nowMs + 1 : Infinity);
  if (from >= until) return [];
  const firstDay = ceilDay(Math.max(from, branch.clock === 'UPCOMING' ? query.nowMs : -Infinity));
  // A call lasts a day at most, so what begins a day before now is over.
  const endDay = floorDay(Math.min(until, branch.clock === 'PAST' ? query.nowMs - dayMs : Infinity));
  const scan = (low: number, high: number) => scanned(query, branch, low, high, values);
  if (firstDay >= endDay) return [scan(from, until)];
  return [
    tallied(branch, firstDay, endDay, values),
    ...(from < firstDay ? [scan(from, firstDay)] : []),
    ...(endDay < until ? [scan(endDay, until)] : []),
  ];
}

function tallied(branch: Branch, firstDay: number, endDay: number, values: Values): string {
  const days: string[] = [];
  if (firstDay === -Infinity && endDay === Infinity) days.push(`t."day" = '-infinity'`);
  else days.push(`t."day" > '-infinity'`);
  if (firstDay !== -Infinity) days.push(`t."day" >= ${utcDay(firstDay, values)}`);
  if (endDay !== Infinity) days.push(`t."day" < ${utcDay(endDay, values)}`);
  return `(SELECT coalesce(sum(t."amount"), 0)::int FROM "EventCallTally" t WHERE t."workspaceId" = $1
    AND t."dimension" = ${branch.dimension} AND t."value" = ${tallyValues(branch, values)} AND ${days.join(' AND ')})`;
}

function tallyValues({ tallyValues: all }: Branch, values: Values): string {
  return all.length === 1 ? values.add(all[0], 'int') : `ANY(${values.add(all, 'int[]')})`;
}

function scanned(query: EventCallQuery, branch: Branch, from: number, until: number, values: Values): string {
  const conditions = [
    ...branchCondition(branch, values),
    ...clockConditions(branch.clock, query.nowMs, values),
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
