import type { ContactsQueryVariables } from '../../gql/contacts.ts';
import { type FilterSearch, filtersFor, searchOf } from '../../kit/filters/filters.ts';
import { type OpenSearch, openIn } from '../../kit/opened-by-address.ts';
import { typeTitles } from '../../parts/calls/outcomes.ts';
import { statusTitles } from '../../parts/contacts.ts';
import { countedLeadTitles } from '../../parts/numbers/counted.ts';
import { originFilters } from '../../parts/numbers/origins.ts';

/** In the place of an option's id: contacts without a stage. */
export const noStage = '0';

export const contactFilters = filtersFor<ContactsQueryVariables>()({
  search: { kind: 'search', label: 'Search contacts', placeholder: 'Name, email or phone', variable: 'search' },
  stages: { kind: 'options', label: 'Stage', variable: 'optionIds' },
  statuses: { kind: 'choice', label: 'Status', titles: statusTitles, variable: 'status' },
  owners: { kind: 'members', label: 'Owner', variable: 'userIds' },
  setters: { kind: 'members', label: 'Setter', variable: 'setterIds' },
  created: { kind: 'days', label: 'Created', variables: ['createdFrom', 'createdTo'] },
  changed: { kind: 'days', label: 'Changed', variables: ['updatedFrom', 'updatedTo'] },
  counted: { kind: 'oneChoice', label: 'Report number', titles: countedLeadTitles, variable: 'counted' },
  firstBooked: { kind: 'days', label: 'First booked', variables: ['firstBookedFrom', 'firstBookedTo'] },
  events: { kind: 'events', label: 'First booked event', variable: 'eventIds' },
  callTypes: { kind: 'choice', label: 'First call type', titles: typeTitles, variable: 'callTypes' },
  ...originFilters,
});

/** The filters that the board lacks: it is for work, and numbers lead to the list. */
export const listFilters = [...['counted', 'firstBooked', 'events', 'callTypes'], ...Object.keys(originFilters)];

/** What the address of the pages of contacts says. */
export interface ContactsSearch extends FilterSearch<keyof typeof contactFilters>, OpenSearch {
  readonly view?: 'board' | undefined;
}

export function contactsSearch(search: Readonly<Record<string, unknown>>): ContactsSearch {
  return {
    ...searchOf(contactFilters, search, ['createdAt', 'updatedAt', 'id']),
    open: openIn(search),
    view: search.view === 'board' ? 'board' : undefined,
  };
}

/** What the server gets for contacts without a stage. `stageId` is the id of the field of stages. */
export function withoutStage(
  stageId: number | undefined,
): Pick<ContactsQueryVariables, 'optionIds' | 'unansweredFieldIds'> {
  return { optionIds: undefined, unansweredFieldIds: stageId === undefined ? undefined : [stageId] };
}
