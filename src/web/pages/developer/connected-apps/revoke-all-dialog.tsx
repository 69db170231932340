import { Text } from '@mantine/core';
import { type ConnectionRowFragment, RevokeAllConnectionsDocument } from '../../../gql/connected-apps.ts';
import { useAct } from '../../../parts/act.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { useLastDefined } from '../../../parts/last-defined.ts';
import { notifyDone } from '../../../parts/notify.tsx';

interface RevokeAllDialogProps {
  /** One of the app's. */
  readonly connection: ConnectionRowFragment | undefined;
  readonly onClose: () => void;
}

export function RevokeAllDialog({ connection, onClose }: RevokeAllDialogProps) {
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
      <Text size="sm">
        Every connection that you have with {app?.name} in this workspace ends at once, on all devices where you use the
        app: all of its tokens are refused from the next request on, and the webhooks that it created through them are
        deleted. Connections of other members stay.
      </Text>
    </ConfirmDialog>
  );
}
