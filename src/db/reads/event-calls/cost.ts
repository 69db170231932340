import type { Branch } from './branches.ts';
import { isCut, isJumped } from './jump.ts';
import type { EventCallQuery } from './query.ts';

/** In rows that an index gives: a millisecond or two. */
const greatestCost = 2000;
/** A count that is cut by an instant adds up the days of about a year, for each value. */
const daysOfCount = 365;

/** Whether a walk is cheap however many calls the workspace has, so that it may hold up what is sent after it. */
export function isCheapWalk(query: EventCallQuery, branches: readonly Branch[]): boolean {
  const walks = branches.reduce((sum, { values }) => sum + Math.max(1, values.length), 0);
  const reach = (isJumped(query, branches) ? 0 : query.offset) + query.limit;
  return walks * (reach + (isCut(query, branches) ? daysOfCount : 0)) <= greatestCost;
}
