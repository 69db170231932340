import { Anchor, Badge, Box, Group, Menu, Text } from '@mantine/core';
import type { ConnectionRowFragment } from '../../../gql/connected-apps.ts';
import type { Dialogs } from '../../../kit/dialogs.tsx';
import { RowMenu } from '../../../kit/list.tsx';
import { Moment } from '../../../kit/moment.tsx';
import { AppLogo } from '../../../parts/app-logo.tsx';
import { ScopeSentences } from '../../../parts/scopes.tsx';
import { hasEnded, isUnfinished } from './connection-state.ts';

export type ConnectionDialogs = Dialogs<'revoke' | 'revokeAll', ConnectionRowFragment>;

interface ConnectionRowProps {
  readonly connection: ConnectionRowFragment;
  readonly dialogs: ConnectionDialogs;
}

export function ConnectionRow({ connection, dialogs }: ConnectionRowProps) {
  const { app, workspace, scopes, createdAt, lastUsedAt } = connection;
  return (
    <tr>
      <td>
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
      </td>
      <td>
        <ScopeSentences scopes={scopes} />
      </td>
      <td>
        <Text size="sm">
          <span className="soft">{isUnfinished(connection) ? 'Allowed' : 'Connected'}</span> <Moment at={createdAt} />
        </Text>
        <Text size="sm">
          <span className="soft">Last used</span> {lastUsedAt ? <Moment at={lastUsedAt} /> : 'never'}
        </Text>
      </td>
      <td>
        <ConnectionEnd connection={connection} />
      </td>
      <td className="actions">
        {!hasEnded(connection) && (
          <RowMenu name={app.name}>
            <Menu.Item color="var(--error-ink)" onClick={() => dialogs.open('revoke', connection)}>
              Revoke this connection…
            </Menu.Item>
            <Menu.Item color="var(--error-ink)" onClick={() => dialogs.open('revokeAll', connection)}>
              Revoke all of {app.name}…
            </Menu.Item>
          </RowMenu>
        )}
      </td>
    </tr>
  );
}

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
