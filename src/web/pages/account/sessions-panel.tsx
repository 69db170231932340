import { Badge, Button, Group, Text } from '@mantine/core';
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
import { Panel } from '../../kit/layout.tsx';
import { QueryView, RecordTable } from '../../kit/list.tsx';
import { notifyDone, ProblemNote } from '../../kit/messages.tsx';
import { Moment } from '../../kit/moment.tsx';
import { deviceName, isHandheld } from './device.ts';

/** Where the person is signed in, and how to end what they do not recognize. */
export function SessionsPanel() {
  const query = useQuery({ query: OwnSessionsDocument });
  const heading = useRef<HTMLHeadingElement>(null);
  const [opened, { open, close }] = useDisclosure();
  const { act, problem } = useAct(RevokeSessionDocument, { once: false, ifUnanswered: lookAgain });
  const [ending, setEnding] = useState<string>();
  const count = query[0].data?.sessions?.length ?? 0;
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
    <Panel
      padded={false}
      title="Sessions"
      titleRef={heading}
      summary="Where you are signed in. Sign out what you do not recognize, and change your password."
      actions={
        count > 1 && (
          <Button variant="default" onClick={open}>
            Sign out all others
          </Button>
        )
      }
    >
      <ProblemNote problem={problem} />
      <QueryView query={query}>
        {({ sessions }) => (
          <RecordTable columns={['Device', 'Signed in', 'Last used']} hasActions rows={sessions ?? []}>
            {(session) => (
              <SessionRow key={session.id} session={session} isEnding={ending === session.id} onEnd={end} />
            )}
          </RecordTable>
        )}
      </QueryView>
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
          `${others === 1 ? 'One other session ends' : `${others} other sessions end`} at once: whoever uses them has to sign in again. You stay signed in here. API keys and connected apps go on working.`
        }
      </ConfirmDialog>
    </Panel>
  );
}

const lookAgain =
  'It is not known whether the session has ended. Load the page again: the list shows those that go on.';

interface SessionRowProps {
  readonly session: SessionRowFragment;
  readonly isEnding: boolean;
  readonly onEnd: (session: SessionRowFragment) => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { userAgent, address, isCurrent, createdAt, lastUsedAt } = session;
  const name = deviceName(userAgent);
  return (
    <tr>
      <td>
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <span className="row-icon">{isHandheld(userAgent) ? <PhoneIcon /> : <DeviceIcon />}</span>
          <div>
            <Text fw={600} title={userAgent ?? undefined}>
              {name} {isCurrent && <Badge color="green">This session</Badge>}
            </Text>
            <p className="hint breaks">{address === null ? 'Made by the operator of the server' : address}</p>
          </div>
        </Group>
      </td>
      <td data-label="Signed in">
        <Moment at={createdAt} />
      </td>
      <td data-label="Last used">{isCurrent ? 'Now' : <Moment at={lastUsedAt} />}</td>
      <td className="actions">
        {!isCurrent && (
          <Button
            variant="default"
            size="xs"
            loading={isEnding}
            aria-label={`Sign out ${name}`}
            onClick={() => onEnd(session)}
          >
            Sign out
          </Button>
        )}
      </td>
    </tr>
  );
}
