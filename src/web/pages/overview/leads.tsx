import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LeadOverviewDocument, type LeadOverviewQuery, type LeadOverviewQueryVariables } from '../../gql/overview.ts';
import { Panel } from '../../kit/layout.tsx';
import { LateSkeleton, QueryView } from '../../kit/list/query-view.tsx';
import { type Counted, contactsCounted, type LeadSet } from '../../parts/numbers/counted.ts';
import { RateNumber } from '../../parts/numbers/rates.tsx';
import { minutesText, numberText } from '../../parts/numbers/texts.ts';
import { useNumbers } from './use-numbers.ts';

type Total = NonNullable<LeadOverviewQuery['leadNumbers']>['total'];

interface LeadsProps {
  readonly variables: LeadOverviewQueryVariables;
  readonly counted: Counted;
}

/** How far the contacts have come that are new in the period, and how soon they were met. */
export function Leads({ variables, counted }: LeadsProps) {
  const query = useNumbers(LeadOverviewDocument, variables);
  const shown = (content: (total: Total) => ReactNode) => (
    <QueryView query={query} skeleton={<LateSkeleton rows={6} />}>
      {({ leadNumbers }) => leadNumbers && content(leadNumbers.total)}
    </QueryView>
  );
  return (
    <div className="overview-columns">
      <Panel
        title="From lead to won"
        summary="Contacts that were created in the period, and what became of them by now."
      >
        {shown((total) => (
          <LeadFunnel {...{ total, counted }} />
        ))}
      </Panel>
      <Panel title="Speed to lead" summary="From a form or a booking to the call.">
        {shown((total) => (
          <Speeds total={total} />
        ))}
      </Panel>
    </div>
  );
}

interface LeadFunnelProps {
  readonly total: Total;
  readonly counted: Counted;
}

function LeadFunnel({ total, counted }: LeadFunnelProps) {
  const { created, forms, disqualifiedRate, cohortCloseRate } = total;
  const number = (set: LeadSet) => (
    <Link className="number-link number" {...contactsCounted(counted, set)}>
      {numberText(total[set])}
    </Link>
  );
  const step = (set: LeadSet, title: string) => (
    <li>
      <span>{title}</span>
      {number(set)}
      <span className="bar" style={{ '--share': created === 0 ? 0 : total[set] / created } as object} />
    </li>
  );
  const cohort = (set: LeadSet | undefined, count: number) => (
    <Link className="number-link number" {...contactsCounted(counted, set, 'firstBooked')}>
      {numberText(count)}
    </Link>
  );
  return (
    <>
      <ol className="bars">
        {step('created', 'Leads')}
        {step('booked', 'Booked')}
        {step('held', 'Held')}
        {step('won', 'Won')}
      </ol>
      <dl className="other-ways">
        <div>
          <dt>Disqualified</dt>
          <dd>{number('disqualified')}</dd>
        </div>
        <div>
          <dt>Forms sent</dt>
          <dd className="number">{numberText(forms)}</dd>
        </div>
        <div>
          <dt>Disqualified of all forms</dt>
          <dd>
            <RateNumber rate={disqualifiedRate} />
          </dd>
        </div>
        <div>
          <dt>
            Won by now of those who booked first in the period: {cohort('won', cohortCloseRate.numerator)} of{' '}
            {cohort(undefined, cohortCloseRate.denominator)}
          </dt>
          <dd>
            <RateNumber rate={cohortCloseRate} />
          </dd>
        </div>
      </dl>
    </>
  );
}

function Speeds({ total: { speedToLead, speedToCall, leadTime } }: { readonly total: Total }) {
  const bands = speedToLead.bands;
  const most = Math.max(1, ...bands.map(({ count }) => count));
  return (
    <>
      <dl className="other-ways speeds">
        <Speed title="To the first booking" {...speedToLead} />
        <Speed title="To the first call" {...speedToCall} />
      </dl>
      <div className="counts-pair">
        <section aria-label="Time to the first booking" className="counts">
          <h3>Time to the first booking</h3>
          <ul className="bars">
            {bands.map(({ minutes, count }, index) => (
              <li key={minutes}>
                <span>
                  {minutes === null
                    ? `over ${minutesText(bands[index - 1]?.minutes ?? 0)}`
                    : `up to ${minutesText(minutes)}`}
                </span>
                <span className="number">{numberText(count)}</span>
                <span className="bar" style={{ '--share': count / most } as object} />
              </li>
            ))}
          </ul>
        </section>
        <section aria-label="Lead time" className="counts">
          <table className="steps" aria-label="Calls by lead time">
            <thead>
              <tr>
                <th scope="col">Booked ahead</th>
                <th scope="col">Calls</th>
                <th scope="col">Show rate</th>
              </tr>
            </thead>
            <tbody>
              {leadTime.map(({ days, booked, showRate }, index) => (
                <tr key={days}>
                  <th scope="row">
                    {days === null ? `${leadTime[index - 1]?.days} days or more` : `less than ${daysText(days)}`}
                  </th>
                  <td>{numberText(booked)}</td>
                  <td>
                    <RateNumber rate={showRate} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
    </>
  );
}

interface SpeedProps {
  readonly title: string;
  readonly medianMinutes: number | null;
  readonly p95Minutes: number | null;
}

/** Half of the contacts are quicker than the median, and nearly all than the 95th percentile. */
function Speed({ title, medianMinutes, p95Minutes }: SpeedProps) {
  return (
    <div>
      <dt>{title}</dt>
      <dd className="number">
        {medianMinutes === null || p95Minutes === null
          ? '–'
          : `half in ${minutesText(medianMinutes)}, 95 of 100 in ${minutesText(p95Minutes)}`}
      </dd>
    </div>
  );
}

function daysText(days: number): string {
  return days === 1 ? 'a day' : `${days} days`;
}
