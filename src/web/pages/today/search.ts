import type { Session } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import type { TodayQueryVariables } from '../../gql/today.ts';
import { dayOf, daysAfter, startOfDay } from '../../kit/days.ts';

/** What the address of the page says. */
export interface TodaySearch {
  /** Whose calls: those of the whole team are for owners and admins. */
  readonly who?: 'me' | 'team' | undefined;
}

export function todaySearch({ who }: Record<string, unknown>): TodaySearch {
  return { who: who === 'me' || who === 'team' ? who : undefined };
}

/** How many days the page looks ahead, with today. */
const shownDays = 7;

/** What comes from today on, and what changed since yesterday, of the team or of the viewer alone. */
export function variablesOf({ who }: TodaySearch, session: Session, now: number): TodayQueryVariables {
  const { timeZone } = session.user;
  const today = dayOf(now, timeZone);
  const startOf = (days: number, ms = 0) => new Date(startOfDay(daysAfter(today, days), timeZone) + ms).toISOString();
  return {
    // The server shows closers and setters no other calls than their own.
    ...(isTeamLead(session) && who === 'me' && { userIds: [session.user.id] }),
    from: startOf(0),
    to: startOf(shownDays, -1),
    since: startOf(-1),
  };
}
