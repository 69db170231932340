import { CopyValue } from '../../../kit/copy-buttons.tsx';
import { SecretDialog, type SecretDialogProps } from '../../../kit/dialogs.tsx';
import { Fact } from '../../../kit/layout.tsx';

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
      beside={
        <dl className="facts">
          <Fact name="Client id">
            <CopyValue value={clientId} label="Copy the client id" />
          </Fact>
        </dl>
      }
      onSaved={onSaved}
    >
      Your server sends it with the client id when it asks for tokens. Keep it there: it must never be in a browser, in
      a mobile app or in a repository.
    </SecretDialog>
  );
}
