import { type ApiKeyRowFragment, RevokeApiKeyDocument } from '../../../gql/api-keys.ts';
import { useAct } from '../../../parts/act.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { useLastDefined } from '../../../parts/last-defined.ts';
import { Moment } from '../../../parts/moment.tsx';
import { notifyDone } from '../../../parts/notify.tsx';

interface RevokeKeyDialogProps {
  readonly apiKey: ApiKeyRowFragment | undefined;
  readonly onClose: () => void;
}

export function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const { act, ...state } = useAct(RevokeApiKeyDocument);
  const shown = useLastDefined(apiKey);
  const revoke = async () => {
    if (!apiKey || !(await act({ input: { id: apiKey.id } }))) return;
    notifyDone(`The key “${apiKey.name}” is revoked`);
    onClose();
  };
  return (
    <ConfirmDialog
      opened={apiKey !== undefined}
      onClose={onClose}
      title={`Revoke “${shown?.name ?? ''}”?`}
      action="Revoke the key"
      state={state}
      onConfirm={revoke}
    >
      Whatever uses <code>service_…{shown?.lastFour}</code> gets a 401 from its next request on. It was{' '}
      {shown?.lastUsedAt ? (
        <>
          last used <Moment at={shown.lastUsedAt} />
        </>
      ) : (
        'never used'
      )}
      . A revoked key cannot be brought back.
    </ConfirmDialog>
  );
}
