import type { Session } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import { idOf } from '../../kit/filters/search.ts';
import { type OpenSearch, openIn } from '../../kit/opened-by-address.ts';

/** What the address of the list says. */
export interface SchedulesSearch extends OpenSearch {
  /** Whose schedules: those of others are for owners and admins. */
  readonly user?: number | undefined;
}

export function schedulesSearch(search: Readonly<Record<string, unknown>>): SchedulesSearch {
  return { user: idOf(search.user), open: openIn(search) };
}

/** Whoever is no lead sees the own schedules, whatever the address says. */
export function shownMember({ user }: SchedulesSearch, session: Session): number {
  return (isTeamLead(session) && user) || session.user.id;
}
