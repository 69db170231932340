import { SecretDialog, type SecretDialogProps } from '../../../parts/dialogs.tsx';

/** The secret of a confidential client, when it is registered and when it is rotated. */
export function IssuedSecretDialog({ secret, onSaved }: Pick<SecretDialogProps, 'secret' | 'onSaved'>) {
  return (
    <SecretDialog secret={secret} title="The client's secret" label="Client secret" onSaved={onSaved}>
      Your server sends it with the client id when it asks for tokens. Keep it there: it must never be in a browser, in
      a mobile app or in a repository.
    </SecretDialog>
  );
}
