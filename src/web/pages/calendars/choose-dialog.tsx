import { Select, Text } from '@mantine/core';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import { type CalendarConnectionRowFragment, CalendarsDocument, ChooseCalendarsDocument } from '../../gql/calendars.ts';
import { Checkboxes } from '../../kit/choice-groups.tsx';
import { ActDialog, type DialogAbout } from '../../kit/dialogs.tsx';
import { errorsOfLists } from '../../kit/form.tsx';
import { notifyDone } from '../../kit/messages.tsx';

/** Which calendars of a connection count as busy, and which takes bookings. */
export function ChooseDialog(dialog: DialogAbout<CalendarConnectionRowFragment>) {
  const elsewhere = useBookingsElsewhere(dialog.about?.id);
  return (
    <ActDialog
      {...dialog}
      size="lg"
      title={({ name }) => `Calendars of “${name}”`}
      action="Save"
      document={ChooseCalendarsDocument}
      fieldErrors={errorsOfLists}
      initialValues={({ calendars }) => {
        const taking = calendars.find(({ takesBookings }) => takesBookings);
        return {
          busyCalendarIds: calendars.filter(({ countsAsBusy }) => countsAsBusy).map((each) => String(each.id)),
          bookingCalendarId: taking ? String(taking.id) : null,
        };
      }}
      variables={({ busyCalendarIds: busy, bookingCalendarId: booking }, { id }) => ({
        input: { id, busyCalendarIds: busy.map(Number), bookingCalendarId: booking === null ? null : Number(booking) },
      })}
      onDone={(_data, { name }) => notifyDone(`“${name}” is saved`)}
    >
      {(form, { calendars }) => (
        <>
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
          {calendars.some(({ isWritable }) => isWritable) ? (
            <Select
              label="Add bookings to"
              description={`One calendar of all that you have connected.${elsewhere} Entries there move and disappear with the call.`}
              placeholder="No calendar of this connection"
              data={calendars
                .filter(({ isWritable }) => isWritable)
                .map(({ id, name }) => ({ value: `${id}`, label: name }))}
              clearable
              clearButtonProps={{ 'aria-label': 'Do not add bookings to a calendar of this connection' }}
              {...form.getInputProps('bookingCalendarId')}
            />
          ) : (
            <Text size="sm" c="dimmed">
              Bookings cannot be added to these calendars. To see your calls in another calendar, subscribe to a feed.
            </Text>
          )}
        </>
      )}
    </ActDialog>
  );
}

/** Which calendar of another connection takes bookings now: a choice here takes them from it. */
function useBookingsElsewhere(id: number | undefined): string {
  const { user } = useSession();
  const [{ data }] = useQuery({ query: CalendarsDocument, variables: { userId: user.id }, pause: id === undefined });
  for (const { id: other, name, calendars } of data?.calendarConnections ?? []) {
    const taking = other === id ? undefined : calendars.find(({ takesBookings }) => takesBookings);
    if (taking) return ` Now it is “${taking.name}” of “${name}”.`;
  }
  return '';
}
