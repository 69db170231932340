import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import { OpenTimesDocument } from '../../gql/open-times.ts';
import { dayOf, daysAfter, dayText, dayTimeText, timeText } from '../../kit/days.ts';
import { EmptyState } from '../../kit/list/empty-state.tsx';
import { QueryView } from '../../kit/list/query-view.tsx';
import { now } from '../../kit/now.ts';

const shownDays = 7;

interface OpenTimesProps {
  readonly legend: string;
  readonly eventId: number;
  /** A star marks the times of other hosts. */
  readonly hostId?: number;
  /** An instant; empty for none. */
  readonly chosen: string;
  readonly error: React.ReactNode;
  readonly onChoose: (dateTime: string, hostIds: readonly number[]) => void;
}

/** The open times of an event, a week at a time, in the viewer's zone. */
export function OpenTimes({ legend, eventId, hostId, chosen, error, onChoose }: OpenTimesProps) {
  const { timeZone } = useSession().user;
  const today = dayOf(now(), timeZone);
  const [from, setFrom] = useState(today);
  const to = daysAfter(from, shownDays - 1);
  const isOfOther = ({ hostIds }: { readonly hostIds: readonly number[] }) =>
    hostId !== undefined && !hostIds.includes(hostId);
  const query = useQuery({
    query: OpenTimesDocument,
    variables: { eventId, timeZone, from, to },
  });
  return (
    <fieldset className="plain-fieldset times">
      <legend>{legend}</legend>
      <Group justify="space-between" mb="xs">
        <Button
          variant="default"
          size="xs"
          disabled={from <= today}
          onClick={() => setFrom(daysAfter(from, -shownDays))}
        >
          Earlier
        </Button>
        <Text size="sm" aria-live="polite">
          {dayText(from, today)} to {dayText(to, today)}
        </Text>
        <Button variant="default" size="xs" onClick={() => setFrom(daysAfter(from, shownDays))}>
          Later
        </Button>
      </Group>
      <QueryView query={query}>
        {({ eventDates }) => {
          const slots = eventDates?.slots ?? [];
          const days = [...Map.groupBy(slots, ({ dateTime }) => dayOf(dateTime, timeZone))];
          if (days.length === 0) return <EmptyState title="No open times on these days">Try later dates.</EmptyState>;
          return days.map(([day, ofDay]) => (
            <section key={day} aria-label={dayText(day, today)}>
              <Text size="sm" fw={500} mt="sm" mb={4}>
                {dayText(day, today)}
              </Text>
              <Group gap={6}>
                {ofDay.map(({ dateTime, hostIds }) => (
                  <Button
                    key={dateTime}
                    size="compact-sm"
                    variant={dateTime === chosen ? 'filled' : 'default'}
                    aria-pressed={dateTime === chosen}
                    title={isOfOther({ hostIds }) ? 'With another host' : undefined}
                    onClick={() => onChoose(dateTime, hostIds)}
                  >
                    {timeText(dateTime, timeZone)}
                    {isOfOther({ hostIds }) && '*'}
                  </Button>
                ))}
              </Group>
            </section>
          ));
        }}
      </QueryView>
      {query[0].data?.eventDates?.slots.some(isOfOther) && (
        <Text size="xs" c="dimmed" mt="xs">
          * With another host, because the current host is not available.
        </Text>
      )}
      {chosen !== '' && (
        <Text size="sm" mt="xs" role="status">
          Chosen: {dayTimeText(chosen, timeZone)}
        </Text>
      )}
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="xs">
          {error}
        </Text>
      )}
    </fieldset>
  );
}
