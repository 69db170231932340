import { Text } from '@mantine/core';
import { type ConnectionRowFragment, RevokeConnectionDocument } from '../../../gql/connected-apps.ts';
import { useAct } from '../../../parts/act.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { notifyDone } from '../../../parts/notify.tsx';
import { useShownWhileClosing } from './shown-while-closing.ts';

interface RevokeDialogProps {
  readonly connection: ConnectionRowFragment | undefined;
  readonly onClose: () => void;
}

export function RevokeConnectionDialog({ connection, onClose }: RevokeDialogProps) {
  const { act, isBusy, problem, forget } = useAct(RevokeConnectionDocument);
  const shown = useShownWhileClosing(connection);
  const close = () => {
    forget();
    onClose();
  };
  const revoke = async () => {
    if (!connection || !(await act({ input: { id: connection.id } }))) return;
    notifyDone(`The connection of “${connection.app.name}” is revoked`);
    close();
  };
  return (
    <ConfirmDialog
      opened={connection !== undefined}
      onClose={close}
      title={`Revoke this connection of “${shown?.app.name ?? ''}”?`}
      action="Revoke the connection"
      isBusy={isBusy}
      problem={problem}
      onConfirm={revoke}
    >
      <Text size="sm">
        What the app was given in {shown?.workspace.name} stops at once: its access and refresh tokens are refused from
        the next request on, and the webhooks that it created through this connection are deleted. It was last used{' '}
        {shown?.lastUsedAt ? <Moment at={shown.lastUsedAt} /> : 'never'}. To come back, the app has to ask you again.
      </Text>
    </ConfirmDialog>
  );
}
