import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../app/session.ts';
import type { ContactRecordFragment } from '../../../gql/contact.ts';
import { countOf } from '../../../kit/counts.ts';
import { dayOf, relativeDayText, shortDayTimeText, timeText } from '../../../kit/days.ts';
import { useNow } from '../../../kit/now.ts';
import { RecordSection } from '../../../kit/record.tsx';
import { EventAndHost } from '../../../parts/calls/named-call.tsx';
import { PlaceText, WayButton } from '../../../parts/calls/place.tsx';

type Call = NonNullable<ContactRecordFragment['eventCalls']>[number];

/** The next call with the contact that the viewer sees, or the one that is on, and those after it. */
export function NextCall({ contact: { eventCalls } }: { readonly contact: ContactRecordFragment }) {
  const { timeZone } = useSession().user;
  const at = useNow();
  const [next, ...later] = (eventCalls ?? [])
    .filter(({ status, endTime }) => status !== 'CANCELLED' && Date.parse(endTime) > at)
    .reverse();
  if (!next) return null;
  const { dateTime, endTime } = next;
  return (
    <RecordSection title="Next call">
      <Text fw={500}>
        {relativeDayText(dayOf(dateTime, timeZone), dayOf(at, timeZone))},{' '}
        <span className="number">
          {timeText(dateTime, timeZone)} – {timeText(endTime, timeZone)}
        </span>
      </Text>
      <Text size="sm" c="dimmed" className="breaks">
        <EventAndHost call={next} showsHost /> · <PlaceText {...next} />
      </Text>
      <Group gap="xs" mt="xs">
        <WayButton call={next} size="xs" />
        <CallButton call={next} title="Open" />
        <CallButton call={next} title="Move…" open="move" />
        <CallButton call={next} title="Cancel…" open="cancel" />
      </Group>
      {later.length > 0 && (
        <details className="later-calls">
          <summary>{countOf(later.length, 'later call')}</summary>
          <ul className="timeline">
            {later.map(({ id, previewId, name, dateTime }) => (
              <li key={id}>
                <Link className="text-link" to="/calls/$previewId" params={{ previewId }} search={{ when: 'all' }}>
                  <bdi>{name}</bdi>
                </Link>
                , {shortDayTimeText(dateTime, timeZone)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </RecordSection>
  );
}

interface CallButtonProps {
  readonly call: Call;
  readonly title: string;
  /** The dialog of the call that opens with it. */
  readonly open?: string;
}

function CallButton({ call: { previewId }, title, open }: CallButtonProps) {
  const to = { to: '/calls/$previewId', params: { previewId }, search: { when: 'all', open } } as const;
  return (
    <Button size="xs" variant="default" renderRoot={(props) => <Link {...to} {...props} />}>
      {title}
    </Button>
  );
}
