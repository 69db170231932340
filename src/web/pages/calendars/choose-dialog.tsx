import { Checkbox, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import { type CalendarConnectionRowFragment, CalendarsDocument, ChooseCalendarsDocument } from '../../gql/calendars.ts';
import { useAct } from '../../kit/act.ts';
import type { DialogAbout } from '../../kit/dialogs.tsx';
import { FormBody } from '../../kit/form.tsx';
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
  const { act, ...state } = useAct(ChooseCalendarsDocument);
  const [busy, setBusy] = useState(calendars.filter((each) => each.countsAsBusy).map((each) => String(each.id)));
  const taking = calendars.find(({ takesBookings }) => takesBookings);
  const [booking, setBooking] = useState(taking ? String(taking.id) : null);
  const elsewhere = useBookingsElsewhere(id);
  const writable = calendars.filter(({ isWritable }) => isWritable);
  const save = async () => {
    const choices = { busyCalendarIds: busy.map(Number), bookingCalendarId: booking === null ? null : Number(booking) };
    if (!(await act({ input: { id, ...choices } }))) return;
    notifyDone(`“${name}” is saved`);
    onClose();
  };
  return (
    <FormBody {...{ state, onAct: save, onCancel: onClose }} action="Save">
      <Checkbox.Group
        label="Check for conflicts in"
        description="When you are busy in one of these calendars, nobody can book you."
        value={busy}
        onChange={setBusy}
        error={errorOf(state.problem?.fields, 'busyCalendarIds')}
      >
        <Stack gap="xs" mt="sm" mb="xs">
          {calendars.map((calendar, index) => (
            <Checkbox
              key={calendar.id}
              value={String(calendar.id)}
              label={calendar.name}
              data-autofocus={index === 0 || undefined}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {writable.length > 0 ? (
        <Select
          label="Add bookings to"
          description={`One calendar of all that you have connected.${elsewhere} Entries there move and disappear with the call.`}
          placeholder="No calendar of this connection"
          data={writable.map((calendar) => ({ value: String(calendar.id), label: calendar.name }))}
          value={booking}
          onChange={setBooking}
          clearable
          clearButtonProps={{ 'aria-label': 'Do not add bookings to a calendar of this connection' }}
          error={errorOf(state.problem?.fields, 'bookingCalendarId')}
        />
      ) : (
        <Text size="sm" c="dimmed">
          Bookings cannot be added to these calendars. To see your calls in another calendar, subscribe to a feed.
        </Text>
      )}
    </FormBody>
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

function errorOf(fields: Readonly<Record<string, string>> = {}, name: string): string | undefined {
  return Object.entries(fields).find(([path]) => path.startsWith(name))?.[1];
}
