import type { MemberRowFragment } from '../../gql/team.ts';
import type { HandedLink } from './link-dialog.tsx';
import { PasswordResetDialog } from './password-reset-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';

/** What is done with a member. */
export interface MemberAct {
  readonly kind: 'role' | 'passwordReset' | 'remove';
  readonly member: MemberRowFragment;
}

interface MemberDialogsProps {
  readonly doing: MemberAct | undefined;
  readonly onClose: () => void;
  readonly onLink: (link: HandedLink) => void;
}

export function MemberDialogs({ doing, onClose, onLink }: MemberDialogsProps) {
  const memberFor = (kind: MemberAct['kind']) => (doing?.kind === kind ? doing.member : undefined);
  return (
    <>
      <RoleDialog member={memberFor('role')} onClose={onClose} />
      <PasswordResetDialog member={memberFor('passwordReset')} onClose={onClose} onLink={onLink} />
      <RemoveDialog member={memberFor('remove')} onClose={onClose} />
    </>
  );
}
