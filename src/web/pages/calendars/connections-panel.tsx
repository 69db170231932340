import { Button, Menu } from '@mantine/core';
import { type Ref, useState } from 'react';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import {
  type CalendarConnectionRowFragment,
  CalendarsDocument,
  DisconnectCalendarDocument,
  ReadCalendarDocument,
} from '../../gql/calendars.ts';
import { useAct } from '../../kit/act.ts';
import { ConfirmDialog, type DialogAbout, type Dialogs } from '../../kit/dialogs.tsx';
import { PlusIcon } from '../../kit/icons.tsx';
import type { Columns } from '../../kit/list/columns.ts';
import { List } from '../../kit/list/list.tsx';
import { DangerItem } from '../../kit/list/row-menu.tsx';
import { notifyDone, ProblemNote } from '../../kit/messages.tsx';
import { ConnectionState, kindTitles } from './state.tsx';

export type ConnectionDialogs = Dialogs<'reconnect' | 'choose' | 'disconnect', CalendarConnectionRowFragment>;

interface ConnectionsPanelProps {
  readonly dialogs: ConnectionDialogs;
  readonly titleRef: Ref<HTMLHeadingElement>;
  readonly onConnect: () => void;
}

/** While a read goes on, its end is looked for. */
const againMs = 3_000;

/** The viewer's own connections. */
export function ConnectionsPanel({ dialogs, titleRef, onConnect }: ConnectionsPanelProps) {
  const { user } = useSession();
  const [{ data }] = useQuery({ query: CalendarsDocument, variables: { userId: user.id } });
  const { act, problem } = useAct(ReadCalendarDocument, { once: false });
  const [readId, setReadId] = useState<number>();
  const read = async ({ id, name, lastReadAt }: CalendarConnectionRowFragment) => {
    setReadId(id);
    const answer = await act({ input: { id } });
    setReadId(undefined);
    const now = answer?.refreshCalendarConnection?.connection;
    if (!now) return;
    if (now.isBeingRead && !isNewer(now.lastReadAt, lastReadAt))
      notifyDone(`“${name}” is still being read; the status appears here when it has ended`);
    // Without a problem and a read under way, it was read just before, and is not read again so soon.
    else if (now.problem === null) notifyDone(`“${name}” was read`);
  };
  const columns: Columns<CalendarConnectionRowFragment> = {
    calendars: {
      title: 'Calendars',
      isName: true,
      text: ({ name }) => name,
      hint: ({ kind }) => kindTitles[kind],
      width: '15rem',
    },
    status: {
      title: 'Status',
      cell: (connection) => (
        <div>
          <ConnectionState
            state={connection}
            who="You are"
            isReading={connection.id === readId || connection.isBeingRead}
          />
          {connection.status === 'UNREADABLE' && (
            <Button
              size="xs"
              variant="default"
              mt={6}
              loading={connection.id === readId}
              onClick={() => read(connection)}
              aria-label={`Try again: ${connection.name}`}
            >
              Try again
            </Button>
          )}
          {connection.status === 'DISCONNECTED' && (
            <Button
              size="xs"
              mt={6}
              onClick={() => dialogs.open('reconnect', connection)}
              aria-label={`Reconnect ${connection.name}`}
            >
              Reconnect
            </Button>
          )}
        </div>
      ),
    },
    busy: {
      title: 'Checked for conflicts',
      text: ({ calendars }) =>
        new Intl.ListFormat('en').format(
          calendars.filter(({ countsAsBusy }) => countsAsBusy).map(({ name }) => name),
        ) || 'None',
    },
    bookings: {
      title: 'Bookings added to',
      text: ({ calendars }) => calendars.find(({ takesBookings }) => takesBookings)?.name ?? '–',
      className: 'breaks',
    },
  };
  return (
    <List
      noun="calendar"
      label="Your calendars"
      document={CalendarsDocument}
      variables={{ userId: user.id }}
      of={({ calendarConnections }) => calendarConnections}
      columns={columns}
      everyMs={data?.calendarConnections?.some(({ isBeingRead }) => isBeingRead) ? againMs : undefined}
      panel={{ title: 'Your calendars', titleRef }}
      head={<ProblemNote problem={problem} />}
      nameOf={({ name }) => name}
      menu={(connection) => (
        <>
          <Menu.Item onClick={() => dialogs.open('choose', connection)}>Choose calendars…</Menu.Item>
          <Menu.Item onClick={() => read(connection)}>Read now</Menu.Item>
          <Menu.Item onClick={() => dialogs.open('reconnect', connection)}>Reconnect…</Menu.Item>
          <DangerItem onClick={() => dialogs.open('disconnect', connection)}>Disconnect…</DangerItem>
        </>
      )}
      empty={{
        title: 'No calendars yet',
        text: 'Connect the calendar that you use: when you are busy there, nobody can book you here.',
        action: (
          <Button mt="sm" leftSection={<PlusIcon />} onClick={onConnect}>
            Connect a calendar
          </Button>
        ),
      }}
    />
  );
}

/** A read that failed, or goes on, leaves the time of the last good one as it was. */
function isNewer(readAt: string | null, before: string | null): boolean {
  return readAt !== null && (before === null || Date.parse(readAt) > Date.parse(before));
}

interface DisconnectDialogProps extends DialogAbout<Pick<CalendarConnectionRowFragment, 'id' | 'name'>> {
  /** Whose it is, where it is not the viewer's own. */
  readonly member?: string | undefined;
  readonly onDone: () => void;
}

export function DisconnectDialog({ member, onDone, ...dialog }: DisconnectDialogProps) {
  return (
    <ConfirmDialog
      {...dialog}
      title={({ name }) => `Disconnect “${name}”?`}
      action="Disconnect"
      document={DisconnectCalendarDocument}
      variables={({ id }) => ({ input: { id } })}
      onDone={(_, { name }) => {
        onDone();
        notifyDone(`“${name}” is disconnected`);
      }}
    >
      {() =>
        member === undefined
          ? 'Events in these calendars no longer block your time, and bookings are no longer added to them. Everything stored about them here is deleted. Entries that were added there stay.'
          : `Events in these calendars no longer block the time of ${member}, who may be double-booked. Only ${member} can connect them again.`
      }
    </ConfirmDialog>
  );
}
