import { Button, Group, Text } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import { OpenTimesDocument, type OpenTimesQuery } from '../../gql/open-times.ts';
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
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Button
          variant="default"
          size="xs"
          disabled={from <= today}
          onClick={() => setFrom(daysAfter(from, -shownDays))}
        >
          Earlier
        </Button>
        <Text size="sm" ta="center" aria-live="polite">
          {dayText(from, today)} to {dayText(to, today)}
        </Text>
        <Button variant="default" size="xs" onClick={() => setFrom(daysAfter(from, shownDays))}>
          Later
        </Button>
      </Group>
      <QueryView query={query}>
        {({ eventDates }) => <Slots key={from} slots={eventDates?.slots ?? []} {...{ chosen, isOfOther, onChoose }} />}
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

type Slot = NonNullable<OpenTimesQuery['eventDates']>['slots'][number];

interface SlotsProps extends Pick<OpenTimesProps, 'chosen' | 'onChoose'> {
  readonly slots: readonly Slot[];
  readonly isOfOther: (slot: Slot) => boolean;
}

/** A week has hundreds of times: Tab stops once, and the arrow keys go from time to time. */
function Slots({ slots, chosen, isOfOther, onChoose }: SlotsProps) {
  const { timeZone } = useSession().user;
  const today = dayOf(now(), timeZone);
  const [reached, setReached] = useState<number>();
  // A draft is there a moment after the times.
  const chosenIndex = slots.findIndex(({ dateTime }) => dateTime === chosen);
  const { getItemProps } = useRovingIndex({
    total: slots.length,
    orientation: 'both',
    loop: false,
    focusedIndex: reached ?? Math.max(0, chosenIndex),
    onFocusChange: setReached,
  });
  if (slots.length === 0) return <EmptyState title="No open times on these days">Try later dates.</EmptyState>;
  const days = [...Map.groupBy(slots, ({ dateTime }) => dayOf(dateTime, timeZone))];
  return days.map(([day, ofDay]) => (
    <section key={day} aria-label={dayText(day, today)}>
      <Text size="sm" fw={500} mt="sm" mb={4}>
        {dayText(day, today)}
      </Text>
      <Group gap={6}>
        {ofDay.map((slot) => (
          <Button
            key={slot.dateTime}
            size="compact-sm"
            variant={slot.dateTime === chosen ? 'filled' : 'default'}
            aria-pressed={slot.dateTime === chosen}
            title={isOfOther(slot) ? 'With another host' : undefined}
            {...getItemProps({
              index: slots.indexOf(slot),
              // Pressed once more, it is chosen no longer.
              onClick: () => (slot.dateTime === chosen ? onChoose('', []) : onChoose(slot.dateTime, slot.hostIds)),
            })}
          >
            {timeText(slot.dateTime, timeZone)}
            {isOfOther(slot) && '*'}
          </Button>
        ))}
      </Group>
    </section>
  ));
}
