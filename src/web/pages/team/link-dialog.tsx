import { invitationDays } from '../../gql/limits.ts';
import { useLastDefined } from '../../kit/last-defined.ts';
import { SecretDialog } from '../../kit/secret-dialog.tsx';

/** A link that somebody has to be given, because the server sends no e-mail. */
export interface HandedLink {
  readonly kind: 'invitation' | 'passwordReset';
  readonly link: string;
  /** Whose it is. */
  readonly email: string;
}

const texts = {
  invitation: {
    title: 'Share the invitation',
    label: 'Invitation link',
    lifetime: `once, within ${invitationDays} days`,
  },
  passwordReset: { title: 'Share the link', label: 'Password reset link', lifetime: 'once, within an hour' },
} as const;

/** Shows the link this once. */
export function LinkDialog({ link, onDone }: { readonly link: HandedLink | undefined; readonly onDone: () => void }) {
  const shown = useLastDefined(link);
  const { title, label, lifetime } = texts[shown?.kind ?? 'invitation'];
  return (
    <SecretDialog
      secret={link?.link}
      title={title}
      label={label}
      confirmation="I have copied the link; it cannot be shown again"
      onSaved={onDone}
    >
      This server sends no email. Send the link to <b>{shown?.email}</b> yourself, in a private message: anyone who has
      it can use it, {lifetime}.
    </SecretDialog>
  );
}
