import type { TeamMembersQueryVariables } from '../../gql/team.ts';
import { type FilterSearch, filtersFor, searchOf } from '../../kit/filters/filters.ts';
import { roleTitles } from '../../parts/members.ts';

export const memberFilters = filtersFor<TeamMembersQueryVariables>()({
  search: { kind: 'search', label: 'Search members', placeholder: 'Name or email', variable: 'search' },
  role: { kind: 'choice', label: 'Role', titles: roleTitles, variable: 'role' },
});

/** What the address of the page says. */
interface TeamSearch extends FilterSearch<keyof typeof memberFilters> {
  readonly tab?: 'invitations' | undefined;
}

export function teamSearch(search: Readonly<Record<string, unknown>>): TeamSearch {
  return { ...searchOf(memberFilters, search), tab: search.tab === 'invitations' ? 'invitations' : undefined };
}
