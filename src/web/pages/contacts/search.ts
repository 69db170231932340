import type { ContactsQueryVariables } from '../../gql/contacts.ts';
import { dayIn, idsForm, namesIn, namesOf, numbersOf, searchForm, textOf } from '../../kit/search.ts';
import { statusTitles } from '../../parts/contacts.ts';

export const orders = {
  newest: { title: 'Newest first', orderColumn: 'createdAt', orderBy: 'desc' },
  oldest: { title: 'Oldest first', orderColumn: 'createdAt', orderBy: 'asc' },
  changed: { title: 'Changed last', orderColumn: 'updatedAt', orderBy: 'desc' },
} as const;
export type Order = keyof typeof orders;

/** How many contacts the list reads at once. */
export const pageSize = 30;

/** In the place of an option's id: contacts without a stage. */
export const noStage = '0';

/** What the address of the pages of contacts says. Lists of ids and names have commas between. */
export interface ContactsSearch {
  readonly view?: 'board' | undefined;
  readonly search?: string | undefined;
  /** Ids of the stage's options, or `noStage` alone. */
  readonly stages?: string | undefined;
  readonly statuses?: string | undefined;
  readonly owners?: string | undefined;
  /** Days: YYYY-MM-DD. */
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
  readonly changedFrom?: string | undefined;
  readonly changedTo?: string | undefined;
  readonly order?: Order | undefined;
}

export function contactsSearch(search: Readonly<Record<string, unknown>>): ContactsSearch {
  // The router keeps what is left out: what is undefined replaces it.
  return {
    view: search.view === 'board' ? 'board' : undefined,
    search: textOf(search.search, searchForm),
    stages: textOf(search.stages, /^0$/) ?? textOf(search.stages, idsForm),
    statuses: namesIn(search.statuses, statusTitles),
    owners: textOf(search.owners, idsForm),
    createdFrom: dayIn(search.createdFrom),
    createdTo: dayIn(search.createdTo),
    changedFrom: dayIn(search.changedFrom),
    changedTo: dayIn(search.changedTo),
    order:
      typeof search.order === 'string' && Object.hasOwn(orders, search.order) ? (search.order as Order) : undefined,
  };
}

export function hasFilters({ view: _, order: __, ...filters }: ContactsSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

type Variables = Omit<ContactsQueryVariables, 'cursor' | 'limit'>;

/** The list that the address says. `stageId` is that of the field of stages. */
export function variablesOf({ order = 'newest', ...search }: ContactsSearch, stageId: number | undefined): Variables {
  const isWithoutStage = search.stages === noStage;
  const variables: Variables = {
    search: search.search,
    status: namesOf(search.statuses),
    userIds: numbersOf(search.owners),
    optionIds: isWithoutStage ? undefined : numbersOf(search.stages),
    unansweredFieldIds: isWithoutStage && stageId !== undefined ? [stageId] : undefined,
    createdFrom: search.createdFrom,
    createdTo: search.createdTo,
    updatedFrom: search.changedFrom,
    updatedTo: search.changedTo,
    orderColumn: orders[order].orderColumn,
    orderBy: orders[order].orderBy,
  };
  return variables;
}
