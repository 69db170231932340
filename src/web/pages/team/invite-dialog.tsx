import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CreateInvitationDocument } from '../../gql/invitations.ts';
import { useAct } from '../../parts/act.ts';
import { useFieldErrors } from '../../parts/field-errors.ts';
import { type DialogProps, FormDialog } from '../../parts/form-dialog.tsx';
import { notifyDone } from '../../parts/notify.tsx';
import type { Role } from '../../parts/roles.ts';
import type { HandedLink } from './link-dialog.tsx';
import { RolePicker } from './role-picker.tsx';

interface InviteDialogProps extends DialogProps {
  /** With the link where it has to be handed over. */
  readonly onInvited: (link: HandedLink | undefined) => void;
}

/** What is typed stays until the invitation is made, also where the dialog is closed meanwhile. */
export function InviteDialog({ opened, onClose, onInvited }: InviteDialogProps) {
  const { act, ...state } = useAct(CreateInvitationDocument, {
    once: false,
    ifUnanswered: 'It is not known whether the invitation was made. Invite again: the new link replaces the old one.',
  });
  const form = useForm({
    initialValues: { email: '', role: 'CLOSER' as Role },
    validate: { email: (email) => (email.trim() === '' ? 'Type the email address of the new member' : null) },
  });
  useFieldErrors(form, state.problem);
  const invite = async ({ email, role }: typeof form.values) => {
    const created = (await act({ input: { email: email.trim(), role } }))?.createInvitation;
    if (!created) return;
    form.reset();
    if (created.link === null) notifyDone(`The invitation was sent to ${created.invitation.email}`);
    onInvited(
      created.link === null ? undefined : { kind: 'invitation', link: created.link, email: created.invitation.email },
    );
  };
  return (
    <FormDialog
      {...{ opened, onClose, state }}
      title="Invite a member"
      size="lg"
      action="Invite"
      onSubmit={form.onSubmit(invite)}
    >
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
