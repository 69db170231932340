import { Link } from '@tanstack/react-router';
import { now } from '../../../app/beginning.ts';
import { useSession } from '../../../app/session.ts';
import type { ContactRecordFragment } from '../../../gql/contact.ts';
import { dayOf, shortDayText, timeText } from '../../../kit/days.ts';
import { Timeline, TimelineEntry } from '../../../kit/timeline.tsx';
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
    <Timeline title="Calls">
      {eventCalls.map(({ previewId, name, dateTime, ...call }) => (
        <TimelineEntry
          key={previewId}
          title={
            <Link className="text-link" to="/calls/$previewId" params={{ previewId }} search={{ when: 'all' }}>
              <bdi>{name}</bdi>
            </Link>
          }
          reason={`${shortDayText(dayOf(dateTime, timeZone), today)}, ${timeText(dateTime, timeZone)}`}
        >
          <CallBadge {...call} />
        </TimelineEntry>
      ))}
    </Timeline>
  );
}

/** What the contact bought, as far as the viewer sees it. */
export function ContactDeals({ contact: { deals } }: AboutContact) {
  if (!deals || deals.length === 0) return null;
  return (
    <Timeline title="Deals">
      {deals.map(({ id, value, currency, productName, time }) => (
        <TimelineEntry key={id} title={moneyText(value, currency)} at={time} reason={productName} />
      ))}
    </Timeline>
  );
}
