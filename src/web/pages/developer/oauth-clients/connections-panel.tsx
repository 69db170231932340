import { Text } from '@mantine/core';
import type { OAuthClientDetailsFragment } from '../../../gql/oauth-clients.ts';
import { countOf } from '../../../kit/counts.ts';
import { Panel } from '../../../kit/layout.tsx';
import type { Columns } from '../../../kit/list/columns.ts';
import { RecordTable } from '../../../kit/list/table.tsx';
import { Moment } from '../../../kit/moment.tsx';
import { memberName } from '../../../parts/members.ts';

const columns: Columns<OAuthClientDetailsFragment['usage']['members'][number]> = {
  member: {
    title: 'Member of this workspace',
    cell: (member) => (
      <>
        {memberName(member)}
        <p className="hint breaks">{member.email}</p>
      </>
    ),
  },
  connections: { title: 'Connections', text: ({ connections }) => String(connections) },
  used: { title: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Moment at={lastUsedAt} />) },
};

/** Who uses the client now. Of other workspaces there are only numbers. */
export function ConnectionsPanel({ client: { usage } }: { readonly client: OAuthClientDetailsFragment }) {
  const { connectionCount, workspaceCount, memberCount, members, lastUsedAt } = usage;
  if (connectionCount === 0) {
    return (
      <Panel title="Connections">
        <p className="hint">Nobody has connected it yet. Send someone to its authorize URL.</p>
      </Panel>
    );
  }
  return (
    <Panel
      padded={false}
      title="Connections"
      summary={
        <>
          {countOf(connectionCount, 'live connection')} in {countOf(workspaceCount, 'workspace')}
          {lastUsedAt !== null && (
            <>
              , last used <Moment at={lastUsedAt} />
            </>
          )}
          . {memberCount === 0 && 'Nobody of this workspace has one.'}
        </>
      }
    >
      {members.length > 0 && <RecordTable columns={columns} rows={members} keyOf={({ userId }) => userId} />}
      {memberCount > members.length && (
        <Text size="sm" c="dimmed" p="md">
          And {countOf(memberCount - members.length, 'more member')}
        </Text>
      )}
    </Panel>
  );
}
