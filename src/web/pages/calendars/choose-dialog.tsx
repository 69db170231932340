import { Modal, Select, Text } from '@mantine/core';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import { type CalendarConnectionRowFragment, CalendarsDocument, ChooseCalendarsDocument } from '../../gql/calendars.ts';
import { Checkboxes } from '../../kit/choice-groups.tsx';
import type { DialogAbout } from '../../kit/dialogs.tsx';
import { errorsOfLists, Form, useActForm } from '../../kit/form.tsx';
import { notifyDone } from '../../kit/messages.tsx';

/** Which calendars of a connection count as busy, and which takes bookings. */
export function ChooseDialog({ about, ...dialog }: DialogAbout<CalendarConnectionRowFragment>) {
  return (
    <Modal {...dialog} title={`Calendars of “${about?.name ?? ''}”`} size="lg">
      {about && <ChoicesForm key={about.id} connection={about} onClose={dialog.onClose} />}
    </Modal>
  );
}

interface ChoicesFormProps {
  readonly connection: CalendarConnectionRowFragment;
  readonly onClose: () => void;
}

function ChoicesForm({ connection: { id, name, calendars }, onClose }: ChoicesFormProps) {
  const taking = calendars.find(({ takesBookings }) => takesBookings);
  const { form, frame } = useActForm({
    document: ChooseCalendarsDocument,
    fieldErrors: errorsOfLists,
    initialValues: {
      busyCalendarIds: calendars.filter(({ countsAsBusy }) => countsAsBusy).map((each) => String(each.id)),
      bookingCalendarId: taking ? String(taking.id) : null,
    },
    validate: {},
    variables: ({ busyCalendarIds: busy, bookingCalendarId: booking }) => ({
      input: { id, busyCalendarIds: busy.map(Number), bookingCalendarId: booking === null ? null : Number(booking) },
    }),
    onDone: () => {
      notifyDone(`“${name}” is saved`);
      onClose();
    },
  });
  const elsewhere = useBookingsElsewhere(id);
  const writable = calendars.filter(({ isWritable }) => isWritable);
  return (
    <Form {...frame} action="Save" onCancel={onClose}>
      <Checkboxes
        label="Check for conflicts in"
        description="When you are busy in one of these calendars, nobody can book you."
        choices={calendars.map((calendar, index) => ({
          value: String(calendar.id),
          label: calendar.name,
          'data-autofocus': index === 0 || undefined,
        }))}
        {...form.getInputProps('busyCalendarIds')}
      />
      {writable.length > 0 ? (
        <Select
          label="Add bookings to"
          description={`One calendar of all that you have connected.${elsewhere} Entries there move and disappear with the call.`}
          placeholder="No calendar of this connection"
          data={writable.map((calendar) => ({ value: String(calendar.id), label: calendar.name }))}
          clearable
          clearButtonProps={{ 'aria-label': 'Do not add bookings to a calendar of this connection' }}
          {...form.getInputProps('bookingCalendarId')}
        />
      ) : (
        <Text size="sm" c="dimmed">
          Bookings cannot be added to these calendars. To see your calls in another calendar, subscribe to a feed.
        </Text>
      )}
    </Form>
  );
}

/** Which calendar of another connection takes bookings now: a choice here takes them from it. */
function useBookingsElsewhere(id: number): string {
  const { user } = useSession();
  const [{ data }] = useQuery({ query: CalendarsDocument, variables: { userId: user.id } });
  for (const { id: other, name, calendars } of data?.calendarConnections ?? []) {
    const taking = other === id ? undefined : calendars.find(({ takesBookings }) => takesBookings);
    if (taking) return ` Now it is “${taking.name}” of “${name}”.`;
  }
  return '';
}
