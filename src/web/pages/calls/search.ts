import type { CallsQueryVariables } from '../../gql/calls.ts';
import { weekStartOf } from '../../kit/days.ts';
import { type FilterSearch, filtersFor, searchOf } from '../../kit/filters/filters.ts';
import { dayIn } from '../../kit/filters/search.ts';
import type { Tab } from '../../kit/filters/use-filtered-view.ts';
import { type OpenSearch, openIn } from '../../kit/opened-by-address.ts';
import { objectionTitles, outcomeTitles, reasonTitles, typeTitles } from '../../parts/calls/outcomes.ts';
import { countedTitles } from '../../parts/numbers/counted.ts';
import { originFilters } from '../../parts/numbers/origins.ts';

export const statusTitles = {
  scheduled_events: 'Scheduled',
  rescheduled_events: 'Moved',
  cancelled_events: 'Cancelled',
};

export const callFilters = filtersFor<CallsQueryVariables>()({
  search: { kind: 'search', label: 'Search calls', placeholder: 'Name, email or phone', variable: 'search' },
  date: { kind: 'days', label: 'Date', variables: ['dateFrom', 'dateTo'] },
  hosts: { kind: 'members', label: 'Host', variable: 'userIds', isForLeads: true },
  setters: { kind: 'members', label: 'Setter', variable: 'setterIds', isForLeads: true },
  hasSetter: {
    kind: 'yesNo',
    label: 'With a setter',
    titles: { yes: 'With a setter', no: 'Without a setter' },
    variable: 'hasSetter',
  },
  events: { kind: 'events', label: 'Event', variable: 'eventIds' },
  outcomes: { kind: 'choice', label: 'Outcome', titles: outcomeTitles, variable: 'outcomes' },
  reasons: { kind: 'choice', label: 'Reason', titles: reasonTitles, variable: 'noSaleReasons' },
  objections: { kind: 'choice', label: 'Objection', titles: objectionTitles, variable: 'objectionKinds' },
  statuses: { kind: 'choice', label: 'Status', titles: statusTitles, variable: 'types' },
  types: { kind: 'choice', label: 'Type', titles: typeTitles, variable: 'callTypes' },
  counted: { kind: 'oneChoice', label: 'Report number', titles: countedTitles, variable: 'counted' },
  ...originFilters,
  booked: { kind: 'days', label: 'Booked', variables: ['createdFrom', 'createdTo'] },
  changed: { kind: 'days', label: 'Changed', variables: ['updatedFrom', 'updatedTo'] },
  emails: { kind: 'emails', label: 'Invitee emails', variable: 'inviteeEmails' },
  ids: { kind: 'ids', label: 'Call ids', variable: 'ids' },
});

/** What comes is listed from now on, and what is over from now back. */
export const callTabs = [
  {
    value: 'upcoming',
    label: 'Upcoming',
    adjective: 'upcoming',
    variables: { eventType: 'UPCOMING' },
    sort: 'dateTime',
  },
  { value: 'past', label: 'Past', adjective: 'past', variables: { eventType: 'PAST' }, sort: '-dateTime' },
  { value: 'all', label: 'All', sort: '-dateTime' },
] as const satisfies readonly (Tab & { readonly variables?: Partial<CallsQueryVariables> })[];
type CallTab = (typeof callTabs)[number]['value'];

/** What the address of the pages of calls says. */
export interface CallsSearch extends FilterSearch<keyof typeof callFilters>, OpenSearch {
  readonly view?: 'week' | undefined;
  /** The first day of the week that is shown: YYYY-MM-DD. This week where it is left out. */
  readonly week?: string | undefined;
  readonly when?: CallTab | undefined;
}

/** The server takes no times of others. */
const supportedYears = /^2\d{3}/;

export function callsSearch(search: Readonly<Record<string, unknown>>): CallsSearch {
  const week = dayIn(search.week);
  return {
    ...searchOf(callFilters, search, ['dateTime', 'createdAt', 'updatedAt', 'id']),
    open: openIn(search),
    view: search.view === 'week' ? 'week' : undefined,
    week: week !== undefined && supportedYears.test(week) ? weekStartOf(week) : undefined,
    when: callTabs.find(({ value }) => value === search.when)?.value,
  };
}
