import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { type OAuthClientDetailsFragment, RotateOAuthClientSecretDocument } from '../../../gql/oauth-clients.ts';
import { useAct } from '../../../parts/act.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { CopyValue } from '../../../parts/copy-buttons.tsx';
import { Fact } from '../../../parts/fact.tsx';
import type { DialogProps } from '../../../parts/form-dialog.tsx';
import { RefreshIcon } from '../../../parts/icons.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { IssuedSecretDialog } from './issued-secret-dialog.tsx';

interface CredentialsPanelProps {
  readonly client: OAuthClientDetailsFragment;
  readonly isOwn: boolean;
}

/** What the app proves itself with. */
export function CredentialsPanel({ client, isOwn }: CredentialsPanelProps) {
  const [isRotating, setIsRotating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const issued = (newSecret: string) => {
    setIsRotating(false);
    setSecret(newSecret);
  };
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
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<RefreshIcon size={14} />}
                  onClick={() => setIsRotating(true)}
                >
                  Rotate the secret…
                </Button>
              )}
            </Group>
          )}
        </Fact>
      </dl>
      <RotateSecretDialog client={client} opened={isRotating} onClose={() => setIsRotating(false)} onIssued={issued} />
      <IssuedSecretDialog secret={secret} onSaved={() => setSecret(undefined)} />
    </Panel>
  );
}

interface RotateSecretDialogProps extends DialogProps {
  readonly client: OAuthClientDetailsFragment;
  readonly onIssued: (secret: string) => void;
}

function RotateSecretDialog({ client, opened, onClose, onIssued }: RotateSecretDialogProps) {
  const { act, ...state } = useAct(RotateOAuthClientSecretDocument, {
    once: false,
    ifUnanswered:
      'The old secret may be gone already. Rotate once more to get one that works: that does no further harm.',
  });
  const rotate = async () => {
    const data = await act({ input: { id: client.id } });
    if (data?.rotateOAuthClientSecret?.clientSecret) onIssued(data.rotateOAuthClientSecret.clientSecret);
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Rotate the secret of “${client.name}”?`}
      action="Rotate the secret"
      state={state}
      onConfirm={rotate}
    >
      <Text size="sm">
        The present secret fails at once. Until your server has the new one, it can connect nobody, and refresh and
        revoke no tokens.
      </Text>
      <Text size="sm" mt="xs">
        Nobody has to connect again: connections stay, and access tokens go on until they end, an hour after they were
        made.
      </Text>
    </ConfirmDialog>
  );
}
