import { Menu, TextInput } from '@mantine/core';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import { MemberChoiceDocument } from '../../gql/choices.ts';
import {
  CreateInvitationDocument,
  type InvitationRowFragment,
  InvitationsDocument,
  RevokeInvitationDocument,
} from '../../gql/invitations.ts';
import { invitationDays } from '../../gql/limits.ts';
import { ConfirmDialog, useDialogs } from '../../kit/dialogs.tsx';
import { type DialogProps, FormDialog, useActForm } from '../../kit/form.tsx';
import type { Columns } from '../../kit/list/columns.ts';
import { List } from '../../kit/list/list.tsx';
import { DangerItem } from '../../kit/list/row-menu.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import { manages, memberName, type Role, roleTitles } from '../../parts/members.ts';
import type { HandedLink } from './link-dialog.tsx';
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

const columns: Columns<InvitationRowFragment> = {
  invited: { title: 'Invited', isName: true, text: ({ email }) => email },
  role: { title: 'Role', text: ({ role }) => roleTitles[role] },
  when: { title: 'When', at: ({ createdAt }) => createdAt, below: ({ invitedBy }) => <Inviter id={invitedBy} /> },
  ends: { title: 'Ends', at: ({ expiresAt }) => expiresAt },
};

/** Who was invited and has not joined yet. */
export function InvitationsPanel({ onLink }: { readonly onLink: (link: HandedLink) => void }) {
  const { role: own } = useSession();
  const dialogs = useDialogs<'renew' | 'revoke', InvitationRowFragment>();
  return (
    <>
      <List
        noun="invitation"
        document={InvitationsDocument}
        of={({ invitations }) => invitations}
        columns={columns}
        nameOf={({ email }) => email}
        menu={(invitation) =>
          manages(own, invitation.role) && (
            <>
              <Menu.Item onClick={() => dialogs.open('renew', invitation)}>Invite again…</Menu.Item>
              <DangerItem onClick={() => dialogs.open('revoke', invitation)}>Revoke…</DangerItem>
            </>
          )
        }
        empty={{
          title: 'No open invitations',
          text: 'Invite a member by email address. Until they join, you can revoke or resend the invitation here.',
        }}
      />
      <ConfirmDialog
        {...dialogs.of('renew')}
        title={() => 'Invite again?'}
        action="Invite again"
        isDangerous={false}
        document={CreateInvitationDocument}
        once={false}
        ifUnanswered="We do not know whether a new link was created. Invite again: each link replaces the previous one."
        variables={({ email, role }) => ({ input: { email, role } })}
        onDone={({ createInvitation }, { email }) => {
          const link = createInvitation?.link ?? null;
          if (link === null) notifyDone(`The invitation was sent to ${email}`);
          else onLink({ kind: 'invitation', link, email });
        }}
      >
        {({ email }) =>
          `${email} gets a new link, which is valid for ${invitationDays} days. The previous link stops working.`
        }
      </ConfirmDialog>
      <ConfirmDialog
        {...dialogs.of('revoke')}
        title={() => 'Revoke the invitation?'}
        action="Revoke the invitation"
        document={RevokeInvitationDocument}
        variables={({ id }) => ({ input: { id } })}
        onDone={(_, { email }) => notifyDone(`The invitation of ${email} is revoked`)}
      >
        {({ email }) => `The link of ${email} stops working. You can invite them again at any time.`}
      </ConfirmDialog>
    </>
  );
}

/** Nothing where who invited has left meanwhile. */
function Inviter({ id }: { readonly id: number }) {
  const { user } = useSession();
  const [{ data }] = useQuery({
    query: MemberChoiceDocument,
    variables: { id },
    pause: id === user.id,
    requestPolicy: 'cache-first',
  });
  const name = id === user.id ? 'you' : data?.user && memberName(data.user);
  return name ? <p className="hint">by {name}</p> : null;
}
