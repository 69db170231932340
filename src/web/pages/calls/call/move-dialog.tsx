import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useSession } from '../../../app/session.ts';
import {
  type CallRecordFragment,
  MoveCallDocument,
  type MoveCallMutation,
  type MoveCallMutationVariables,
  OpenTimesDocument,
} from '../../../gql/call.ts';
import { dayOf, daysAfter, dayText, timeText } from '../../../parts/days.ts';
import type { DialogAbout } from '../../../parts/dialogs.tsx';
import { useDraft } from '../../../parts/draft.ts';
import { Form, useActForm } from '../../../parts/form.tsx';
import { EmptyState, QueryView } from '../../../parts/list.tsx';
import { notifyDone } from '../../../parts/messages.tsx';
import { ReasonField } from './reason-field.tsx';

interface AboutCall {
  readonly call: CallRecordFragment;
}

interface Values extends Record<string, unknown> {
  readonly dateTime: string;
  readonly rescheduleReason: string;
}

/** Moves a call to an open time of its event. */
export function MoveDialog({ about, ...dialog }: DialogAbout<AboutCall>) {
  return (
    <Modal {...dialog} size="lg" title={about ? `Move the call with ${about.call.inviteeName}` : ''}>
      {about && <MoveForm call={about.call} onClose={dialog.onClose} />}
    </Modal>
  );
}

function MoveForm({ call, onClose }: AboutCall & { readonly onClose: () => void }) {
  const { timeZone } = useSession().user;
  const { form, frame } = useActForm<Values, MoveCallMutation, MoveCallMutationVariables>({
    document: MoveCallDocument,
    initialValues: { dateTime: '', rescheduleReason: '' },
    validate: { dateTime: (dateTime) => (dateTime === '' ? 'Choose a time' : null) },
    variables: ({ dateTime, rescheduleReason }) => ({
      input: { id: call.id, dateTime, ...(rescheduleReason.trim() !== '' && { rescheduleReason }) },
    }),
    onDone: (_data, _form, { dateTime }) => {
      forget();
      onClose();
      const day = dayText(dayOf(dateTime, timeZone), dayOf(Date.now(), timeZone));
      notifyDone(`Moved to ${day}, ${timeText(dateTime, timeZone)}`);
    },
  });
  const forget = useDraft(`move:${call.id}`, form);
  return (
    <Form {...frame} action="Move the call" onCancel={onClose}>
      <TimePicker
        call={call}
        chosen={form.values.dateTime}
        error={form.errors.dateTime}
        onChoose={(dateTime) => form.setFieldValue('dateTime', dateTime)}
      />
      <ReasonField {...form.getInputProps('rescheduleReason')} />
    </Form>
  );
}

const shownDays = 7;

interface TimePickerProps extends AboutCall {
  readonly chosen: string;
  readonly error: React.ReactNode;
  readonly onChoose: (dateTime: string) => void;
}

/** The open times of a week, in the viewer's zone; a star marks those of other hosts. */
function TimePicker({ call, chosen, error, onChoose }: TimePickerProps) {
  const { timeZone } = useSession().user;
  const today = dayOf(Date.now(), timeZone);
  const [from, setFrom] = useState(today);
  const to = daysAfter(from, shownDays - 1);
  const isOfOther = ({ hostIds }: { readonly hostIds: readonly number[] }) => !hostIds.includes(call.userId);
  const query = useQuery({
    query: OpenTimesDocument,
    variables: { eventId: call.eventId, timeZone, from, to },
  });
  return (
    <fieldset className="times">
      <legend>New time</legend>
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
          if (days.length === 0) return <EmptyState title="No open time in these days">Look at later ones.</EmptyState>;
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
                    onClick={() => onChoose(dateTime)}
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
          * With another host, because the present one is not free.
        </Text>
      )}
      {chosen !== '' && (
        <Text size="sm" mt="xs" role="status">
          Chosen: {dayText(dayOf(chosen, timeZone), today)}, {timeText(chosen, timeZone)}
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
