import { callStatuses, callTypes, setOutcomes } from '#src/domain/event-calls/event-call.ts';
import type { EventCallQuery } from './query.ts';

/** The tallies' dimensions, by the numbers that the trigger writes. */
export const dimensions = { all: 0, closer: 1, setter: 2, event: 3, outcome: 4, status: 5, callType: 6 } as const;

type Clock = 'PAST' | 'UPCOMING' | 'ALL';

/**
 * A part of a list that one index gives in order and the tallies can count: the calls whose column has one of these
 * values, over, not over, or both. The parts of one list never share a call.
 */
export interface Branch {
  readonly dimension: number;
  readonly column?: 'userId' | 'setterId' | 'eventId' | 'outcome' | 'status' | 'callType';
  /** Column values; none stands for NULL, and without a column for every call. */
  readonly values: readonly (number | string)[];
  readonly type: string;
  readonly tallyValues: readonly number[];
  readonly clock: Clock | 'NONE';
}

/** The parts of a list that is filtered by at most one dimension; undefined when it is filtered by more. */
export function branchesOf(query: EventCallQuery): Branch[] | undefined {
  const filters = [
    ids('userId', dimensions.closer, query.userIds),
    ids('setterId', dimensions.setter, query.setterIds),
    ids('eventId', dimensions.event, query.eventIds),
    words('status', dimensions.status, '"CallStatus"', callStatuses, query.statuses),
    words('callType', dimensions.callType, '"CallType"', callTypes, query.callTypes),
    outcomeBranches(query),
  ].filter((filter) => filter !== undefined);
  if (filters.length > 1) return undefined;
  const branches = filters[0] ?? [
    { dimension: dimensions.all, values: [], type: '', tallyValues: [0], clock: 'ALL' as const },
  ];
  return branches.map((branch) => ({ ...branch, clock: both(branch.clock, query.eventType) }));
}

function ids(column: 'userId' | 'setterId' | 'eventId', dimension: number, given?: readonly number[]) {
  if (!given) return undefined;
  const values = [...new Set(given)];
  return [{ dimension, column, values, type: 'int', tallyValues: values, clock: 'ALL' as Clock }];
}

function words<Word extends string>(
  column: 'status' | 'callType' | 'outcome',
  dimension: number,
  type: string,
  all: readonly Word[],
  given?: readonly Word[],
) {
  if (!given) return undefined;
  const values = [...new Set(given)];
  const tallyValues = values.map((word) => all.indexOf(word) + 1);
  return [{ dimension, column, values, type, tallyValues, clock: 'ALL' as Clock }];
}

function outcomeBranches(query: EventCallQuery): Branch[] | undefined {
  const wanted = query.outcomes;
  if (!wanted) return undefined;
  const set = wanted.set.length
    ? (words('outcome', dimensions.outcome, '"CallOutcome"', setOutcomes, wanted.set) ?? [])
    : [];
  if (!wanted.pending && !wanted.overdue) return set;
  const clock: Clock = wanted.pending && wanted.overdue ? 'ALL' : wanted.pending ? 'UPCOMING' : 'PAST';
  const unset = { dimension: dimensions.outcome, column: 'outcome' as const, values: [], type: '', tallyValues: [0] };
  return [...set, { ...unset, clock }];
}

function both(one: Clock | 'NONE', other: Clock): Clock | 'NONE' {
  if (one === other || other === 'ALL') return one;
  return one === 'ALL' ? other : 'NONE';
}
