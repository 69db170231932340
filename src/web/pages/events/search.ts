import type { EventsQueryVariables } from '../../gql/events.ts';
import { searchForm, textOf } from '../../kit/search.ts';

const statuses = { open: 'ACTIVATED', closed: 'DEACTIVATED' } as const;
export type StatusFilter = keyof typeof statuses;

/** What the address of the list of events says. */
export interface EventsSearch {
  readonly search?: string | undefined;
  readonly status?: StatusFilter | undefined;
}

/** Leaves out what the address has no business saying, so that a mistyped address shows a list. */
export function eventsSearch({ search, status }: Readonly<Record<string, unknown>>): EventsSearch {
  return {
    search: textOf(search, searchForm),
    status: status === 'open' || status === 'closed' ? status : undefined,
  };
}

export function variablesOf({ search, status }: EventsSearch): Omit<EventsQueryVariables, 'cursor'> {
  return { search, status: status && [statuses[status]] };
}

export const sectionTitles = {
  basics: 'Basics',
  hosts: 'Hosts',
  availability: 'Availability',
  questions: 'Questions',
  flow: 'Flow',
  mail: 'Mail',
  times: 'Check a time',
};
export type SectionName = keyof typeof sectionTitles;
export const sectionNames = Object.keys(sectionTitles) as SectionName[];

/** What the address of an event says: the section of its settings that is open; the first one without it. */
export interface EventSearch {
  readonly section?: SectionName | undefined;
}

export function eventSearch({ section }: Readonly<Record<string, unknown>>): EventSearch {
  return { section: sectionNames.find((name) => name === section) };
}
