import type { Values } from '../values.ts';
import type { Branch } from './branches.ts';
import { branchCondition, clockConditions, commonConditions } from './conditions.ts';
import { type Jump, jumpTo } from './jump.ts';
import type { EventCallQuery } from './query.ts';

/** The calls of one page, in order, walked along the index of each branch: SQL of whole rows of calls. */
export function walkedPage(query: EventCallQuery, branches: readonly Branch[], values: Values): string {
  const live = branches.filter((branch) => branch.clock !== 'NONE');
  const [first] = live;
  if (!first) return `SELECT c.* FROM "EventCall" c WHERE false`;
  const jump = jumpTo(query, live, values);
  const offset = jump?.offset ?? (query.offset === 0 ? '0' : values.add(query.offset, 'bigint'));
  const page = `LIMIT ${query.limit}${offset === '0' ? '' : ` OFFSET ${offset}`}`;
  const walk = walker(query, values, jump);
  if (live.length === 1 && first.values.length <= 1) return `${jump?.prelude ?? ''} ${walk(first, page)}`;
  // Every part has to reach as far as the page would if all its calls were of this part.
  const reach = `LIMIT ${offset === '0' ? query.limit : `${offset} + ${query.limit}`}`;
  const parts = live.map((branch) => `(${walk(branch, reach)})`).join(' UNION ALL ');
  return `${jump?.prelude ?? ''} SELECT u.* FROM (${parts}) u ORDER BY ${order(query, 'u')} ${page}`;
}

/** `ORDER BY` of a total order: the sort column, then the id. */
export function order({ orderColumn, orderBy }: EventCallQuery, alias: string): string {
  const id = `${alias}."id" ${orderBy}`;
  return orderColumn === 'id' ? id : `${alias}."${orderColumn}" ${orderBy}, ${id}`;
}

function walker(query: EventCallQuery, values: Values, jump: Jump | undefined) {
  const common = [...commonConditions(query, values), ...(jump ? [jump.condition] : [])];
  return (branch: Branch, bounds: string): string => {
    const conditions = [...common, ...clockConditions(branch.clock, query.nowMs, values)];
    if (branch.values.length <= 1) return calls(query, [...conditions, ...branchCondition(branch, values)], bounds);
    const inner = calls(query, [...conditions, `c."${branch.column}" = v."value"`], bounds);
    return `SELECT w.* FROM unnest(${values.add(branch.values, `${branch.type}[]`)}) v("value")
      CROSS JOIN LATERAL (${inner}) w ORDER BY ${order(query, 'w')} ${bounds}`;
  };
}

function calls(query: EventCallQuery, conditions: string[], bounds: string): string {
  return `SELECT c.* FROM "EventCall" c WHERE ${conditions.join(' AND ')} ORDER BY ${order(query, 'c')} ${bounds}`;
}
