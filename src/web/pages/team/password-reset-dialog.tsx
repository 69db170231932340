import { useServer } from '../../app/session.ts';
import { CreatePasswordResetLinkDocument } from '../../gql/team.ts';
import { useAct } from '../../parts/act.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { useLastDefined } from '../../parts/last-defined.ts';
import { memberName } from '../../parts/member-name.ts';
import { notifyDone } from '../../parts/notify.tsx';
import type { HandedLink } from './link-dialog.tsx';
import type { MemberDialogProps } from './member-row.tsx';

interface PasswordResetDialogProps extends MemberDialogProps {
  readonly onLink: (link: HandedLink) => void;
}

/** For a member who has forgotten the password. Nothing changes until the member uses the link. */
export function PasswordResetDialog({ member, onClose, onLink }: PasswordResetDialogProps) {
  const { act, ...state } = useAct(CreatePasswordResetLinkDocument, {
    once: false,
    ifUnanswered: 'It is not known whether the link was made. Make another: nothing changes until one is used.',
  });
  const shown = useLastDefined(member);
  const { emails: isSent } = useServer();
  const make = async () => {
    if (!member) return;
    const created = (await act({ input: { userId: member.id } }))?.createPasswordResetLink;
    if (!created) return;
    onClose();
    if (created.link === null) notifyDone(`The link was sent to ${member.email}`);
    else onLink({ kind: 'passwordReset', link: created.link, email: member.email });
  };
  return (
    <ConfirmDialog
      opened={member !== undefined}
      onClose={onClose}
      title={`A new password for ${shown ? memberName(shown) : ''}`}
      action={isSent ? 'Send the link' : 'Make the link'}
      isDangerous={false}
      state={state}
      onConfirm={make}
    >
      {isSent
        ? `A link goes to ${shown?.email}. `
        : 'You get a link to hand over, because this server sends no email. '}
      With it they choose a new password, once, within an hour. The password in use stays good until then; afterwards
      they have to sign in again everywhere.
    </ConfirmDialog>
  );
}
