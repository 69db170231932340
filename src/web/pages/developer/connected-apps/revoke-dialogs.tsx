import {
  type ConnectionRowFragment,
  RevokeAllConnectionsDocument,
  RevokeConnectionDocument,
} from '../../../gql/connected-apps.ts';
import { useAct } from '../../../parts/act.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { useLastDefined } from '../../../parts/last-defined.ts';
import { Moment } from '../../../parts/moment.tsx';
import { notifyDone } from '../../../parts/notify.tsx';

interface RevokeDialogProps {
  readonly connection: ConnectionRowFragment | undefined;
  readonly onClose: () => void;
}

export function RevokeConnectionDialog({ connection, onClose }: RevokeDialogProps) {
  const { act, ...state } = useAct(RevokeConnectionDocument);
  const shown = useLastDefined(connection);
  const revoke = async () => {
    if (!connection || !(await act({ input: { id: connection.id } }))) return;
    notifyDone(`The connection of “${connection.app.name}” is revoked`);
    onClose();
  };
  return (
    <ConfirmDialog
      opened={connection !== undefined}
      onClose={onClose}
      title={`Revoke this connection of “${shown?.app.name ?? ''}”?`}
      action="Revoke the connection"
      state={state}
      onConfirm={revoke}
    >
      What the app was given in {shown?.workspace.name} stops at once: its access and refresh tokens are refused from
      the next request on, and the webhooks that it created through this connection are deleted. It was last used{' '}
      {shown?.lastUsedAt ? <Moment at={shown.lastUsedAt} /> : 'never'}. To come back, the app has to ask you again.
    </ConfirmDialog>
  );
}

/** Ends all connections with the app that this one is of. */
export function RevokeAllDialog({ connection, onClose }: RevokeDialogProps) {
  const { act, ...state } = useAct(RevokeAllConnectionsDocument);
  const app = useLastDefined(connection)?.app;
  const revokeAll = async () => {
    if (!app) return;
    const data = await act({ input: { clientId: app.clientId } });
    if (!data?.revokeAllConnections) return;
    const { count } = data.revokeAllConnections;
    notifyDone(
      count === 1 ? `One connection of “${app.name}” is revoked` : `${count} connections of “${app.name}” are revoked`,
    );
    onClose();
  };
  return (
    <ConfirmDialog
      opened={connection !== undefined}
      onClose={onClose}
      title={`Revoke all connections of “${app?.name ?? ''}”?`}
      action="Revoke all connections"
      state={state}
      onConfirm={revokeAll}
    >
      Every connection that you have with {app?.name} in this workspace ends at once, on all devices where you use the
      app: all of its tokens are refused from the next request on, and the webhooks that it created through them are
      deleted. Connections of other members stay.
    </ConfirmDialog>
  );
}
