import type { CallsQueryVariables } from '../../gql/calls.ts';
import { outcomeTitles } from '../../parts/calls/outcomes.ts';
import { dayForm, idsForm, namesIn, namesOf, numbersOf, searchForm, textOf } from '../../parts/search.ts';

export const statusTitles = {
  scheduled_events: 'Scheduled',
  rescheduled_events: 'Moved',
  cancelled_events: 'Cancelled',
};

export const typeTitles = { STRATEGY_EVENT: 'Strategy call', DISCOVERY_EVENT: 'Discovery call' };

const periods = ['upcoming', 'past', 'all'] as const;
export type Period = (typeof periods)[number];

/** What the address of the pages of calls says: all filters. Lists of ids and names have commas between. */
export interface CallsSearch {
  readonly when?: Period | undefined;
  /** Days: YYYY-MM-DD. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly hosts?: string | undefined;
  readonly setters?: string | undefined;
  readonly events?: string | undefined;
  readonly outcomes?: string | undefined;
  readonly statuses?: string | undefined;
  readonly types?: string | undefined;
  readonly contact?: number | undefined;
  readonly search?: string | undefined;
}

/** Leaves out what the address has no business saying, so that a mistyped address shows a list. */
export function callsSearch(search: Readonly<Record<string, unknown>>): CallsSearch {
  const contact = Number(search.contact);
  // The router keeps what is left out: what is undefined replaces it.
  return {
    when: periods.find((period) => period === search.when),
    from: textOf(search.from, dayForm),
    to: textOf(search.to, dayForm),
    hosts: textOf(search.hosts, idsForm),
    setters: textOf(search.setters, idsForm),
    events: textOf(search.events, idsForm),
    outcomes: namesIn(search.outcomes, outcomeTitles),
    statuses: namesIn(search.statuses, statusTitles),
    types: namesIn(search.types, typeTitles),
    contact: Number.isInteger(contact) && contact > 0 ? contact : undefined,
    search: textOf(search.search, searchForm),
  };
}

export function hasFilters({ when, ...filters }: CallsSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

type Variables = Omit<CallsQueryVariables, 'cursor'>;

/** What comes is listed from now on, what is over from now back. */
export function variablesOf({ when = 'upcoming', ...search }: CallsSearch): Variables {
  const { from, to, hosts, setters, events, outcomes, statuses, types, contact, search: text } = search;
  const variables: Variables = {
    eventType: when === 'all' ? undefined : when === 'past' ? 'PAST' : 'UPCOMING',
    orderColumn: 'dateTime',
    orderBy: when === 'upcoming' ? 'asc' : 'desc',
    dateFrom: from,
    dateTo: to,
    userIds: numbersOf(hosts),
    setterIds: numbersOf(setters),
    eventIds: numbersOf(events),
    outcomes: namesOf(outcomes),
    types: namesOf(statuses),
    callTypes: namesOf(types),
    contactId: contact,
    search: text,
  };
  return variables;
}
