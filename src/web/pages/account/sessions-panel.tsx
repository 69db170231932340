import { Badge, Button, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useQuery } from 'urql';
import {
  OwnSessionsDocument,
  RevokeOtherSessionsDocument,
  RevokeSessionDocument,
  type SessionRowFragment,
} from '../../gql/own-sessions.ts';
import { useAct } from '../../parts/act.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import type { DialogProps } from '../../parts/form-dialog.tsx';
import { DeviceIcon, PhoneIcon } from '../../parts/icons.tsx';
import { Moment } from '../../parts/moment.tsx';
import { notifyDone } from '../../parts/notify.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { deviceName, isHandheld } from './device.ts';

/** Where the person is signed in, and how to end what they do not recognize. */
export function SessionsPanel() {
  const query = useQuery({ query: OwnSessionsDocument });
  const heading = useRef<HTMLHeadingElement>(null);
  const [isEndingAll, setIsEndingAll] = useState(false);
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
          <Button variant="default" onClick={() => setIsEndingAll(true)}>
            Sign out all others
          </Button>
        )
      }
    >
      <ProblemNote problem={problem} />
      <QueryView query={query}>
        {({ sessions }) => (
          <RecordTable columns={['Device', 'Signed in', 'Last used']} hasActions>
            {sessions?.map((session) => (
              <SessionRow key={session.id} session={session} isEnding={ending === session.id} onEnd={end} />
            ))}
          </RecordTable>
        )}
      </QueryView>
      <EndOthersDialog
        opened={isEndingAll}
        count={count - 1}
        onClose={() => setIsEndingAll(false)}
        onDone={() => heading.current?.focus()}
      />
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

interface EndOthersDialogProps extends DialogProps {
  readonly count: number;
  readonly onDone: () => void;
}

function EndOthersDialog({ opened, count, onClose, onDone }: EndOthersDialogProps) {
  const { act, ...state } = useAct(RevokeOtherSessionsDocument, { once: false, ifUnanswered: lookAgain });
  const end = async () => {
    const data = await act({});
    if (!data) return;
    onClose();
    onDone();
    notifyDone('You are signed out everywhere but here');
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Sign out all others?"
      action="Sign out all others"
      state={state}
      onConfirm={end}
    >
      {count === 1 ? 'One other session ends' : `${count} other sessions end`} at once: whoever uses them has to sign in
      again. You stay signed in here. API keys and connected apps go on working.
    </ConfirmDialog>
  );
}
