import './today.css';
import { SegmentedControl } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import { TodayDocument } from '../../gql/today.ts';
import { dayOf, dayText, zoneNote } from '../../kit/days.ts';
import { PageHeader, Panel } from '../../kit/layout.tsx';
import { LateSkeleton, QueryView } from '../../kit/list/query-view.tsx';
import { useNow } from '../../kit/now.ts';
import { Agenda } from './agenda.tsx';
import { ChangesPanel } from './changes-panel.tsx';
import { NextCall } from './next-call.tsx';
import { OwnNumbers } from './own-numbers.tsx';
import { variablesOf } from './search.ts';
import { SetupPanel, useSetupSteps } from './setup-panel.tsx';
import { WaitingPanel } from './waiting-panel.tsx';
import { WebhooksNote } from './webhooks-note.tsx';

const route = getRouteApi('/');
const refreshMs = 60_000;

/** The viewer's day: what comes, what waits for an outcome, and what changed. Owners and admins see that of the team. */
export function TodayPage() {
  const session = useSession();
  const { timeZone } = session.user;
  const isLead = isTeamLead(session);
  const { who = isLead ? 'team' : 'me' } = route.useSearch();
  const navigate = useNavigate();
  const showsHost = isLead && who !== 'me';
  const now = useNow();
  const today = dayOf(now, timeZone);
  const query = useQuery({ query: TodayDocument, variables: variablesOf({ who }, session, now) });
  const [, execute] = query;
  const setup = useSetupSteps(isLead);
  useEffect(() => {
    const timer = setInterval(() => execute({ requestPolicy: 'network-only' }), refreshMs);
    return () => clearInterval(timer);
  }, [execute]);
  return (
    <>
      <PageHeader
        title="Today"
        summary={`${dayText(today, today)}. ${zoneNote(timeZone)}.`}
        actions={
          isLead && (
            <SegmentedControl
              aria-label="Whose calls"
              data={[
                { value: 'team', label: 'Team' },
                { value: 'me', label: 'Mine' },
              ]}
              value={who}
              onChange={(value) => navigate({ to: '/', search: { who: value as 'me' | 'team' }, replace: true })}
            />
          )
        }
      />
      {isLead && <WebhooksNote />}
      {/* Together: the day would move if the steps came after it. */}
      {setup.isPending ? (
        <TodaySkeleton key="skeleton" />
      ) : (
        <>
          <SetupPanel done={setup.steps} />
          <QueryView query={query} skeleton={<TodaySkeleton key="skeleton" />}>
            {({ next, coming, waiting, changed }) => (
              <div className="today">
                <div>
                  {next?.eventCalls[0] && <NextCall call={next.eventCalls[0]} {...{ showsHost }} />}
                  <OwnNumbers />
                  {coming && <Agenda calls={coming.eventCalls} count={coming.count} today={today} {...{ showsHost }} />}
                  {waiting && (
                    <WaitingPanel key={who} calls={waiting.eventCalls} count={waiting.count} {...{ showsHost }} />
                  )}
                </div>
                {changed && <ChangesPanel calls={changed.eventCalls} count={changed.count} />}
              </div>
            )}
          </QueryView>
        </>
      )}
    </>
  );
}

function TodaySkeleton() {
  return (
    <div className="today">
      <div>
        <Panel padded={false}>
          <LateSkeleton rows={10} />
        </Panel>
      </div>
      <Panel padded={false}>
        <LateSkeleton rows={6} />
      </Panel>
    </div>
  );
}
