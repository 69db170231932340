import type { EventsQueryVariables } from '../../gql/events.ts';
import { type FilterSearch, filtersFor, searchOf } from '../../kit/filters/filters.ts';
import { type OpenSearch, openIn } from '../../kit/opened-by-address.ts';
import { statusTitles } from './words.ts';

export const eventFilters = filtersFor<EventsQueryVariables>()({
  search: { kind: 'search', label: 'Search events', placeholder: 'Name or link', variable: 'search' },
  status: { kind: 'choice', label: 'Status', titles: statusTitles, variable: 'status' },
});

/** What the address of the list of events says. */
export type EventsSearch = FilterSearch<keyof typeof eventFilters> & OpenSearch;

export function eventsSearch(search: Readonly<Record<string, unknown>>): EventsSearch {
  return { ...searchOf(eventFilters, search), open: openIn(search) };
}

export const sectionTitles = {
  basics: 'Basics',
  hosts: 'Hosts',
  availability: 'Availability',
  questions: 'Questions',
  flow: 'Flow',
  mail: 'Email',
  times: 'Check a time',
};
export type SectionName = keyof typeof sectionTitles;
export const sectionNames = Object.keys(sectionTitles) as SectionName[];

/** The name of the draft of a section. */
export const draftOf = (eventId: number, section: SectionName) => `event:${eventId}:${section}`;

/** What the address of an event says: the section of its settings that is open; the first one without it. */
export interface EventSearch {
  readonly section?: SectionName | undefined;
}

export function eventSearch({ section }: Readonly<Record<string, unknown>>): EventSearch {
  return { section: sectionNames.find((name) => name === section) };
}
