import { Badge, Button, Group, Text, ThemeIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useQuery } from 'urql';
import {
  OwnSessionsDocument,
  RevokeOtherSessionsDocument,
  RevokeSessionDocument,
  type SessionRowFragment,
} from '../../gql/own-sessions.ts';
import { useAct } from '../../kit/act.ts';
import { ConfirmDialog } from '../../kit/dialogs.tsx';
import { DeviceIcon, PhoneIcon } from '../../kit/icons.tsx';
import type { Columns } from '../../kit/list/columns.ts';
import { List } from '../../kit/list/list.tsx';
import { notifyDone, ProblemNote } from '../../kit/messages.tsx';
import { Moment } from '../../kit/moment.tsx';
import { deviceName, isHandheld } from './device.ts';

const columns: Columns<SessionRowFragment> = {
  device: {
    title: 'Device',
    cell: ({ userAgent, address, isCurrent }) => (
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <ThemeIcon variant="default" size={36} radius="md" c="dimmed">
          {isHandheld(userAgent) ? <PhoneIcon /> : <DeviceIcon />}
        </ThemeIcon>
        <div>
          <Text component="div" fw={600} title={userAgent ?? undefined}>
            {deviceName(userAgent)} {isCurrent && <Badge color="green">This session</Badge>}
          </Text>
          <p className="hint breaks">{address === null ? 'Created by the operator of the server' : address}</p>
        </div>
      </Group>
    ),
  },
  signedIn: { title: 'Signed in', at: ({ createdAt }) => createdAt },
  used: { title: 'Last used', cell: ({ isCurrent, lastUsedAt }) => (isCurrent ? 'Now' : <Moment at={lastUsedAt} />) },
};

/** Where the person is signed in, and how to end what they do not recognize. */
export function SessionsPanel() {
  const [{ data }] = useQuery({ query: OwnSessionsDocument });
  const heading = useRef<HTMLHeadingElement>(null);
  const [opened, { open, close }] = useDisclosure();
  const { act, problem } = useAct(RevokeSessionDocument, { once: false, ifUnanswered: lookAgain });
  const [ending, setEnding] = useState<string>();
  const count = data?.sessions?.length ?? 0;
  const end = async ({ id, userAgent }: SessionRowFragment) => {
    setEnding(id);
    const data = await act({ input: { id } });
    setEnding(undefined);
    if (!data) return;
    // The button is gone with its row.
    heading.current?.focus();
    notifyDone(`${deviceName(userAgent)} is signed out`);
  };
  return (
    <>
      <List
        noun="session"
        document={OwnSessionsDocument}
        of={({ sessions }) => sessions}
        columns={columns}
        panel={{
          title: 'Sessions',
          titleRef: heading,
          summary: 'Where you are signed in. Sign out any session that you do not recognize, and change your password.',
          actions: count > 1 && (
            <Button variant="default" onClick={open}>
              Sign out all others
            </Button>
          ),
        }}
        head={<ProblemNote problem={problem} />}
        actions={(session) =>
          !session.isCurrent && (
            <Button
              variant="default"
              size="xs"
              loading={ending === session.id}
              aria-label={`Sign out ${deviceName(session.userAgent)}`}
              onClick={() => end(session)}
            >
              Sign out
            </Button>
          )
        }
      />
      <ConfirmDialog
        opened={opened}
        onClose={close}
        about={count - 1}
        title={() => 'Sign out all others?'}
        action="Sign out all others"
        document={RevokeOtherSessionsDocument}
        once={false}
        ifUnanswered={lookAgain}
        variables={() => ({})}
        onDone={() => {
          heading.current?.focus();
          notifyDone('You are signed out everywhere but here');
        }}
      >
        {(others) =>
          `${others === 1 ? 'One other session ends' : `${others} other sessions end`} at once: whoever uses them must sign in again. You stay signed in here. API keys and connected apps keep working.`
        }
      </ConfirmDialog>
    </>
  );
}

const lookAgain =
  'We do not know whether the session has ended. Reload the page: the list shows the sessions that are active.';
