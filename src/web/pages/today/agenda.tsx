import { Badge, Box, Divider, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useSession } from '../../app/session.ts';
import type { TodayCallFragment } from '../../gql/today.ts';
import { countOf } from '../../kit/counts.ts';
import { dayOf, daysAfter, relativeDayText, timeText } from '../../kit/days.ts';
import { Panel } from '../../kit/layout.tsx';
import { EmptyState } from '../../kit/list/empty-state.tsx';
import { useNow } from '../../kit/now.ts';
import { CallBadge, CallLink, EventAndHost } from '../../parts/calls/named-call.tsx';
import { WayButton } from '../../parts/calls/place.tsx';
import { ShareEvents } from '../../parts/calls/share-events.tsx';

interface AgendaProps {
  readonly calls: readonly TodayCallFragment[];
  readonly count: number;
  readonly today: string;
  readonly showsHost: boolean;
}

/** The calls of today with their states and a line for now; tomorrow folded; and the way to those after it. */
export function Agenda({ calls, count, today, showsHost }: AgendaProps) {
  const { timeZone } = useSession().user;
  const tomorrow = daysAfter(today, 1);
  const days = Map.groupBy(calls, ({ dateTime }) => dayOf(dateTime, timeZone));
  const later = count - (days.get(today)?.length ?? 0) - (days.get(tomorrow)?.length ?? 0);
  const ofTomorrow = days.get(tomorrow) ?? [];
  return (
    <Panel padded={false} title="Today">
      {count === 0 ? (
        <EmptyState title="No calls in the next seven days" action={<ShareEvents />}>
          Calls appear here as soon as someone books one on a booking page.
        </EmptyState>
      ) : (
        <Box px="md" pb="md" className="agenda">
          <DayOfCalls calls={days.get(today) ?? []} showsHost={showsHost} isToday />
          {ofTomorrow.length > 0 && (
            <details>
              <summary>
                {relativeDayText(tomorrow, today)}: {countOf(ofTomorrow.length, 'call')}
              </summary>
              <DayOfCalls calls={ofTomorrow} showsHost={showsHost} />
            </details>
          )}
          {later > 0 && (
            <Text size="sm" mt="sm">
              <Link className="text-link" to="/calls" search={{ date: `${daysAfter(today, 2)}..` }}>
                {countOf(later, 'more call')} in the next seven days
              </Link>
            </Text>
          )}
        </Box>
      )}
    </Panel>
  );
}

type DayOfCallsProps = Pick<AgendaProps, 'calls' | 'showsHost'> & { readonly isToday?: boolean };

function DayOfCalls({ calls, showsHost, isToday = false }: DayOfCallsProps) {
  const now = useNow();
  const next = calls.find(({ endTime }) => Date.parse(endTime) > now);
  if (calls.length === 0) return <p className="hint">No calls today.</p>;
  return (
    <ol>
      {calls.map((call, index) => {
        const isOver = Date.parse(call.endTime) <= now;
        const hasBegun = Date.parse(call.dateTime) <= now;
        return (
          <Fragment key={call.id}>
            {isToday && call === next && !hasBegun && <NowLine />}
            <AgendaCall {...{ call, isOver, showsHost }} isOn={!isOver && hasBegun} />
            {isToday && index === calls.length - 1 && isOver && <NowLine />}
          </Fragment>
        );
      })}
    </ol>
  );
}

function NowLine() {
  return (
    <li aria-label="Now">
      <Divider
        color="var(--error-ink)"
        labelPosition="left"
        label={
          <Text size="xs" fw={600} c="var(--error-ink)">
            Now
          </Text>
        }
      />
    </li>
  );
}

interface AgendaCallProps {
  readonly call: TodayCallFragment;
  readonly isOver: boolean;
  readonly isOn: boolean;
  readonly showsHost: boolean;
}

function AgendaCall({ call, isOver, isOn, showsHost }: AgendaCallProps) {
  const { timeZone } = useSession().user;
  return (
    <li className="agenda-call" data-over={isOver || undefined}>
      <Text component="span" size="sm" fw={500} className="number">
        {timeText(call.dateTime, timeZone)}
      </Text>
      <Stack gap={0} className="agenda-text">
        <Title order={3} size="sm" className="two-lines">
          <CallLink call={call} />
        </Title>
        <Text component="span" size="sm" c="dimmed" className="two-lines">
          <EventAndHost call={call} showsHost={showsHost} />
        </Text>
      </Stack>
      {isOn ? <Badge color="green">Now</Badge> : <CallBadge {...call} />}
      {!isOver && <WayButton call={call} size="xs" variant="default" />}
    </li>
  );
}
