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
  useArrival(connected);
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

/** Who comes back from a provider has a new connection, whose calendars are chosen first. */
function useArrival(onConnected: (connection: CalendarConnectionRowFragment) => void): void {
  const { user } = useSession();
  const { connected } = route.useSearch();
  const navigate = useNavigate();
  const [{ data }] = useQuery({
    query: CalendarsDocument,
    variables: { userId: user.id },
    pause: connected === undefined,
  });
  const arrived = data?.calendarConnections?.find(({ id }) => id === connected);
  const shown = useRef<number>(undefined);
  useEffect(() => {
    if (!arrived || shown.current === arrived.id) return;
    shown.current = arrived.id;
    onConnected(arrived);
    navigate({ to: '/settings/calendars', search: {}, replace: true });
  }, [arrived, onConnected, navigate]);
}

/** What came of a connection that a provider sent the browser back with. */
const authorizationProblems: Readonly<Record<string, string>> = {
  refused: 'Access was not allowed.',
  partial: 'Not all of the access that is needed was allowed. Connect again, and leave every box ticked.',
  expired: 'This took too long, or was already done. Start again.',
  other_user: 'The person who is signed in here is not the one who started.',
  other_account: 'This is a different account: add it as a new connection.',
  too_many: 'You have the maximum number of connections: disconnect one first.',
  no_calendar: 'There is no calendar in this account.',
  gone: 'The connection has been deleted.',
  provider: 'The provider gave an unexpected response. Try again later.',
};

function authorizationProblem(code: string): string {
  return Object.hasOwn(authorizationProblems, code) ? (authorizationProblems[code] as string) : 'Try again.';
}
