import type { CallGroupsQueryVariables } from '../../gql/overview.ts';
import { type FilterSearch, filtersFor, searchOf } from '../../kit/filters/filters.ts';
import { typeTitles } from '../../parts/calls/outcomes.ts';
import { originFilters } from '../../parts/numbers/origins.ts';
import { periodIn } from './periods.ts';

/** Named as those of the list of calls, to which the numbers lead. */
export const overviewFilters = filtersFor<CallGroupsQueryVariables>()({
  hosts: { kind: 'members', label: 'Closer', variable: 'userIds', isForLeads: true },
  setters: { kind: 'members', label: 'Setter', variable: 'setterIds', isForLeads: true },
  events: { kind: 'events', label: 'Event', variable: 'eventIds' },
  types: { kind: 'choice', label: 'Call type', titles: typeTitles, variable: 'callTypes' },
  ...originFilters,
});

/** By what the table below the numbers groups them. */
export const groupTitles = {
  closer: 'Closer',
  setter: 'Setter',
  event: 'Event',
  callType: 'Call type',
  source: 'Source',
  product: 'Product',
} as const;
export type Grouping = keyof typeof groupTitles;

/** The numbers by which the groups are sorted. */
export const sortedNumbers = [
  'booked',
  'held',
  'noShow',
  'undecided',
  'won',
  'showRate',
  'closeRate',
  'cash',
  'cashPerHeldCall',
] as const;

/** What the address of the page says. */
export interface OverviewSearch extends FilterSearch<keyof typeof overviewFilters> {
  /** The name of a period, or two days. This month where it is left out. */
  readonly period?: string | undefined;
  readonly by?: Grouping | undefined;
}

export function overviewSearch(search: Readonly<Record<string, unknown>>): OverviewSearch {
  return {
    ...searchOf(overviewFilters, search, ['label', ...sortedNumbers]),
    period: periodIn(search.period),
    by: (Object.keys(groupTitles) as Grouping[]).find((by) => by === search.by),
  };
}
