import { Button } from '@mantine/core';
import { type Ref, useEffect } from 'react';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import {
  type CalendarConnectionRowFragment,
  CalendarsDocument,
  DisconnectCalendarDocument,
} from '../../gql/calendars.ts';
import { ConfirmDialog, type DialogAbout } from '../../kit/dialogs.tsx';
import { PlusIcon } from '../../kit/icons.tsx';
import { Panel } from '../../kit/layout.tsx';
import { EmptyState, QueryView, RecordTable } from '../../kit/list.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import { type ConnectionDialogs, ConnectionRow } from './connection-row.tsx';

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
  const query = useQuery({
    query: CalendarsDocument,
    variables: { userId: user.id },
    requestPolicy: 'cache-and-network',
  });
  const [{ data }, execute] = query;
  const isReading = data?.calendarConnections?.some(({ isBeingRead }) => isBeingRead) ?? false;
  useEffect(() => {
    if (!isReading) return;
    const timer = setInterval(() => execute({ requestPolicy: 'network-only' }), againMs);
    return () => clearInterval(timer);
  }, [isReading, execute]);
  return (
    <Panel padded={false} title="Your calendars" titleRef={titleRef}>
      <QueryView query={query}>
        {({ calendarConnections }) => (
          <RecordTable
            columns={['Calendars', 'State', 'Counts as busy', 'Bookings go to']}
            hasActions
            label="Your calendars"
            className="calendar-records"
            rows={calendarConnections ?? []}
            empty={
              <EmptyState
                title="No calendars yet"
                action={
                  <Button mt="sm" leftSection={<PlusIcon />} onClick={onConnect}>
                    Connect a calendar
                  </Button>
                }
              >
                Connect the calendar that you live by: whenever it says that you are busy, nobody can book you here.
              </EmptyState>
            }
          >
            {(connection) => <ConnectionRow key={connection.id} connection={connection} dialogs={dialogs} />}
          </RecordTable>
        )}
      </QueryView>
    </Panel>
  );
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
          ? 'What these calendars hold no longer keeps times from being booked, and bookings are no longer written into them. What is known of them here is deleted. Entries that were written there stay.'
          : `What these calendars hold no longer keeps times of ${member} from being booked, so they may be booked twice. Only ${member} can connect them again.`
      }
    </ConfirmDialog>
  );
}
