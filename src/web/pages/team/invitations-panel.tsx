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
import { ConfirmDialog, type DialogAbout, type Dialogs, useDialogs } from '../../kit/dialogs.tsx';
import { Panel } from '../../kit/layout.tsx';
import { EmptyState, QueryView, RecordTable, RowMenu } from '../../kit/list.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import { Moment } from '../../kit/moment.tsx';
import { manages, memberName, roleTitles } from '../../parts/members.ts';
import type { HandedLink } from './link-dialogs.tsx';

type InvitationDialogs = Dialogs<'renew' | 'revoke', InvitationRowFragment>;

/** Who was invited and has not joined yet. */
export function InvitationsPanel({ onLink }: { readonly onLink: (link: HandedLink) => void }) {
  const query = useQuery({ query: InvitationsDocument });
  const dialogs: InvitationDialogs = useDialogs();
  return (
    <Panel padded={false}>
      <QueryView query={query}>
        {({ invitations }) => (
          <RecordTable
            columns={['Invited', 'Role', 'When', 'Ends']}
            hasActions
            label="Invitations"
            rows={invitations ?? []}
            empty={
              <EmptyState title="No open invitations">
                Invite a member by email address. Until they join, their invitation is here, to take back or to renew.
              </EmptyState>
            }
          >
            {(invitation) => <InvitationRow key={invitation.id} invitation={invitation} dialogs={dialogs} />}
          </RecordTable>
        )}
      </QueryView>
      <RenewDialog {...dialogs.of('renew')} onLink={onLink} />
      <RevokeDialog {...dialogs.of('revoke')} />
    </Panel>
  );
}

interface InvitationRowProps {
  readonly invitation: InvitationRowFragment;
  readonly dialogs: InvitationDialogs;
}

function InvitationRow({ invitation, dialogs }: InvitationRowProps) {
  const { role: own } = useSession();
  const { email, role, invitedBy, createdAt, expiresAt } = invitation;
  return (
    <tr>
      <td>
        <Text fw={600} className="breaks">
          {email}
        </Text>
      </td>
      <td data-label="Role">{roleTitles[role]}</td>
      <td data-label="When">
        <Moment at={createdAt} />
        <Inviter id={invitedBy} />
      </td>
      <td data-label="Ends">
        <Moment at={expiresAt} />
      </td>
      <td className="actions">
        {manages(own, role) && (
          <RowMenu name={email}>
            <Menu.Item onClick={() => dialogs.open('renew', invitation)}>Invite again…</Menu.Item>
            <Menu.Item color="var(--error-ink)" onClick={() => dialogs.open('revoke', invitation)}>
              Revoke…
            </Menu.Item>
          </RowMenu>
        )}
      </td>
    </tr>
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
      ifUnanswered="It is not known whether there is a new link. Invite again: each link replaces the one before."
      variables={({ email, role }) => ({ input: { email, role } })}
      onDone={({ createInvitation }, { email }) => {
        const link = createInvitation?.link ?? null;
        if (link === null) notifyDone(`The invitation was sent to ${email}`);
        else onLink({ kind: 'invitation', link, email });
      }}
    >
      {({ email }) =>
        `${email} gets a new link, which is good for ${invitationDays} days. The link that they have works no more.`
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
      {({ email }) => `The link of ${email} works no more. You can invite them again at any time.`}
    </ConfirmDialog>
  );
}
