import { Menu } from '@mantine/core';
import { type ConnectionRowFragment, ConnectionsDocument } from '../../../gql/connected-apps.ts';
import { useDialogs } from '../../../kit/dialogs.tsx';
import { PageHeader } from '../../../kit/layout.tsx';
import { List } from '../../../kit/list/list.tsx';
import { connectionColumns } from './connection-columns.tsx';
import { hasEnded } from './connection-state.ts';
import { useEndedMeanwhile } from './ended-meanwhile.ts';
import { RevokeAllDialog, RevokeConnectionDialog } from './revoke-dialogs.tsx';

export function ConnectedAppsPage() {
  const dialogs = useDialogs<'revoke' | 'revokeAll', ConnectionRowFragment>();
  return (
    <>
      <PageHeader
        title="Connected apps"
        summary="Apps that you allowed to access this workspace. Each acts as you, within the scopes that you granted and what your role allows."
      />
      <List
        noun="connection"
        document={ConnectionsDocument}
        of={({ connections }) => connections}
        columns={connectionColumns}
        useRows={useListed}
        nameOf={({ app }) => app.name}
        menu={(connection) =>
          !hasEnded(connection) && (
            <>
              <Menu.Item color="var(--error-ink)" onClick={() => dialogs.open('revoke', connection)}>
                Revoke this connection…
              </Menu.Item>
              <Menu.Item color="var(--error-ink)" onClick={() => dialogs.open('revokeAll', connection)}>
                Revoke all of {connection.app.name}…
              </Menu.Item>
            </>
          )
        }
        empty={{
          title: 'No connected apps',
          text: 'An app appears here once you allow it access on its consent page. To see one, register an OAuth client and try its flow.',
        }}
      />
      <RevokeConnectionDialog {...dialogs.of('revoke')} />
      <RevokeAllDialog {...dialogs.of('revokeAll')} />
    </>
  );
}

/** With those that have ended while the page is open, the newest first. */
function useListed(listed: readonly ConnectionRowFragment[] | undefined): readonly ConnectionRowFragment[] {
  const ended = useEndedMeanwhile(listed);
  return [...(listed ?? []), ...ended].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}
