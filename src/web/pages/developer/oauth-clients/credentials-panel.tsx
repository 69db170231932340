import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { type OAuthClientDetailsFragment, RotateOAuthClientSecretDocument } from '../../../gql/oauth-clients.ts';
import { CopyValue } from '../../../kit/copy-buttons.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { RefreshIcon } from '../../../kit/icons.tsx';
import { Panel } from '../../../kit/layout.tsx';
import { ExactMoment } from '../../../kit/moment.tsx';
import { SecretDialog, type SecretDialogProps } from '../../../kit/secret-dialog.tsx';
import { isPreviousSecretValid, RotationDialog } from '../../../parts/rotation-dialog.tsx';

interface CredentialsPanelProps {
  readonly client: OAuthClientDetailsFragment;
  readonly isOwn: boolean;
}

/** What the app proves itself with. */
export function CredentialsPanel({ client, isOwn }: CredentialsPanelProps) {
  const [opened, { open, close }] = useDisclosure();
  const [secret, setSecret] = useState<string>();
  const { previousSecretUntil } = client;
  return (
    <Panel title="Credentials">
      <Facts
        of={{
          'Client id': <CopyValue value={client.clientId} label="Copy the client id" />,
          'Client secret': (
            <>
              {client.clientType === 'PUBLIC' ? (
                'None: a public client proves itself with PKCE'
              ) : (
                <Group gap="sm">
                  <Text inherit>Shown once, when it was created</Text>
                  {isOwn && (
                    <Button variant="default" size="xs" leftSection={<RefreshIcon size={14} />} onClick={open}>
                      Rotate the secret…
                    </Button>
                  )}
                </Group>
              )}
              {isPreviousSecretValid(previousSecretUntil) && (
                <p className="hint">
                  The previous secret is valid until <ExactMoment at={previousSecretUntil} />
                </p>
              )}
            </>
          ),
        }}
      />
      <RotationDialog
        opened={opened}
        onClose={close}
        about={client}
        title={`Rotate the secret of “${client.name}”?`}
        document={RotateOAuthClientSecretDocument}
        defaultHours={1}
        maxHours={24}
        underWay="If you rotate again, the oldest secret stays valid until then unless you choose “Immediately”; the present one ends at once."
        once={false}
        ifUnanswered="There may be a new secret already, which nobody has seen. Rotate once more to get one that you see: the secret that your server has keeps its time, unless you choose “Immediately”."
        onDone={({ rotateOAuthClientSecret }) => setSecret(rotateOAuthClientSecret?.clientSecret ?? undefined)}
      >
        You get a new secret. Until the old one ends, your server can use either, so put the new one in place meanwhile.
        Nobody has to connect again.
      </RotationDialog>
      <IssuedSecretDialog clientId={client.clientId} secret={secret} onSaved={() => setSecret(undefined)} />
    </Panel>
  );
}

interface IssuedSecretDialogProps extends Pick<SecretDialogProps, 'secret' | 'onSaved'> {
  readonly clientId: string | undefined;
}

/** The secret of a confidential client, when it is registered and when it is rotated. */
export function IssuedSecretDialog({ clientId = '', secret, onSaved }: IssuedSecretDialogProps) {
  return (
    <SecretDialog
      secret={secret}
      title="The client's secret"
      label="Client secret"
      beside={<Facts of={{ 'Client id': <CopyValue value={clientId} label="Copy the client id" /> }} />}
      onSaved={onSaved}
    >
      Your server sends it with the client id when it asks for tokens. Keep it there: it must never be in a browser, in
      a mobile app or in a repository.
    </SecretDialog>
  );
}
