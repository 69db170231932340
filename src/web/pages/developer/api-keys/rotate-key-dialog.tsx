import { Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../../app/session.ts';
import { type ApiKeyRowFragment, RotateApiKeyDocument } from '../../../gql/api-keys.ts';
import { useAct } from '../../../parts/act.ts';
import { FormBody } from '../../../parts/form-dialog.tsx';
import { useLastDefined } from '../../../parts/last-defined.ts';
import { OverlapSelect } from '../../../parts/overlap-select.tsx';
import { type Expiry, expiresAt, expiryProblem } from './expiry.ts';
import { ExpiryField } from './expiry-field.tsx';

interface RotateKeyDialogProps {
  readonly apiKey: ApiKeyRowFragment | undefined;
  readonly onClose: () => void;
  readonly onIssued: (secret: string) => void;
}

/** A new key in the place of an old one, which goes on for as long as its users need to switch. */
export function RotateKeyDialog({ apiKey, ...props }: RotateKeyDialogProps) {
  const shown = useLastDefined(apiKey);
  return (
    <Modal opened={apiKey !== undefined} onClose={props.onClose} title={`Rotate “${shown?.name ?? ''}”`}>
      {shown && <RotationForm apiKey={shown} {...props} />}
    </Modal>
  );
}

type RotationFormProps = Omit<RotateKeyDialogProps, 'apiKey'> & { readonly apiKey: ApiKeyRowFragment };

/** It goes with the dialog, so that the next key begins with the usual choices. */
function RotationForm({ apiKey, onClose, onIssued }: RotationFormProps) {
  const { act, ...state } = useAct(RotateApiKeyDocument, { once: false });
  const [overlapHours, setOverlapHours] = useState(24);
  const [expiry, setExpiry] = useState<Expiry>('90');
  const { timeZone } = useSession().user;
  const rotate = async () => {
    if (expiryProblem(expiry) !== null) return;
    const data = await act({
      input: { id: apiKey.id, overlapSeconds: overlapHours * 3600, expiresAt: expiresAt(expiry, timeZone) },
    });
    if (data?.rotateApiKey) onIssued(data.rotateApiKey.secret);
  };
  return (
    <FormBody action="Rotate the key" state={state} onAct={rotate} onCancel={onClose}>
      <Text size="sm">
        You get a new key with the same name and scopes. Put it in place of <code>service_…{apiKey.lastFour}</code>{' '}
        before that one ends.
      </Text>
      <OverlapSelect label="The old key ends" hours={overlapHours} onChange={setOverlapHours} />
      <ExpiryField
        label="The new key ends after"
        value={expiry}
        onChange={setExpiry}
        error={expiryProblem(expiry) ?? state.problem?.fields.expiresAt}
      />
    </FormBody>
  );
}
