import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { type OAuthClientDetailsFragment, RotateOAuthClientSecretDocument } from '../../../gql/oauth-clients.ts';
import { CopyValue } from '../../../parts/copy-buttons.tsx';
import { ConfirmDialog } from '../../../parts/dialogs.tsx';
import { RefreshIcon } from '../../../parts/icons.tsx';
import { Fact, Panel } from '../../../parts/layout.tsx';
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
      <ConfirmDialog
        opened={opened}
        onClose={close}
        about={client}
        title={({ name }) => `Rotate the secret of “${name}”?`}
        action="Rotate the secret"
        document={RotateOAuthClientSecretDocument}
        once={false}
        ifUnanswered="The old secret may be gone already. Rotate once more to get one that works: that does no further harm."
        variables={({ id }) => ({ input: { id } })}
        onDone={({ rotateOAuthClientSecret }) => setSecret(rotateOAuthClientSecret?.clientSecret ?? undefined)}
      >
        {() => (
          <>
            <Text size="sm">
              The present secret fails at once. Until your server has the new one, it can connect nobody, and refresh
              and revoke no tokens.
            </Text>
            <Text size="sm" mt="xs">
              Nobody has to connect again: connections stay, and access tokens go on until they end, an hour after they
              were made.
            </Text>
          </>
        )}
      </ConfirmDialog>
      <IssuedSecretDialog secret={secret} onSaved={() => setSecret(undefined)} />
    </Panel>
  );
}
