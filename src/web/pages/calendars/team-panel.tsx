import { Button, Text } from '@mantine/core';
import { useRef } from 'react';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import { TeamCalendarsDocument, type TeamConnectionRowFragment } from '../../gql/calendars.ts';
import { countOf } from '../../kit/counts.ts';
import { useDialogs } from '../../kit/dialogs.tsx';
import { Panel } from '../../kit/layout.tsx';
import { EmptyState, QueryView, RecordTable } from '../../kit/list.tsx';
import { memberName } from '../../parts/members.ts';
import { DisconnectDialog } from './connections-panel.tsx';
import { ConnectionState } from './state.tsx';
import { kindTitles } from './words.ts';

/** For owners and admins: whose calendars cannot be read. What is in calendars of others is nobody else's matter. */
export function TeamPanel() {
  const { user } = useSession();
  const query = useQuery({ query: TeamCalendarsDocument, requestPolicy: 'cache-and-network' });
  const dialogs = useDialogs<'disconnect', TeamConnectionRowFragment>();
  const heading = useRef<HTMLHeadingElement>(null);
  const disconnect = dialogs.of('disconnect');
  return (
    <Panel
      padded={false}
      title="Team"
      titleRef={heading}
      summary="Whose calendars cannot be read. These members cannot be booked until that is mended; only they can connect their calendars again."
    >
      <QueryView query={query}>
        {({ calendarConnections }) => {
          const others = (calendarConnections ?? []).filter(({ userId }) => userId !== user.id);
          return (
            <RecordTable
              columns={['Member', 'Calendars', 'State']}
              hasActions
              label="Calendars of the team that cannot be read"
              className="calendar-records"
              rows={others.filter(({ status, lastReadAt }) => status !== 'ACTIVE' || lastReadAt === null)}
              empty={
                <EmptyState title={others.length === 0 ? 'Nobody else has connected calendars' : 'All can be read'}>
                  {others.length === 0
                    ? 'Members connect their own calendars, on this page of theirs.'
                    : `${countOf(others.length, 'connection')} of other members.`}
                </EmptyState>
              }
            >
              {(connection) => (
                <TeamRow
                  key={connection.id}
                  connection={connection}
                  onDisconnect={() => dialogs.open('disconnect', connection)}
                />
              )}
            </RecordTable>
          );
        }}
      </QueryView>
      <DisconnectDialog
        {...disconnect}
        member={disconnect.about ? nameOf(disconnect.about) : 'this member'}
        onDone={() => heading.current?.focus()}
      />
    </Panel>
  );
}

function nameOf({ member }: TeamConnectionRowFragment): string {
  return member ? memberName(member) : 'this member';
}

interface TeamRowProps {
  readonly connection: TeamConnectionRowFragment;
  readonly onDisconnect: () => void;
}

function TeamRow({ connection, onDisconnect }: TeamRowProps) {
  const name = nameOf(connection);
  return (
    <tr>
      <td>
        <Text fw={600} className="breaks">
          {name}
        </Text>
      </td>
      <td data-label="Calendars">
        <div>
          <span className="breaks">{connection.name}</span>
          <p className="hint">{kindTitles[connection.kind]}</p>
        </div>
      </td>
      <td data-label="State">
        <div>
          <ConnectionState state={connection} who={`${name} is`} />
        </div>
      </td>
      <td className="actions">
        <Button
          variant="default"
          size="xs"
          aria-label={`Disconnect ${connection.name} of ${name}`}
          onClick={onDisconnect}
        >
          Disconnect…
        </Button>
      </td>
    </tr>
  );
}
