import { Text } from '@mantine/core';
import type { OAuthClientDetailsFragment } from '../../../gql/oauth-clients.ts';
import { countOf } from '../../../kit/counts.ts';
import { Panel } from '../../../kit/layout.tsx';
import { RecordTable } from '../../../kit/list.tsx';
import { Moment } from '../../../kit/moment.tsx';
import { memberName } from '../../../parts/members.ts';

/** Who uses the client now. Of other workspaces there are only numbers. */
export function ConnectionsPanel({ client: { usage } }: { readonly client: OAuthClientDetailsFragment }) {
  const { connectionCount, workspaceCount, memberCount, members, lastUsedAt } = usage;
  if (connectionCount === 0) {
    return (
      <Panel title="Connections">
        <p className="hint">Nobody has connected it yet. Send somebody to its authorize URL.</p>
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
      {members.length > 0 && (
        <RecordTable columns={['Member of this workspace', 'Connections', 'Last used']} rows={members}>
          {({ connections, lastUsedAt: usedAt, ...member }) => (
            <tr key={member.userId}>
              <td>
                {memberName(member)}
                <p className="hint breaks">{member.email}</p>
              </td>
              <td data-label="Connections">{connections}</td>
              <td data-label="Last used">{usedAt === null ? 'Never' : <Moment at={usedAt} />}</td>
            </tr>
          )}
        </RecordTable>
      )}
      {memberCount > members.length && (
        <Text size="sm" c="dimmed" p="md">
          And {countOf(memberCount - members.length, 'more member')}
        </Text>
      )}
    </Panel>
  );
}
