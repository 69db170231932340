import {
  type ConnectionRowFragment,
  RevokeAllConnectionsDocument,
  RevokeConnectionDocument,
} from '../../../gql/connected-apps.ts';
import type { DialogAbout } from '../../../kit/dialogs.tsx';
import { ConfirmDialog } from '../../../kit/dialogs.tsx';
import { notifyDone } from '../../../kit/messages.tsx';
import { Moment } from '../../../kit/moment.tsx';

export function RevokeConnectionDialog(dialog: DialogAbout<ConnectionRowFragment>) {
  return (
    <ConfirmDialog
      {...dialog}
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
            The access of the app to {workspace.name} stops at once: its access and refresh tokens are refused from the
            next request on, and the webhooks that it created through this connection are deleted. It was last used{' '}
            <Moment at={lastUsedAt} />. To come back, the app has to ask you again.
          </>
        )
      }
    </ConfirmDialog>
  );
}

/** Ends all connections with the app that this one is of. */
export function RevokeAllDialog(dialog: DialogAbout<ConnectionRowFragment>) {
  return (
    <ConfirmDialog
      {...dialog}
      title={({ app }) => `Revoke all connections of “${app.name}”?`}
      action="Revoke all connections"
      document={RevokeAllConnectionsDocument}
      variables={({ app }) => ({ input: { clientId: app.clientId } })}
      onDone={({ revokeAllConnections }, { app }) => {
        const count = revokeAllConnections?.count;
        notifyDone(
          `${count === 1 ? 'One connection' : `${count} connections`} of “${app.name}” ${count === 1 ? 'is' : 'are'} revoked`,
        );
      }}
    >
      {({ app }) => (
        <>
          Every connection that you have with {app.name} in this workspace ends at once, on all devices where you use
          the app: all of its tokens are refused from the next request on, and the webhooks that it created through them
          are deleted. Connections of other members stay.
        </>
      )}
    </ConfirmDialog>
  );
}
