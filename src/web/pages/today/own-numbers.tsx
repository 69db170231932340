import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import { OwnMoneyDocument, type OwnMoneyQuery, OwnNumbersDocument } from '../../gql/today.ts';
import { dayOf, monthOf } from '../../kit/days.ts';
import { Panel } from '../../kit/layout.tsx';
import { now } from '../../kit/now.ts';
import { type Amount, amountText, currenciesOf, inOrder } from '../../parts/numbers/amounts.ts';
import { type CallSet, callsCounted } from '../../parts/numbers/counted.ts';
import { RateNumber } from '../../parts/numbers/rates.tsx';
import { numberText } from '../../parts/numbers/texts.ts';

/** What became of the viewer's calls of this month, in one line; nothing for whoever has none. */
export function OwnNumbers() {
  const session = useSession();
  const { id, timeZone } = session.user;
  // The days of reports are those of the workspace.
  const dateTo = dayOf(now(), session.workspace.timeZone);
  const days = { dateFrom: monthOf(dateTo, 0).from, dateTo };
  // The server shows closers and setters no other calls than their own.
  const isLead = isTeamLead(session);
  const variables = { ...days, ...(isLead && { userIds: [id] }) };
  const [{ data, fetching }] = useQuery({ query: OwnNumbersDocument, variables });
  const [{ data: money }] = useQuery({ query: OwnMoneyDocument, variables });
  const total = data?.callNumbers?.total;
  if (!total) return fetching ? <div className="own-numbers-place" /> : null;
  if (total.booked === 0) return null;
  const cash = cashOf(money);
  const hosts = isLead ? String(id) : undefined;
  const daysIn = timeZone === session.workspace.timeZone ? undefined : ('workspace' as const);
  const overview = { to: '/overview', search: { hosts } } as const;
  const count = (set: CallSet & keyof typeof total, title: string) => (
    <Entry title={title}>
      <Link className="number-link number" {...callsCounted({ ...days, daysIn, hosts }, set)}>
        {numberText(total[set] as number)}
      </Link>
    </Entry>
  );
  const rate = (name: 'showRate' | 'closeRate', title: string) => (
    <Entry title={title}>
      <Link className="number-link" {...overview}>
        <RateNumber rate={total[name]} />
      </Link>
    </Entry>
  );
  return (
    <Panel>
      <section aria-label="Your month" className="own-numbers">
        <Title order={2} size="h6">
          <Link className="name-link" {...overview}>
            Your month
          </Link>
        </Title>
        <dl>
          {count('booked', 'Booked')}
          {count('held', 'Held')}
          {rate('showRate', 'Show rate')}
          {count('won', 'Won')}
          {rate('closeRate', 'Close rate')}
          {cash.length > 0 && (
            <Entry title="Cash">
              <Link className="number-link" {...overview}>
                {cash.map(amountText).join(' · ')}
              </Link>
            </Entry>
          )}
        </dl>
      </section>
    </Panel>
  );
}

/** The currency of most deals first. */
function cashOf(money: OwnMoneyQuery | undefined): Amount[] {
  const report = money?.moneyNumbers;
  return report ? inOrder(report.total.cash, currenciesOf(report)) : [];
}

function Entry({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
