import { Anchor } from '@mantine/core';
import { SecretDialog, type SecretDialogProps } from '../../../kit/dialogs.tsx';

/** The secret of a new endpoint, or the new one of a rotation. */
export function SigningSecretDialog({ secret, onSaved }: Pick<SecretDialogProps, 'secret' | 'onSaved'>) {
  return (
    <SecretDialog secret={secret} title="The signing secret" label="Signing secret" onSaved={onSaved}>
      Each request is signed with it. Let your endpoint verify the signature, so that nobody else can send it events:{' '}
      <Anchor href="/docs/webhooks#verify-the-signature" target="_blank" inherit>
        verify the signature
      </Anchor>
      .
    </SecretDialog>
  );
}
