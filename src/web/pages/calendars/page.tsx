import { Alert, Anchor, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import { type CalendarConnectionRowFragment, CalendarsDocument } from '../../gql/calendars.ts';
import { useDialogs } from '../../kit/dialogs.tsx';
import { PlusIcon, WarningIcon } from '../../kit/icons.tsx';
import { PageHeader } from '../../kit/layout.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import { ChooseDialog } from './choose-dialog.tsx';
import { ConnectDialog, ReconnectDialog } from './connect-dialog.tsx';
import { type ConnectionDialogs, ConnectionsPanel, DisconnectDialog } from './connections-panel.tsx';
import { FeedsPanel } from './feeds-panel.tsx';
import { TeamPanel } from './team-panel.tsx';
import { authorizationProblem } from './words.ts';

const route = getRouteApi('/settings/calendars');

/** Calendars elsewhere that count here, and feeds of the calls of here. */
export function CalendarsPage() {
  const session = useSession();
  const { problem } = route.useSearch();
  const navigate = useNavigate();
  const dialogs: ConnectionDialogs = useDialogs();
  const [isConnecting, { open, close }] = useDisclosure();
  const heading = useRef<HTMLHeadingElement>(null);
  const connected = (connection: CalendarConnectionRowFragment) => {
    close();
    dialogs.close();
    notifyDone(`“${connection.name}” is connected`);
    // Of several, somebody chooses; the first choice may be wrong.
    if (connection.calendars.length > 1) dialogs.open('choose', connection);
  };
  useChoicesOfArrival(dialogs);
  return (
    <>
      <PageHeader
        title="Calendars"
        summary={
          <>
            When you are busy in a connected calendar, nobody can book you. Only the times are read, never what stands
            in an entry.{' '}
            <Anchor href="/docs/calendars" underline="always" inherit>
              What is read and stored
            </Anchor>
          </>
        }
        actions={
          <Button leftSection={<PlusIcon />} onClick={open}>
            Connect a calendar
          </Button>
        }
      />
      {problem !== undefined && (
        <Alert
          role="alert"
          color="red"
          mb="md"
          icon={<WarningIcon />}
          title="The calendar was not connected"
          withCloseButton
          closeButtonLabel="Close this message"
          onClose={() => navigate({ to: '/settings/calendars', search: {}, replace: true })}
        >
          {authorizationProblem(problem)}
        </Alert>
      )}
      <ConnectionsPanel dialogs={dialogs} titleRef={heading} onConnect={open} />
      {isTeamLead(session) && <TeamPanel />}
      <FeedsPanel />
      <ConnectDialog opened={isConnecting} onClose={close} onConnected={connected} />
      <ReconnectDialog {...dialogs.of('reconnect')} onConnected={connected} />
      <ChooseDialog {...dialogs.of('choose')} />
      <DisconnectDialog {...dialogs.of('disconnect')} onDone={() => heading.current?.focus()} />
    </>
  );
}

/** Who comes back from a provider with a new connection chooses its calendars first. */
function useChoicesOfArrival(dialogs: ConnectionDialogs): void {
  const { user } = useSession();
  const { connected } = route.useSearch();
  const navigate = useNavigate();
  const [{ data }] = useQuery({
    query: CalendarsDocument,
    variables: { userId: user.id },
    pause: connected === undefined,
  });
  const arrived = data?.calendarConnections?.find(({ id }) => id === connected);
  const { open } = dialogs;
  const shown = useRef<number>(undefined);
  useEffect(() => {
    if (!arrived || shown.current === arrived.id) return;
    shown.current = arrived.id;
    notifyDone(`“${arrived.name}” is connected`);
    if (arrived.calendars.length > 1) open('choose', arrived);
    navigate({ to: '/settings/calendars', search: {}, replace: true });
  }, [arrived, open, navigate]);
}
