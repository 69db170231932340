import type { Session } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import { idOf } from '../../kit/search.ts';

/** What the address of the list says. */
export interface SchedulesSearch {
  /** Whose schedules: those of others are for owners and admins. */
  readonly user?: number | undefined;
}

export function schedulesSearch({ user }: Readonly<Record<string, unknown>>): SchedulesSearch {
  return { user: idOf(user) };
}

/** Whoever is no lead sees the own schedules, whatever the address says. */
export function shownMember({ user }: SchedulesSearch, session: Session): number {
  return (isTeamLead(session) && user) || session.user.id;
}
