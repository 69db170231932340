import { Anchor, Badge, Box, Group, Text } from '@mantine/core';
import type { ConnectionRowFragment } from '../../../gql/connected-apps.ts';
import type { Columns } from '../../../kit/list/columns.ts';
import { Moment } from '../../../kit/moment.tsx';
import { AppLogo } from '../../../parts/app-logo.tsx';
import { ScopeSentences } from '../../../parts/scopes.tsx';
import { hasEnded, isUnfinished } from './connection-state.ts';

export const connectionColumns: Columns<ConnectionRowFragment> = {
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
    cell: (connection) => (
      <>
        <Text size="sm">
          <span className="soft">{isUnfinished(connection) ? 'Allowed' : 'Connected'}</span>{' '}
          <Moment at={connection.createdAt} />
        </Text>
        <Text size="sm">
          <span className="soft">Last used</span>{' '}
          {connection.lastUsedAt ? <Moment at={connection.lastUsedAt} /> : 'never'}
        </Text>
      </>
    ),
  },
  ends: { title: 'Ends', cell: (connection) => <ConnectionEnd connection={connection} /> },
};

function ConnectionEnd({ connection }: { readonly connection: ConnectionRowFragment }) {
  const { revokedAt, expiresAt, accessTokenExpiresAt } = connection;
  const endedAt = revokedAt ?? expiresAt;
  if (hasEnded(connection)) {
    return (
      <>
        <Badge color="gray">{revokedAt !== null ? 'Revoked' : 'Expired'}</Badge>
        {endedAt !== null && (
          <p className="hint">
            <Moment at={endedAt} />
          </p>
        )}
      </>
    );
  }
  if (isUnfinished(connection)) {
    return (
      <Text size="sm">
        The app has not finished connecting
        {expiresAt !== null && (
          <>
            ; ends <Moment at={expiresAt} />
          </>
        )}
      </Text>
    );
  }
  return (
    <>
      <Text size="sm">
        {accessTokenExpiresAt ? (
          <>
            <span className="soft">Access token ends</span> <Moment at={accessTokenExpiresAt} />
          </>
        ) : (
          'Access token expired; the app has to refresh it'
        )}
      </Text>
      {expiresAt !== null && (
        <Text size="sm">
          <span className="soft">Connection ends</span> <Moment at={expiresAt} />{' '}
          <span className="soft">unless used</span>
        </Text>
      )}
    </>
  );
}
