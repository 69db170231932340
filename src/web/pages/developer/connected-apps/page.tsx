import { Anchor, Badge, Box, Group, Text } from '@mantine/core';
import {
  type ConnectionRowFragment,
  ConnectionsDocument,
  RevokeAllConnectionsDocument,
  RevokeConnectionDocument,
} from '../../../gql/connected-apps.ts';
import { countOf } from '../../../kit/counts.ts';
import { ConfirmDialog, useDialogs } from '../../../kit/dialogs.tsx';
import { PageHeader } from '../../../kit/layout.tsx';
import type { Columns } from '../../../kit/list/columns.ts';
import { List } from '../../../kit/list/list.tsx';
import { DangerItem } from '../../../kit/list/row-menu.tsx';
import { notifyDone } from '../../../kit/messages.tsx';
import { Moment } from '../../../kit/moment.tsx';
import { AppLogo } from '../../../parts/app-logo.tsx';
import { ScopeSentences } from '../../../parts/scopes.tsx';
import { hasEnded, isUnfinished, useWithEnded } from './connections.ts';

const connectionColumns: Columns<ConnectionRowFragment> = {
  app: {
    title: 'App',
    cell: ({ app, workspace }) => (
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <AppLogo {...app} size={38} />
        <Box miw="8rem">
          <Text fw={600} className="breaks">
            {app.name}
          </Text>
          <p className="hint breaks">{workspace.name}</p>
          {app.homepageUrl !== null && (
            <Anchor size="sm" href={app.homepageUrl} target="_blank" rel="noopener noreferrer" className="breaks">
              {new URL(app.homepageUrl).host}
            </Anchor>
          )}
        </Box>
      </Group>
    ),
  },
  scopes: { title: 'What it can do', cell: ({ scopes }) => <ScopeSentences scopes={scopes} /> },
  used: {
    title: 'Used',
    cell: (each) => <Moment before={isUnfinished(each) ? 'Allowed ' : 'Connected '} at={each.createdAt} />,
    hint: ({ lastUsedAt }) => (lastUsedAt ? <Moment before="Last used " at={lastUsedAt} /> : 'Last used never'),
  },
  ends: {
    title: 'Ends',
    cell: (connection) => {
      const { revokedAt, expiresAt, accessTokenExpiresAt } = connection;
      if (hasEnded(connection)) return <Badge color="gray">{revokedAt !== null ? 'Revoked' : 'Expired'}</Badge>;
      if (isUnfinished(connection))
        return <Moment before="The app has not finished connecting; ends " at={expiresAt} />;
      if (accessTokenExpiresAt) return <Moment before="Access token ends " at={accessTokenExpiresAt} />;
      return 'Access token expired; the app has to refresh it';
    },
    hint: (connection) => {
      const { revokedAt, expiresAt } = connection;
      if (hasEnded(connection)) return <Moment at={revokedAt ?? expiresAt} />;
      if (isUnfinished(connection) || expiresAt === null) return null;
      return (
        <>
          <Moment before="Connection ends " at={expiresAt} /> unless used
        </>
      );
    },
  },
};

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
        useRows={useWithEnded}
        nameOf={({ app }) => app.name}
        menu={(connection) =>
          !hasEnded(connection) && (
            <>
              <DangerItem onClick={() => dialogs.open('revoke', connection)}>Revoke this connection…</DangerItem>
              <DangerItem onClick={() => dialogs.open('revokeAll', connection)}>
                Revoke all of {connection.app.name}…
              </DangerItem>
            </>
          )
        }
        empty={{
          title: 'No connected apps',
          text: 'An app appears here once you allow it access on its consent page. To see one, register an OAuth client and try its flow.',
        }}
      />
      <ConfirmDialog
        {...dialogs.of('revoke')}
        title={({ app }) => `Revoke this connection of “${app.name}”?`}
        action="Revoke the connection"
        document={RevokeConnectionDocument}
        variables={({ id }) => ({ input: { id } })}
        onDone={(_, { app }) => notifyDone(`The connection of “${app.name}” is revoked`)}
      >
        {({ workspace, lastUsedAt }) =>
          lastUsedAt === null ? (
            <>
              The app has not finished connecting to {workspace.name}: it has no token yet, and gets none after this. To
              come back, it has to ask you again.
            </>
          ) : (
            <>
              The access of the app to {workspace.name} stops at once: its access and refresh tokens are refused from
              the next request on, and the webhooks that it created through this connection are deleted. It was last
              used <Moment at={lastUsedAt} />. To come back, the app has to ask you again.
            </>
          )
        }
      </ConfirmDialog>
      <ConfirmDialog
        {...dialogs.of('revokeAll')}
        title={({ app }) => `Revoke all connections of “${app.name}”?`}
        action="Revoke all connections"
        document={RevokeAllConnectionsDocument}
        variables={({ app }) => ({ input: { clientId: app.clientId } })}
        onDone={({ revokeAllConnections }, { app }) => {
          const count = revokeAllConnections?.count ?? 0;
          notifyDone(`${countOf(count, 'connection')} of “${app.name}” ${count === 1 ? 'is' : 'are'} revoked`);
        }}
      >
        {({ app }) => (
          <>
            Every connection that you have with {app.name} in this workspace ends at once, on all devices where you use
            the app: all of its tokens are refused from the next request on, and the webhooks that it created through
            them are deleted. Connections of other members stay.
          </>
        )}
      </ConfirmDialog>
    </>
  );
}
