import { Button, Menu, Text } from '@mantine/core';
import { type CalendarConnectionRowFragment, ReadCalendarDocument } from '../../gql/calendars.ts';
import { useAct } from '../../kit/act.ts';
import type { Dialogs } from '../../kit/dialogs.tsx';
import { RowMenu } from '../../kit/list.tsx';
import { notifyDone, ProblemNote } from '../../kit/messages.tsx';
import { ConnectionState } from './state.tsx';
import { kindTitles } from './words.ts';

export type ConnectionDialogs = Dialogs<'reconnect' | 'choose' | 'disconnect', CalendarConnectionRowFragment>;

interface ConnectionRowProps {
  readonly connection: CalendarConnectionRowFragment;
  readonly dialogs: ConnectionDialogs;
}

export function ConnectionRow({ connection, dialogs }: ConnectionRowProps) {
  const { id, kind, name, status, calendars, lastReadAt } = connection;
  const { act, isBusy, problem } = useAct(ReadCalendarDocument, { once: false });
  const read = async () => {
    const data = await act({ input: { id } });
    const now = data?.refreshCalendarConnection?.connection;
    if (!now) return;
    if (now.isBeingRead && !isNewer(now.lastReadAt, lastReadAt))
      notifyDone(`“${name}” is still being read; the state appears here when it has ended`);
    // Without a problem and a read under way, it was read just before, and is not read again so soon.
    else if (now.problem === null) notifyDone(`“${name}” was read`);
  };
  const booking = calendars.find(({ takesBookings }) => takesBookings);
  return (
    <tr>
      <td>
        <Text fw={600} className="breaks">
          {name}
        </Text>
        <p className="hint">{kindTitles[kind]}</p>
      </td>
      <td data-label="State">
        <div>
          <ConnectionState state={connection} who="You are" isReading={isBusy || connection.isBeingRead} />
          {status === 'UNREADABLE' && (
            <Button
              size="xs"
              variant="default"
              mt={6}
              loading={isBusy}
              onClick={read}
              aria-label={`Try again: ${name}`}
            >
              Try again
            </Button>
          )}
          {status === 'DISCONNECTED' && (
            <Button
              size="xs"
              mt={6}
              onClick={() => dialogs.open('reconnect', connection)}
              aria-label={`Reconnect ${name}`}
            >
              Reconnect
            </Button>
          )}
          <ProblemNote problem={problem} />
        </div>
      </td>
      <td data-label="Counts as busy">
        <div>{namesOf(calendars.filter(({ countsAsBusy }) => countsAsBusy)) || 'None'}</div>
      </td>
      <td data-label="Bookings go to">
        <span className="breaks">{booking ? booking.name : '–'}</span>
      </td>
      <td className="actions">
        <RowMenu name={name}>
          <Menu.Item onClick={() => dialogs.open('choose', connection)}>Choose calendars…</Menu.Item>
          <Menu.Item onClick={read}>Read now</Menu.Item>
          <Menu.Item onClick={() => dialogs.open('reconnect', connection)}>Reconnect…</Menu.Item>
          <Menu.Item color="var(--error-ink)" onClick={() => dialogs.open('disconnect', connection)}>
            Disconnect…
          </Menu.Item>
        </RowMenu>
      </td>
    </tr>
  );
}

/** A read that failed, or goes on, leaves the time of the last good one as it was. */
function isNewer(readAt: string | null, before: string | null): boolean {
  return readAt !== null && (before === null || Date.parse(readAt) > Date.parse(before));
}

function namesOf(calendars: CalendarConnectionRowFragment['calendars']): string {
  return new Intl.ListFormat('en').format(calendars.map(({ name }) => name));
}
