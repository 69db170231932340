import { Button, Group, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { type OAuthClientDetailsFragment, RotateOAuthClientSecretDocument } from '../../../gql/oauth-clients.ts';
import { useAct } from '../../../parts/act.ts';
import { CopyValue } from '../../../parts/copy-buttons.tsx';
import { FormBody } from '../../../parts/form.tsx';
import { RefreshIcon } from '../../../parts/icons.tsx';
import { Fact, Panel } from '../../../parts/layout.tsx';
import { ExactMoment } from '../../../parts/moment.tsx';
import { OverlapSelect } from '../../../parts/overlap-select.tsx';
import { IssuedSecretDialog } from './issued-secret-dialog.tsx';

interface CredentialsPanelProps {
  readonly client: OAuthClientDetailsFragment;
  readonly isOwn: boolean;
}

/** What the app proves itself with. */
export function CredentialsPanel({ client, isOwn }: CredentialsPanelProps) {
  const [opened, { open, close }] = useDisclosure();
  const [secret, setSecret] = useState<string>();
  return (
    <Panel title="Credentials">
      <dl className="facts">
        <Fact name="Client id">
          <CopyValue value={client.clientId} label="Copy the client id" />
        </Fact>
        <Fact name="Client secret">
          {client.clientType === 'PUBLIC' ? (
            'None: a public client proves itself with PKCE'
          ) : (
            <Group gap="sm">
              <Text inherit>Was shown once, when it was made</Text>
              {isOwn && (
                <Button variant="default" size="xs" leftSection={<RefreshIcon size={14} />} onClick={open}>
                  Rotate the secret…
                </Button>
              )}
            </Group>
          )}
        </Fact>
      </dl>
      <Modal opened={opened} onClose={close} title={`Rotate the secret of “${client.name}”?`}>
        <RotationForm
          client={client}
          onClose={close}
          onIssued={(issued) => {
            close();
            setSecret(issued);
          }}
        />
      </Modal>
      <IssuedSecretDialog clientId={client.clientId} secret={secret} onSaved={() => setSecret(undefined)} />
    </Panel>
  );
}

interface RotationFormProps {
  readonly client: OAuthClientDetailsFragment;
  readonly onClose: () => void;
  readonly onIssued: (secret: string) => void;
}

/** A new secret; the old one counts beside it for as long as the server of the app needs to switch. */
function RotationForm({ client, onClose, onIssued }: RotationFormProps) {
  const { act, ...state } = useAct(RotateOAuthClientSecretDocument, {
    once: false,
    ifUnanswered:
      'There may be a new secret already, which nobody has seen. Rotate once more to get one that you see: the old one then ends at once.',
  });
  const [overlapHours, setOverlapHours] = useState(1);
  const { previousSecretUntil } = client;
  const isRotating = previousSecretUntil !== null && new Date(previousSecretUntil) > new Date();
  const rotate = async () => {
    const data = await act({ input: { id: client.id, overlapHours } });
    const issued = data?.rotateOAuthClientSecret?.clientSecret;
    if (issued) onIssued(issued);
  };
  return (
    <FormBody action="Rotate the secret" state={state} onAct={rotate} onCancel={onClose}>
      <Text size="sm">
        You get a new secret. Until the old one ends, your server can use either, so put the new one in place meanwhile.
        Nobody has to connect again.
      </Text>
      {isRotating && (
        <Text size="sm">
          A rotation is under way until <ExactMoment at={previousSecretUntil} />. The older of its two secrets ends at
          once.
        </Text>
      )}
      <OverlapSelect
        label="The old secret ends"
        hours={overlapHours}
        maxHours={24}
        onChange={setOverlapHours}
        error={state.problem?.fields.overlapHours}
      />
    </FormBody>
  );
}
