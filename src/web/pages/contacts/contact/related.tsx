import { Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { now } from '../../../app/beginning.ts';
import { useSession } from '../../../app/session.ts';
import type { ContactRecordFragment } from '../../../gql/contact.ts';
import { dayOf, shortDayText, timeText } from '../../../kit/days.ts';
import { CallBadge } from '../../../parts/calls/state.tsx';
import { moneyText } from '../../../parts/money.ts';

interface AboutContact {
  readonly contact: ContactRecordFragment;
}

/** The latest calls with the contact that the viewer sees. */
export function ContactCalls({ contact: { eventCalls } }: AboutContact) {
  const { timeZone } = useSession().user;
  const today = dayOf(now(), timeZone);
  if (!eventCalls || eventCalls.length === 0) return null;
  return (
    <section aria-label="Calls">
      <Title order={3} size="h6" mb="xs">
        Calls
      </Title>
      <ul className="history">
        {eventCalls.map((call) => (
          <li key={call.id}>
            <div className="related-call">
              <Link
                className="text-link"
                to="/calls/$previewId"
                params={{ previewId: call.previewId }}
                search={{ when: 'all' }}
              >
                <bdi>{call.name}</bdi>
              </Link>
              <CallBadge {...call} />
              <Text component="span" size="sm" c="dimmed" className="number">
                {shortDayText(dayOf(call.dateTime, timeZone), today)}, {timeText(call.dateTime, timeZone)}
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the contact bought, as far as the viewer sees it. */
export function ContactDeals({ contact: { deals } }: AboutContact) {
  const { timeZone } = useSession().user;
  const today = dayOf(now(), timeZone);
  if (!deals || deals.length === 0) return null;
  return (
    <section aria-label="Deals">
      <Title order={3} size="h6" mb="xs">
        Deals
      </Title>
      <ul className="history">
        {deals.map(({ id, value, currency, productName, time }) => (
          <li key={id}>
            <Group gap="xs" justify="space-between" align="baseline" wrap="nowrap">
              <Text component="span" size="sm" className="breaks">
                <span className="number">{moneyText(value, currency)}</span>
                {productName && (
                  <>
                    , <bdi>{productName}</bdi>
                  </>
                )}
              </Text>
              <Text component="span" size="sm" c="dimmed" className="number">
                {shortDayText(dayOf(time, timeZone), today)}
              </Text>
            </Group>
          </li>
        ))}
      </ul>
    </section>
  );
}
