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
    title: 'Hand over the invitation',
    label: 'Link of the invitation',
    lifetime: `once, within ${invitationDays} days`,
  },
  passwordReset: { title: 'Hand over the link', label: 'Link to a new password', lifetime: 'once, within an hour' },
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
      This server sends no email. Give the link to <b>{shown?.email}</b> yourself, in a private message: whoever has it
      can use it, {lifetime}.
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
      action={isSent ? 'Send the link' : 'Make the link'}
      isDangerous={false}
      document={CreatePasswordResetLinkDocument}
      once={false}
      ifUnanswered="It is not known whether the link was made. Make another: nothing changes until one is used."
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
            ? `We email a link to ${email}, and say that you asked for it. `
            : 'You get a link to hand over, because this server sends no email; they are shown in the application that you made it. '}
          With it they choose a new password, once, within an hour. The password in use stays good until then;
          afterwards they have to sign in again everywhere.
        </>
      )}
    </ConfirmDialog>
  );
}
