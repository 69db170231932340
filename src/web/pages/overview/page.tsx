import './overview.css';
import { getRouteApi } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import { CallOverviewDocument, type CallOverviewQuery, type MoneyOverviewQueryVariables } from '../../gql/overview.ts';
import { dayOf, daysText, zoneName } from '../../kit/days.ts';
import { filterVariables } from '../../kit/filters/filters.ts';
import { ListFilters } from '../../kit/filters/list-filters.tsx';
import { useFilteredView } from '../../kit/filters/use-filtered-view.ts';
import { useKeys } from '../../kit/keys.ts';
import { PageHeader, Panel } from '../../kit/layout.tsx';
import { EmptyState, NothingFits } from '../../kit/list/empty-state.tsx';
import { QueryView } from '../../kit/list/query-view.tsx';
import { now } from '../../kit/now.ts';
import { ShareEvents } from '../../parts/calls/share-events.tsx';
import type { Counted } from '../../parts/numbers/counted.ts';
import { Funnel, Reasons } from './funnel.tsx';
import { Goals } from './goals.tsx';
import { Groups } from './groups.tsx';
import { Leads } from './leads.tsx';
import { MoneyTiles } from './money-tiles.tsx';
import { OverTime } from './over-time.tsx';
import { OverviewSkeleton } from './overview-skeleton.tsx';
import { PeriodSelect, periodId } from './period-select.tsx';
import { type Days, daysBefore, daysOf, defaultPeriod, stepOf } from './periods.ts';
import { type OverviewSearch, overviewFilters } from './search.ts';
import { CallsLink, CallTiles } from './tiles.tsx';

const route = getRouteApi('/overview');

/** The numbers of a period: what became of its calls, and those of whom, from where and for what. */
export function OverviewPage() {
  const search = route.useSearch();
  const session = useSession();
  const view = useFilteredView(overviewFilters, search);
  const isLead = isTeamLead(session);
  const { timeZone } = session.workspace;
  // The days of reports are those of the workspace.
  const today = dayOf(now(), timeZone);
  const { period = defaultPeriod, by = 'closer' } = search;
  const days = daysOf(period, today);
  const variables = { ...filterVariables(view.filters, search, { today, timeZone }), ...days };
  const query = useQuery({ query: CallOverviewDocument, variables: { ...variables, groupBy: stepOf(days) } });
  const daysIn = timeZone === session.user.timeZone ? undefined : ('workspace' as const);
  const counted = { ...days, daysIn, ...namedFilters(view.filters, search) };
  useKeys([{ key: 'p', title: 'Choose the period', act: () => document.getElementById(periodId)?.focus() }]);
  return (
    <>
      <PageHeader title="Overview" summary={summaryOf(days, timeZone, isLead)} />
      <div className="overview-tools">
        <ListFilters
          view={view}
          before={
            <PeriodSelect
              period={period}
              today={today}
              onChange={(chosen) => view.show({ period: chosen === defaultPeriod ? undefined : chosen })}
            />
          }
        />
      </div>
      <QueryView query={query} skeleton={<OverviewSkeleton />}>
        {({ callNumbers }) =>
          callNumbers && (
            <div aria-busy={query[0].fetching} className="overview">
              <Numbers report={callNumbers} counted={counted} money={{ ...variables, groupBy: by }} />
              <Goals month={`${days.dateTo.slice(0, 7)}-01`} today={today} />
              {callNumbers.total.booked === 0 ? (
                <Panel padded={false}>
                  {view.isFiltered ? (
                    <NothingFits noun="call" view={view} />
                  ) : (
                    <EmptyState title="No calls in this period" action={<ShareEvents />}>
                      The numbers count calls by the day on which they begin. They appear here as soon as someone books
                      a call on a booking page.
                    </EmptyState>
                  )}
                </Panel>
              ) : (
                <>
                  <div className="overview-columns">
                    <Funnel total={callNumbers.total} counted={counted} />
                    <Reasons variables={variables} counted={counted} />
                  </div>
                  <OverTime report={callNumbers} />
                </>
              )}
              {isLead && <Leads variables={variables} counted={counted} />}
              <Groups {...{ by, view, variables, counted }} />
            </div>
          )
        }
      </QueryView>
    </>
  );
}

interface NumbersProps {
  readonly report: NonNullable<CallOverviewQuery['callNumbers']>;
  readonly counted: Counted;
  readonly money: MoneyOverviewQueryVariables;
}

function Numbers({ report: { total, previous }, counted, money }: NumbersProps) {
  const { undecided } = total;
  return (
    <section aria-label="Numbers">
      <dl className="tiles">
        <CallTiles {...{ total, previous, counted }} />
      </dl>
      <MoneyTiles variables={money} counted={counted} />
      {undecided > 0 && (
        <p className="hint tiles-note">
          <CallsLink set="undecided" count={undecided} counted={counted} />{' '}
          {undecided === 1 ? 'call has ended without an outcome' : 'calls have ended without an outcome'}: they count as
          neither held nor missed.
        </p>
      )}
    </section>
  );
}

/** `November 1 – 30, 2026, in New York time. Before: October 2 – 31, 2026.` */
function summaryOf(days: Days, timeZone: string, isLead: boolean): string {
  const [shown, before] = [days, daysBefore(days)].map(({ dateFrom, dateTo }) => daysText(dateFrom, dateTo));
  const whose = isLead ? '' : 'Your own calls. ';
  return `${whose}${shown}, in ${zoneName(timeZone)}, compared with ${before}.`;
}

/** The filters that are set, as the addresses of other lists have them. */
function namedFilters(offered: object, search: OverviewSearch): Partial<Counted> {
  return Object.fromEntries(
    Object.keys(offered).map((name) => [name, search[name as keyof typeof overviewFilters]] as const),
  );
}
