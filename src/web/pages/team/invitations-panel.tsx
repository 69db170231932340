import { Menu, Text } from '@mantine/core';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import {
  CreateInvitationDocument,
  type InvitationRowFragment,
  InvitationsDocument,
  RevokeInvitationDocument,
} from '../../gql/invitations.ts';
import { invitationDays } from '../../gql/limits.ts';
import { TeamMemberDocument } from '../../gql/team.ts';
import { ConfirmDialog, type DialogAbout, useDialogs } from '../../kit/dialogs.tsx';
import type { Columns } from '../../kit/list/columns.ts';
import { List } from '../../kit/list/list.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import { Moment } from '../../kit/moment.tsx';
import { manages, memberName, roleTitles } from '../../parts/members.ts';
import type { HandedLink } from './link-dialogs.tsx';

const columns: Columns<InvitationRowFragment> = {
  invited: {
    title: 'Invited',
    cell: ({ email }) => (
      <Text fw={600} className="breaks">
        {email}
      </Text>
    ),
  },
  role: { title: 'Role', text: ({ role }) => roleTitles[role] },
  when: {
    title: 'When',
    cell: ({ createdAt, invitedBy }) => (
      <>
        <Moment at={createdAt} />
        <Inviter id={invitedBy} />
      </>
    ),
  },
  ends: { title: 'Ends', cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
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
              <Menu.Item color="var(--error-ink)" onClick={() => dialogs.open('revoke', invitation)}>
                Revoke…
              </Menu.Item>
            </>
          )
        }
        empty={{
          title: 'No open invitations',
          text: 'Invite a member by email address. Until they join, you can revoke or resend the invitation here.',
        }}
      />
      <RenewDialog {...dialogs.of('renew')} onLink={onLink} />
      <RevokeDialog {...dialogs.of('revoke')} />
    </>
  );
}

/** Nothing where who invited has left meanwhile. */
function Inviter({ id }: { readonly id: number }) {
  const { user } = useSession();
  const [{ data }] = useQuery({
    query: TeamMemberDocument,
    variables: { id },
    pause: id === user.id,
    requestPolicy: 'cache-first',
  });
  const name = id === user.id ? 'you' : data?.user && memberName(data.user);
  return name ? <p className="hint">by {name}</p> : null;
}

interface RenewDialogProps extends DialogAbout<InvitationRowFragment> {
  readonly onLink: (link: HandedLink) => void;
}

function RenewDialog({ onLink, ...dialog }: RenewDialogProps) {
  return (
    <ConfirmDialog
      {...dialog}
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
  );
}

function RevokeDialog(dialog: DialogAbout<InvitationRowFragment>) {
  return (
    <ConfirmDialog
      {...dialog}
      title={() => 'Revoke the invitation?'}
      action="Revoke the invitation"
      document={RevokeInvitationDocument}
      variables={({ id }) => ({ input: { id } })}
      onDone={(_, { email }) => notifyDone(`The invitation of ${email} is revoked`)}
    >
      {({ email }) => `The link of ${email} stops working. You can invite them again at any time.`}
    </ConfirmDialog>
  );
}
