import type { CallsQueryVariables } from '../../gql/calls.ts';
import { mondayOf } from '../../kit/days.ts';
import { dayIn, emailsIn, idOf, idsForm, namesIn, namesOf, numbersOf, searchForm, textOf } from '../../kit/search.ts';
import { outcomeTitles } from '../../parts/calls/outcomes.ts';

export const statusTitles = {
  scheduled_events: 'Scheduled',
  rescheduled_events: 'Moved',
  cancelled_events: 'Cancelled',
};

export const typeTitles = { STRATEGY_EVENT: 'Strategy call', DISCOVERY_EVENT: 'Discovery call' };

const periods = ['upcoming', 'past', 'all'] as const;
export type Period = (typeof periods)[number];

const orderColumns = ['dateTime', 'createdAt', 'updatedAt', 'id'] as const;
const directions = ['asc', 'desc'] as const;
type OrderColumn = (typeof orderColumns)[number];
type Direction = (typeof directions)[number];
export type Order = `${OrderColumn}-${Direction}`;

export const orderTitles: Readonly<Record<Order, string>> = {
  'dateTime-asc': 'Earliest first',
  'dateTime-desc': 'Latest first',
  'createdAt-desc': 'Booked last',
  'createdAt-asc': 'Booked first',
  'updatedAt-desc': 'Changed last',
  'updatedAt-asc': 'Changed first',
  'id-asc': 'Lowest id first',
  'id-desc': 'Highest id first',
};

/** What the address of the pages of calls says: all filters. Lists of ids and names have commas between. */
export interface CallsSearch {
  readonly view?: 'week' | undefined;
  /** The Monday of the week that is shown: YYYY-MM-DD. This week where it is left out. */
  readonly week?: string | undefined;
  readonly when?: Period | undefined;
  /** Days: YYYY-MM-DD. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
  readonly updatedFrom?: string | undefined;
  readonly updatedTo?: string | undefined;
  readonly ids?: string | undefined;
  readonly emails?: string | undefined;
  readonly hosts?: string | undefined;
  readonly setters?: string | undefined;
  readonly events?: string | undefined;
  readonly outcomes?: string | undefined;
  readonly statuses?: string | undefined;
  readonly types?: string | undefined;
  readonly contact?: number | undefined;
  readonly search?: string | undefined;
  readonly orderColumn?: OrderColumn | undefined;
  readonly orderBy?: Direction | undefined;
}

/** The server takes no times of others. */
const supportedYears = /^2\d{3}/;

/** Leaves out what the address has no business saying, so that a mistyped address shows a list. */
export function callsSearch(search: Readonly<Record<string, unknown>>): CallsSearch {
  const week = dayIn(search.week);
  // The router keeps what is left out: what is undefined replaces it.
  return {
    view: search.view === 'week' ? 'week' : undefined,
    week: week !== undefined && supportedYears.test(week) ? mondayOf(week) : undefined,
    when: periods.find((period) => period === search.when),
    from: dayIn(search.from),
    to: dayIn(search.to),
    createdFrom: dayIn(search.createdFrom),
    createdTo: dayIn(search.createdTo),
    updatedFrom: dayIn(search.updatedFrom),
    updatedTo: dayIn(search.updatedTo),
    ids: textOf(search.ids, idsForm),
    emails: emailsIn(search.emails),
    hosts: textOf(search.hosts, idsForm),
    setters: textOf(search.setters, idsForm),
    events: textOf(search.events, idsForm),
    outcomes: namesIn(search.outcomes, outcomeTitles),
    statuses: namesIn(search.statuses, statusTitles),
    types: namesIn(search.types, typeTitles),
    contact: idOf(search.contact),
    search: textOf(search.search, searchForm),
    orderColumn: orderColumns.find((column) => column === search.orderColumn),
    orderBy: directions.find((direction) => direction === search.orderBy),
  };
}

/** A week is a period of its own, in the order of time. */
export function hasFilters({ view, week, when, orderColumn, orderBy, from, to, ...filters }: CallsSearch): boolean {
  const days = view === 'week' ? [] : [from, to];
  return [...days, ...Object.values(filters)].some((value) => value !== undefined);
}

interface CallOrder {
  readonly orderColumn: OrderColumn;
  readonly orderBy: Direction;
}

/** Unless the address says another, what comes is listed from now on, and what is over from now back. */
export function orderOf({ when = 'upcoming', orderColumn = 'dateTime', orderBy }: CallsSearch): CallOrder {
  const defaultDirection = orderColumn === 'dateTime' && when === 'upcoming' ? 'asc' : 'desc';
  return { orderColumn, orderBy: orderBy ?? defaultDirection };
}

export const orderName = ({ orderColumn, orderBy }: CallOrder): Order => `${orderColumn}-${orderBy}`;

/** What the address has of an order: nothing of the one that goes with the period, because another period has another. */
export function searchOfOrder(order: Order, when: Period | undefined): Pick<CallsSearch, 'orderColumn' | 'orderBy'> {
  if (order === orderName(orderOf({ when }))) return { orderColumn: undefined, orderBy: undefined };
  const [orderColumn, orderBy] = order.split('-');
  return { orderColumn, orderBy } as CallOrder;
}

/** How many calls the list reads at once. */
export const pageSize = 30;

export type Variables = Omit<CallsQueryVariables, 'cursor' | 'limit'>;

export function variablesOf(search: CallsSearch): Variables {
  const { when = 'upcoming', contact } = search;
  const variables: Variables = {
    eventType: when === 'all' ? undefined : when === 'past' ? 'PAST' : 'UPCOMING',
    ...orderOf(search),
    dateFrom: search.from,
    dateTo: search.to,
    createdFrom: search.createdFrom,
    createdTo: search.createdTo,
    updatedFrom: search.updatedFrom,
    updatedTo: search.updatedTo,
    ids: numbersOf(search.ids),
    inviteeEmails: namesOf(search.emails),
    userIds: numbersOf(search.hosts),
    setterIds: numbersOf(search.setters),
    eventIds: numbersOf(search.events),
    outcomes: namesOf(search.outcomes),
    types: namesOf(search.statuses),
    callTypes: namesOf(search.types),
    contactId: contact,
    search: search.search,
  };
  return variables;
}
