import { Badge, Group, Text, Title } from '@mantine/core';
import { Fragment } from 'react';
import { useSession } from '../../app/session.ts';
import type { TodayCallFragment } from '../../gql/today.ts';
import { countOf } from '../../kit/counts.ts';
import { dayOf, relativeDayText, timeText } from '../../kit/days.ts';
import { Panel } from '../../kit/layout.tsx';
import { EmptyState } from '../../kit/list.tsx';
import { useNow } from '../../kit/now.ts';
import { EventAndHost } from '../../parts/calls/event-and-host.tsx';
import { CallLink } from '../../parts/calls/link.tsx';
import { PlaceText } from '../../parts/calls/place.tsx';
import { ShareEvents } from '../../parts/calls/share-events.tsx';
import { WayButton } from '../../parts/calls/way-button.tsx';

interface AgendaProps {
  readonly calls: readonly TodayCallFragment[];
  readonly count: number;
  readonly today: string;
  readonly showsHost: boolean;
}

/** The calls of today and of the days to come in one column, with a line for now. The next call is the largest. */
export function Agenda({ calls, count, today, showsHost }: AgendaProps) {
  const { timeZone } = useSession().user;
  const now = useNow();
  const next = calls.find(({ endTime }) => Date.parse(endTime) > now);
  const days = Map.groupBy(calls, ({ dateTime }) => dayOf(dateTime, timeZone));
  if (!days.has(today)) days.set(today, []);
  const sorted = [...days].sort(([a], [b]) => a.localeCompare(b));
  return (
    <Panel padded={false} title="Coming up">
      {calls.length === 0 ? (
        <EmptyState title="No calls in the next seven days" action={<ShareEvents />}>
          Calls appear here as soon as somebody books one on the page of an event.
        </EmptyState>
      ) : (
        sorted.map(([day, ofDay]) => (
          <section key={day} className="agenda-day" aria-label={relativeDayText(day, today)}>
            <Title order={3} size="h6" className="agenda-title">
              {relativeDayText(day, today)}
            </Title>
            {ofDay.length === 0 && <p className="hint agenda-none">No calls.</p>}
            <ol>
              {ofDay.map((call, index) => (
                <Fragment key={call.id}>
                  {call === next && Date.parse(call.dateTime) > now && day === today && <NowLine />}
                  <AgendaCall
                    call={call}
                    isNext={call === next}
                    isOver={Date.parse(call.endTime) <= now}
                    showsHost={showsHost}
                  />
                  {day === today && index === ofDay.length - 1 && Date.parse(call.endTime) <= now && <NowLine />}
                </Fragment>
              ))}
            </ol>
          </section>
        ))
      )}
      {count > calls.length && <p className="hint agenda-more">And {countOf(count - calls.length, 'more call')}.</p>}
    </Panel>
  );
}

function NowLine() {
  return (
    <li className="now-line" aria-label="Now">
      <span>Now</span>
    </li>
  );
}

interface AgendaCallProps {
  readonly call: TodayCallFragment;
  readonly isNext: boolean;
  readonly isOver: boolean;
  readonly showsHost: boolean;
}

function AgendaCall({ call, isNext, isOver, showsHost }: AgendaCallProps) {
  const { timeZone } = useSession().user;
  const isOn = isNext && Date.parse(call.dateTime) <= Date.now();
  return (
    <li className="agenda-call" data-next={isNext || undefined} data-over={isOver || undefined}>
      <span className="agenda-time number">
        {timeText(call.dateTime, timeZone)}
        <span className="agenda-end">–{timeText(call.endTime, timeZone)}</span>
      </span>
      <div className="agenda-text">
        <Text component="span" fw={isNext ? 600 : 500} size={isNext ? 'lg' : 'sm'} className="two-lines">
          <CallLink call={call} />
        </Text>
        <Text component="span" size="sm" c="dimmed" className="two-lines">
          <EventAndHost call={call} showsHost={showsHost} />
        </Text>
        <Text component="span" size="sm" c="dimmed" className="breaks">
          <PlaceText {...call} />
        </Text>
      </div>
      <Group gap="xs" className="agenda-acts">
        {isOn && <Badge color="green">Now</Badge>}
        {call.status === 'RESCHEDULED' && !isOver && <Badge color="gray">Moved</Badge>}
        {!isOver && <WayButton call={call} size={isNext ? 'sm' : 'xs'} variant={isNext ? 'filled' : 'default'} />}
      </Group>
    </li>
  );
}
