import { TextInput } from '@mantine/core';
import { CreateInvitationDocument } from '../../gql/invitations.ts';
import { type DialogProps, FormDialog, useActForm } from '../../kit/form.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import type { Role } from '../../parts/members.ts';
import type { HandedLink } from './link-dialogs.tsx';
import { RolePicker } from './role-dialog.tsx';

interface InviteDialogProps extends DialogProps {
  /** With the link where it has to be handed over. */
  readonly onInvited: (link: HandedLink | undefined) => void;
}

/** What is typed stays until the invitation is made, also where the dialog is closed meanwhile. */
export function InviteDialog({ onInvited, ...dialog }: InviteDialogProps) {
  const { form, frame } = useActForm({
    document: CreateInvitationDocument,
    once: false,
    ifUnanswered: 'We do not know whether the invitation was created. Invite again: the new link replaces the old one.',
    initialValues: { email: '', role: 'CLOSER' as Role },
    validate: { email: (email) => (email.trim() === '' ? 'Enter the email address of the new member' : null) },
    variables: ({ email, role }) => ({ input: { email: email.trim(), role } }),
    onDone: ({ createInvitation: created }, { reset }) => {
      if (!created) return;
      const { link, invitation } = created;
      reset();
      if (link === null) notifyDone(`The invitation was sent to ${invitation.email}`);
      onInvited(link === null ? undefined : { kind: 'invitation', link, email: invitation.email });
    },
  });
  return (
    <FormDialog {...dialog} {...frame} title="Invite a member" size="lg" action="Invite">
      <TextInput
        label="Email"
        type="email"
        autoComplete="off"
        maxLength={255}
        withAsterisk
        data-autofocus
        {...form.getInputProps('email')}
      />
      <RolePicker {...form.getInputProps('role')} />
    </FormDialog>
  );
}
