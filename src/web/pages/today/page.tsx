import './today.css';
import { SegmentedControl } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { isTeamLead, useSession } from '../../app/session.ts';
import { TodayDocument } from '../../gql/today.ts';
import { dayOf, daysAfter, dayText, startOfDay } from '../../parts/days.ts';
import { PageHeader } from '../../parts/layout.tsx';
import { QueryView } from '../../parts/list.tsx';
import { useNow } from '../../parts/now.ts';
import { Agenda } from './agenda.tsx';
import { ChangesPanel } from './changes-panel.tsx';
import { WaitingPanel } from './waiting-panel.tsx';
import { WebhooksNote } from './webhooks-note.tsx';

const route = getRouteApi('/');
const refreshMs = 60_000;
/** How many days the page looks ahead, with today. */
const shownDays = 7;

/** The viewer's day: what comes, what waits for an outcome, and what changed. Owners and admins see that of the team. */
export function TodayPage() {
  const session = useSession();
  const { timeZone } = session.user;
  const isLead = isTeamLead(session);
  const { who = isLead ? 'team' : 'me' } = route.useSearch();
  const navigate = useNavigate();
  const isOwn = isLead && who === 'me';
  const today = dayOf(useNow(), timeZone);
  const query = useQuery({
    query: TodayDocument,
    variables: {
      // The server shows closers and setters no other calls than their own.
      ...(isOwn && { userIds: [session.user.id] }),
      from: instant(startOfDay(today, timeZone)),
      to: instant(startOfDay(daysAfter(today, shownDays), timeZone) - 1),
      since: instant(startOfDay(daysAfter(today, -1), timeZone)),
    },
  });
  const [, execute] = query;
  useEffect(() => {
    const timer = setInterval(() => execute({ requestPolicy: 'network-only' }), refreshMs);
    return () => clearInterval(timer);
  }, [execute]);
  return (
    <>
      <PageHeader
        title="Today"
        summary={`${dayText(today, today)}. Times are those of ${timeZone.replaceAll('_', ' ')}.`}
        actions={
          isLead && (
            <SegmentedControl
              aria-label="Whose calls"
              data={[
                { value: 'team', label: 'The team' },
                { value: 'me', label: 'Mine' },
              ]}
              value={who}
              onChange={(value) => navigate({ to: '/', search: { who: value as 'me' | 'team' }, replace: true })}
            />
          )
        }
      />
      {isLead && <WebhooksNote />}
      <QueryView query={query}>
        {({ coming, waiting, changed }) => (
          <div className="today">
            <div className="today-main">
              {waiting && (
                <WaitingPanel calls={waiting.eventCalls} count={waiting.count} showsHost={!isOwn && isLead} />
              )}
              {coming && (
                <Agenda calls={coming.eventCalls} count={coming.count} today={today} showsHost={!isOwn && isLead} />
              )}
            </div>
            {changed && <ChangesPanel calls={changed.eventCalls} count={changed.count} />}
          </div>
        )}
      </QueryView>
    </>
  );
}

function instant(at: number): string {
  return new Date(at).toISOString();
}
