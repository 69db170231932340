import { useServer } from '../../app/session.ts';
import { invitationDays } from '../../gql/limits.ts';
import { CreatePasswordResetLinkDocument, type MemberRowFragment } from '../../gql/team.ts';
import { ConfirmDialog, type DialogAbout, SecretDialog } from '../../kit/dialogs.tsx';
import { useLastDefined } from '../../kit/last-defined.ts';
import { notifyDone } from '../../kit/messages.tsx';
import { memberName } from '../../parts/members.ts';

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

interface PasswordResetDialogProps extends DialogAbout<MemberRowFragment> {
  readonly onLink: (link: HandedLink) => void;
}

/** For a member who has forgotten the password. Nothing changes until the member uses the link. */
export function PasswordResetDialog({ onLink, ...dialog }: PasswordResetDialogProps) {
  const { emails: isSent } = useServer();
  return (
    <ConfirmDialog
      {...dialog}
      title={(member) => `A new password for ${memberName(member)}`}
      action={isSent ? 'Send the link' : 'Create link'}
      isDangerous={false}
      document={CreatePasswordResetLinkDocument}
      once={false}
      ifUnanswered="We do not know whether the link was created. Create another: nothing changes until one is used."
      variables={({ id }) => ({ input: { userId: id } })}
      onDone={({ createPasswordResetLink }, { email }) => {
        const link = createPasswordResetLink?.link ?? null;
        if (link === null) notifyDone(`We emailed a link to ${email}`);
        else onLink({ kind: 'passwordReset', link, email });
      }}
    >
      {({ email }) => (
        <>
          {isSent
            ? `We email a link to ${email} and say that you requested it. `
            : 'You get a link to share, because this server sends no email. The application shows them that you created it. '}
          The link works once, within an hour. Their present password works until then; afterwards they have to sign in
          again everywhere.
        </>
      )}
    </ConfirmDialog>
  );
}
