import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useQuery } from 'urql';
import { isClosing } from '../../app/calendar-state.ts';
import { useSession } from '../../app/session.ts';
import { TeamCalendarsDocument, type TeamConnectionRowFragment } from '../../gql/calendars.ts';
import { countOf } from '../../kit/counts.ts';
import { useDialogs } from '../../kit/dialogs.tsx';
import type { Columns } from '../../kit/list/columns.ts';
import { List } from '../../kit/list/list.tsx';
import { memberName } from '../../parts/members.ts';
import { DisconnectDialog } from './connections-panel.tsx';
import { ConnectionState, kindTitles } from './state.tsx';

const columns: Columns<TeamConnectionRowFragment> = {
  member: { title: 'Member', isName: true, text: nameOf },
  calendars: { title: 'Calendars', text: ({ name }) => name, hint: ({ kind }) => kindTitles[kind], width: '15rem' },
  status: {
    title: 'Status',
    cell: (connection) => (
      <div>
        <ConnectionState state={connection} who={`${nameOf(connection)} is`} />
      </div>
    ),
  },
};

/** For owners and admins: whose calendars cannot be read. What is in calendars of others is nobody else's matter. */
export function TeamPanel() {
  const { user } = useSession();
  const [{ data }] = useQuery({ query: TeamCalendarsDocument });
  const others = data?.calendarConnections?.filter(({ userId }) => userId !== user.id).length ?? 0;
  const dialogs = useDialogs<'disconnect', TeamConnectionRowFragment>();
  const heading = useRef<HTMLHeadingElement>(null);
  const disconnect = dialogs.of('disconnect');
  return (
    <>
      <List
        noun="connection"
        label="Calendars of the team that cannot be read"
        document={TeamCalendarsDocument}
        of={({ calendarConnections }) =>
          calendarConnections?.filter((each) => each.userId !== user.id && isClosing(each))
        }
        columns={columns}
        panel={{
          title: 'Team',
          titleRef: heading,
          summary:
            'Whose calendars cannot be read. These members cannot be booked until that is fixed; only they can connect their calendars again.',
        }}
        actions={(connection) => (
          <Button
            variant="default"
            size="xs"
            aria-label={`Disconnect ${connection.name} of ${nameOf(connection)}`}
            onClick={() => dialogs.open('disconnect', connection)}
          >
            Disconnect…
          </Button>
        )}
        empty={
          others === 0
            ? {
                title: 'Nobody else has connected calendars',
                text: 'Members connect their own calendars on their own page.',
              }
            : { title: 'All can be read', text: `${countOf(others, 'connection')} of other members.` }
        }
      />
      <DisconnectDialog
        {...disconnect}
        member={disconnect.about ? nameOf(disconnect.about) : 'this member'}
        onDone={() => heading.current?.focus()}
      />
    </>
  );
}

function nameOf({ member }: TeamConnectionRowFragment): string {
  return member ? memberName(member) : 'this member';
}
