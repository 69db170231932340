import type { DealsQueryVariables } from '../../gql/deals.ts';
import { type FilterSearch, filtersFor, searchOf } from '../../kit/filters/filters.ts';
import { typeTitles } from '../../parts/calls/outcomes.ts';
import { originFilters } from '../../parts/numbers/origins.ts';
import { dealTypeTitles } from './titles.ts';

export const dealFilters = filtersFor<DealsQueryVariables>()({
  search: { kind: 'search', label: 'Search deals', placeholder: 'Product, name, email or phone', variable: 'search' },
  made: { kind: 'days', label: 'Date', variables: ['timeFrom', 'timeTo'] },
  closers: { kind: 'members', label: 'Closer', variable: 'userIds', isForLeads: true },
  types: { kind: 'choice', label: 'Type', titles: dealTypeTitles, variable: 'transactionType' },
  setters: { kind: 'members', label: 'Setter', variable: 'setterIds', isForLeads: true },
  events: { kind: 'events', label: 'Event', variable: 'eventIds' },
  callTypes: { kind: 'choice', label: 'Call type', titles: typeTitles, variable: 'callTypes' },
  ...originFilters,
  currency: { kind: 'oneText', label: 'Currency', variable: 'currency', maxLength: 3 },
});

const shownViews = ['board', 'payments'] as const;

/** What the address of the pages of deals says. */
export interface DealsSearch extends FilterSearch<keyof typeof dealFilters> {
  readonly view?: (typeof shownViews)[number] | undefined;
}

export function dealsSearch(search: Readonly<Record<string, unknown>>): DealsSearch {
  return {
    ...searchOf(dealFilters, search, ['time', 'createdAt', 'updatedAt', 'id']),
    view: shownViews.find((view) => view === search.view),
  };
}
